// What was committed, newest first, without what its reader knows to be our own: a sleep must not read its own writing as news.
import { safePath } from '../disk/disk.ts';
import { cut, normaliseText, oneLine } from '../text/text.ts';
import { safeObject } from './names.ts';
import { unlessMissing } from './partial-clone.ts';
import { linesOf, type Repository } from './repository.ts';

export interface LoggedCommit {
  readonly id: string;
  readonly tree: string;
  /** When it was committed, ISO 8601 in UTC. */
  readonly time: string;
  /** When it was written first, where it was amended or put elsewhere since. */
  readonly authored?: string;
  readonly author: string;
  readonly subject: string;
  /** The beginning of what it says below that. */
  readonly body: string;
  /** The paths it changed; a merge names none. */
  readonly files: readonly string[];
  /** They are not known: in a partial clone its folders are not here. */
  readonly isUnlisted?: true;
}

/** What a commit says of itself and touches: enough to tell whether it is ours, for whoever knows what is. */
export interface CommitMark {
  readonly commit: string;
  /** The change it claims to be, by its only trailer of that name. Anybody can write one. */
  readonly id: string | undefined;
  /** As the commit has it, ISO 8601 in UTC. */
  readonly time: string;
  readonly parents: number;
  /** All it touches; a merge names none. */
  readonly files: readonly string[];
}

/** Says of a commit whether to leave it out. */
export type IsOurs = (mark: CommitMark) => boolean;

const mostFiles = 200;
const longestBody = 1000;
/** How many commits are read at once where some are left out, and how far back it is looked. */
const batch = 200;
const deepest = 10_000;

/** The newest commits that lead to `head`, without those that are ours; all of them if none can be. */
export async function commitsOfOthers(
  repository: Repository,
  head: string,
  most: number,
  isOurs?: IsOurs,
): Promise<LoggedCommit[]> {
  if (isOurs === undefined)
    return (await readLog(repository, [`--max-count=${most}`, safeObject(head)])).map(loggedCommit);
  const found: LoggedCommit[] = [];
  for (let skip = 0; found.length < most && skip < deepest; skip += batch) {
    const read = await readLog(repository, [`--max-count=${batch}`, `--skip=${skip}`, safeObject(head)]);
    found.push(...read.filter(({ mark }) => !isOurs(mark)).map(loggedCommit));
    if (read.length < batch) break;
  }
  return found.slice(0, most);
}

interface Read {
  readonly mark: CommitMark;
  readonly tree: string;
  readonly authored?: string;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  readonly isUnlisted?: true;
}

export function loggedCommit({
  mark: { commit, time, files },
  tree,
  author,
  subject,
  body,
  ...rest
}: Read): LoggedCommit {
  return {
    id: commit,
    tree,
    time,
    author: oneLine(author, 80),
    subject: oneLine(subject, 200),
    body: cut(normaliseText(body.slice(0, 4 * longestBody)).trim(), longestBody),
    files: files.slice(0, mostFiles),
    ...rest,
  };
}

/** Of those whose folders a partial clone left on its server, no files are named. */
export function readLog(repository: Repository, range: readonly string[]): Promise<Read[]> {
  return unlessMissing(
    repository,
    () => logOf(repository, range, '--raw'),
    async () => {
      const commits: Read[] = [];
      for (const read of await logOf(repository, range, '--no-patch'))
        commits.push(
          ...(await unlessMissing(
            repository,
            () => logOf(repository, ['--max-count=1', read.mark.commit], '--raw'),
            () => [{ ...read, isUnlisted: true as const }],
          )),
        );
      return commits;
    },
  );
}

async function logOf(repository: Repository, range: readonly string[], files: '--raw' | '--no-patch'): Promise<Read[]> {
  const log = ['log', '-z', '--no-color', '--no-renames', '--no-abbrev', '--no-ext-diff', '--no-textconv'];
  const format =
    '--format=%H%x00%T%x00%cI%x00%an%x00%P%x00%(trailers:key=Dream-Id,valueonly,separator=%x20)%x00%aI%x00%s%x00%b';
  const listed = await repository.throughLens([...log, '--no-show-signature', files, format, ...range]);
  const fields = listed.toString('utf8').split('\0');
  const commits: Read[] = [];
  // Read by count, not by marks: a subject or a file may be called anything. Nine fields, then two for each file, of which the first
  // begins with a colon.
  for (let at = 0; at + 9 <= fields.length; ) {
    const [
      commit = '',
      tree = '',
      time = '',
      author = '',
      parents = '',
      id = '',
      written = '',
      subject = '',
      body = '',
    ] = fields.slice(at, at + 9);
    at += 9;
    const files: string[] = [];
    for (; /^\n?:\d/u.test(fields[at] ?? ''); at += 2) files.push(fields[at + 1] ?? '');
    // Between two commits stands an empty field.
    while (fields[at] === '') at += 1;
    if (!/^[0-9a-f]{40,64}$/u.test(commit)) break;
    const mark: CommitMark = {
      commit,
      id: idIn(id),
      files,
      parents: parents.split(' ').filter((parent) => parent !== '').length,
      time: instantOf(time),
    };
    const authored = instantOf(written);
    commits.push({ mark, tree, ...(authored === mark.time ? {} : { authored }), author, subject, body });
  }
  return commits;
}

function instantOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/** The id in a trailer; undefined if there is none, or more than one. */
export function idIn(trailer: string): string | undefined {
  return /^[a-z]-[a-z2-7]{10}$/u.exec(trailer.trim())?.[0];
}

/** Which commits came since `before`, without those that are ours; undefined if that commit is not here any more. */
export async function commitsSince(
  repository: Repository,
  head: string,
  before: string,
  isOurs?: IsOurs,
): Promise<readonly string[] | undefined> {
  if (head === before) return [];
  if (!(await hasCommit(repository, before))) return undefined;
  const range = ['--max-count=1000', safeObject(head), `^${safeObject(before)}`];
  if (isOurs !== undefined)
    return (await readLog(repository, range)).filter(({ mark }) => !isOurs(mark)).map(({ mark }) => mark.commit);
  return linesOf(await repository.throughLens(['rev-list', ...range]));
}

/** One commit as those are asked about that tell whose it is; undefined if there is none. */
export async function markOf(repository: Repository, commit: string): Promise<CommitMark | undefined> {
  if (!(await hasCommit(repository, commit))) return undefined;
  return (await readLog(repository, ['--max-count=1', safeObject(commit)]))[0]?.mark;
}

/** Whether a commit is part of what leads to `head`. */
export async function contains(repository: Repository, head: string, commit: string): Promise<boolean> {
  if (head === commit) return true;
  if (!(await hasCommit(repository, commit))) return false;
  const left = await repository.throughLens(['rev-list', '--max-count=1', safeObject(commit), `^${safeObject(head)}`]);
  return left.toString().trim() === '';
}

/** Those of some commits that are not part of what leads to `head`, or not here at all. */
export async function notIn(
  repository: Repository,
  head: string,
  commits: readonly string[],
): Promise<ReadonlySet<string>> {
  if (commits.length === 0) return new Set();
  const input = commits.map((commit) => `${safeObject(commit)}\n`).join('');
  const answers = linesOf(await repository.throughLens(['cat-file', '--batch-check'], { input }));
  const here = commits.filter((commit) => answers.some((answer) => answer.startsWith(`${commit} commit `)));
  const range = [...here.map(safeObject), `^${safeObject(head)}`];
  const beside = here.length === 0 ? [] : linesOf(await repository.throughLens(['rev-list', ...range]));
  return new Set(commits.filter((commit) => !here.includes(commit) || beside.includes(commit)));
}

/** The newest commit that brought a file of this path, or undefined. */
export async function additionOf(repository: Repository, head: string, path: string): Promise<string | undefined> {
  const search = ['log', '--max-count=1', '--diff-filter=A', '--no-renames', '--format=%H', safeObject(head)];
  const listed = await repository.throughLens([...search, '--', safePath(path)]);
  return listed.toString().trim() || undefined;
}

/** The newest commit not younger than a time, or undefined. */
export async function commitAt(repository: Repository, head: string, time: string): Promise<string | undefined> {
  const until = `--until=${new Date(time).toISOString()}`;
  const listed = await repository.throughLens(['rev-list', '--max-count=1', until, safeObject(head)]);
  return listed.toString().trim() || undefined;
}

/**
 * The commits that claim to be a change with a line in the ledger, newest first: a night, a run, a wake, an undo, or what a later version writes
 * there; a verb (`c`) and the agent's work (`a`) have none. `since` is where the search may end.
 */
export async function nightsInHistory(
  repository: Repository,
  head: string,
  since?: Date,
): Promise<readonly { readonly id: string; readonly commit: string }[]> {
  const log = ['log', '-z', '--grep=^Dream-Id: [bd-z]-[a-z2-7]\\{10\\}$', '--no-show-signature'];
  const format = '--format=%H %(trailers:key=Dream-Id,valueonly,separator=%x20)';
  const end = since === undefined ? [] : [`--since=${since.toISOString()}`];
  const listed = await repository.throughLens([...log, ...end, format, safeObject(head)]);
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [commit = '', id = ''] = line.trim().split(' ');
      return /^[bd-z]-[a-z2-7]{10}$/u.test(id) ? [{ id, commit }] : [];
    });
}

/** Whether there is such a commit here at all. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  const answer = await repository.throughLens(['cat-file', '--batch-check'], { input: `${safeObject(commit)}\n` });
  return / commit \d+\n$/u.test(answer.toString());
}
