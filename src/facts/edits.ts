// Which calls wrote which files of the project.
import { posix } from 'node:path';
import { type EditAt, editedInPlace, isShell } from '../checks/checks.ts';
import { type Call, callsOf, type StepRecord } from '../steps/steps.ts';

const { isAbsolute, join, normalize, relative } = posix;

const edits =
  /(?:^|[_.-])(?:multi|notebook|vfs_?)?(?:edit|write|patch|create|insert|replace|update|delete)|str_?replace|applypatch/iu;
const notFiles = /todo|issue|task|memory|board/iu;

/** A path in the project's own spelling, or undefined if it lies elsewhere. `/` also for those who write `\\`. */
export function inProject(target: string, worktree: string): string | undefined {
  const given = target.trim().replaceAll('\\', '/');
  if (given === '' || given.includes('\n')) return undefined;
  const root = worktree.replaceAll('\\', '/');
  const path = isAbsolute(given) || /^[A-Za-z]:\//u.test(given) ? relative(root, given) : normalize(given);
  const isInside = path !== '' && path !== '.' && !path.startsWith('../') && path !== '..' && !isAbsolute(path);
  return isInside && join(path) === path ? path : undefined;
}

/** The calls that wrote a file; a failed one wrote nothing. */
export function writingCalls(calls: readonly Call[]): Call[] {
  const known = knowing((tool) => !notFiles.test(tool) && edits.test(tool));
  return calls.filter(({ tool, outcome }) => outcome !== 'failed' && known(tool));
}

/** The edits among calls, in order. */
export function editsAmong(calls: readonly Call[], worktree: string): EditAt[] {
  const pathOf = knowing((target) => inProject(target, worktree));
  return writingCalls(calls).flatMap(({ target, time }) => {
    const path = pathOf(target);
    return path === undefined ? [] : [{ path, time }];
  });
}

/** With what commands edited in place, in order: a check may fail after that, too. One that failed may still have edited. */
export function withEditsInPlace(
  edits: readonly EditAt[],
  calls: readonly Call[],
  worktree: string,
): readonly EditAt[] {
  const isNamed = knowing((target) => /\b(?:sed|perl)\b/u.test(target));
  const inPlace = calls.flatMap(({ tool, target, outcome, time }) =>
    !isNamed(target) || !isShell(tool)
      ? []
      : editedInPlace(target, outcome !== 'ok').flatMap((file) => {
          const path = inProject(file, worktree);
          return path === undefined ? [] : [{ path, time }];
        }),
  );
  return inPlace.length === 0
    ? edits
    : [...edits, ...inPlace].toSorted((one, other) => (one.time < other.time ? -1 : Number(one.time > other.time)));
}

/** The same answer, worked out once for each text: a day has thousands of calls, and many are alike. */
function knowing<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.answer;
    const answer = answerTo(text);
    known.set(text, { answer });
    return answer;
  };
}

/** The edits that certain runs made in a worktree. */
export function editsOfRuns(
  records: readonly StepRecord[],
  runs: readonly string[],
  worktree: string,
  mainWorktree: string,
): EditAt[] {
  if (runs.length === 0) return [];
  const theirs = records.filter(
    ({ run, worktree: where }) => runs.includes(run ?? '') && (where ?? mainWorktree) === worktree,
  );
  return editsAmong(callsOf(theirs), worktree);
}

/** A word of a shell line that is written by what stands before it; programs that print, not programs that log. */
const shellWrites =
  /\b(?:cat|echo|printf)\b[^;|&>]*>{1,2}\s*(["']?)([^\s"'<>|;&]{1,300})\1|\btee\s+(?:-a\s+)?(["']?)([^\s"'<>|;&]{1,300})\3\s*<<|\bgit add\s+(?!-)(["']?)([^\s"'<>|;&]{1,300})\5/gu;

/** Programs that change, move or remove the files that are named to them. */
const shellChanges = /\b(?:rm|mv|cp|touch|patch|sed\s+-i|perl\s+-p?i|git\s+(?:rm|mv|add))\b([^;|&<>]{1,1000})/gu;

/** Which of some files commands on record wrote by hand: `cat > a.ts <<EOF`, `sed -i … a.ts`. A program's own output is no such thing. */
export function writtenByShell(calls: readonly Call[], worktree: string, paths: readonly string[]): EditAt[] {
  if (paths.length === 0) return [];
  const writtenBy = knowing((target) => {
    const named = [
      ...[...target.matchAll(shellWrites)].map((match) => match[2] ?? match[4] ?? match[6] ?? ''),
      ...[...target.matchAll(shellChanges)].flatMap((match) => (match[1] ?? '').split(/[\s"']+/u)),
    ].flatMap((name) => inProject(name, worktree) ?? []);
    // A command may have gone into a folder first.
    return paths.filter((path) => named.some((name) => path === name || path.endsWith(`/${name}`)));
  });
  return calls.flatMap(({ target, outcome, time }) =>
    outcome === 'failed' ? [] : writtenBy(target).map((path) => ({ path, time })),
  );
}

/** The same of a cycle, and of calls before it that came after the newest commit: what they wrote is not committed, and its writer is on record. */
export function byShellSince(
  { calls, start }: { readonly calls: readonly Call[]; readonly start: string },
  worktree: string,
  paths: readonly string[],
  newestCommit = '',
): EditAt[] {
  const since = newestCommit < start ? newestCommit : start;
  return writtenByShell(paths.length === 0 ? [] : calls.filter(({ time }) => time >= since), worktree, paths);
}
