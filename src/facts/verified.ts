// Which checks still speak for the tree as it is: nothing they covered was written after they ran.
import { posix } from 'node:path';
import type { CheckRun, EditAt } from '../checks/checks.ts';
import type { FactReceipt, VerifiedFact } from '../journal/journal.ts';
import type { PathDifference, Repository, World } from '../world/world.ts';
import type { ProjectFacts } from './facts-types.ts';

/** What is written down of a check that passed, and what that hangs on. */
export function factOf({ command, time, evidence }: CheckRun): VerifiedFact {
  const receipt: FactReceipt =
    evidence === 'output' ? { kind: 'output', command, time } : { kind: 'check', command, exit: 0, time };
  return { text: `\`${command}\` ${howItPassed(receipt)}`, receipt };
}

/** In words that follow the command. */
export function howItPassed({ kind }: FactReceipt): string {
  return kind === 'output' ? 'passed by its output' : 'ended with 0';
}

export interface Covering {
  readonly world: World;
  readonly repository: Repository;
  readonly project: ProjectFacts;
  readonly passed: readonly CheckRun[];
  readonly edits: readonly EditAt[];
  readonly worktree: string;
  readonly now: string;
  /** Whether a path is work, and not the home's own. */
  isWork(path: string): boolean;
}

/** Files that are looked at one by one: more edits than this are not remembered singly. */
const mostLooks = 5000;

/**
 * A check is taken to cover the whole worktree. It still holds if since it began
 * - no edit was recorded (one that overlapped it counts as after it), and no file that was ever edited was written or removed,
 * - no file that is uncommitted now was written, and
 * - no file that was committed, checked out or removed since was written: committing what was checked changes nothing, and
 * - no tracked file was put back to what it had been, which only shows in its time.
 */
export async function stillCovered(covering: Covering): Promise<CheckRun[]> {
  const { world, repository, project, passed, edits, worktree, isWork, now } = covering;
  // Of what has no time nobody knows that it was before.
  const writtenAt = (path: string): string => world.git.writtenAt(worktree, path) ?? '9';
  const edited = new Set(edits.slice(-mostLooks).map(({ path }) => path));
  const lastWrite = [
    ...edits.map(({ time }) => time),
    ...project.changed.map(({ written }) => written ?? '9'),
    ...[...edited].map(writtenAt),
  ].reduce((last, time) => (time > last ? time : last), '');
  const movedSince = new Map<string | null, readonly PathDifference[] | undefined>();
  const holds: CheckRun[] = [];
  if (project.moreChanged > 0) return holds;
  const isUnknown = project.changed.some(({ kind, blob }) => kind !== 'deleted' && blob === undefined);
  // What cannot be read cannot be told apart later either.
  if (isUnknown) return holds;
  let lastOfTracked: string | undefined;
  for (const run of passed) {
    // Another branch may be another worktree; a time to come is nobody's.
    if (run.branch !== project.branch || run.time > now) continue;
    // What was written while it ran may have been read before or after: that is not known, so it counts as after.
    if (lastWrite > run.started || isOfElsewhere(run.command, worktree)) continue;
    // Last, because every file is looked at for it.
    lastOfTracked ??= await world.git.lastWritten(repository, isWork);
    if (lastOfTracked > run.started) continue;
    if (run.head !== project.head) {
      if (!movedSince.has(run.head)) movedSince.set(run.head, await moved(world, repository, run.head, project.tree));
      const paths = movedSince.get(run.head);
      if (paths === undefined) continue;
      if (paths.some(({ path }) => isWork(path) && writtenAt(path) > run.started)) continue;
    }
    holds.push(run);
  }
  return holds;
}

/** What was run in another project says nothing of this one. `cd ..` alone may lead back from a folder of it; `cd ../other` may not. */
function isOfElsewhere(command: string, worktree: string): boolean {
  const folders = [
    ...command.matchAll(/(?:^|&& )cd ("[^"]+"|'[^']+'|\S+) && /gu),
    ...command.matchAll(/ (?:-C|--prefix|--dir|--cwd|--directory|--manifest-path)[ =]("[^"]+"|'[^']+'|\S+)/gu),
  ].map(([, folder = '']) => folder.replaceAll(/["']/gu, ''));
  return folders.some((folder) =>
    posix.isAbsolute(folder)
      ? !`${posix.normalize(folder)}/`.startsWith(`${worktree}/`)
      : /^(?:~|\.\.\/(?:\.\.\/)*[^./])/u.test(folder),
  );
}

/** What differs between the commit a check ran on and the one that is there now; undefined if that cannot be known. */
async function moved(
  world: World,
  repository: Repository,
  from: string | null,
  tree: string | null,
): Promise<readonly PathDifference[] | undefined> {
  if (from === null || tree === null || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(from)) return undefined;
  const before = await world.git.tree(repository, from);
  return before === undefined ? undefined : world.git.difference(repository, before, tree);
}
