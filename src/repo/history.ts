// What was committed, newest first, without what Dreamkeeper committed itself: a sleep must not read its own writing as news.
import { oneLine } from '../text/text.ts';
import { safeObject, safePath } from './names.ts';
import { unlessMissing } from './partial-clone.ts';
import type { Repository } from './repository.ts';

export interface LoggedCommit {
  readonly id: string;
  readonly tree: string;
  /** When it was committed, ISO 8601 in UTC. */
  readonly time: string;
  readonly author: string;
  readonly subject: string;
  /** The paths it changed; a merge names none. */
  readonly files: readonly string[];
  /** They are not known: in a partial clone its folders are not here. */
  readonly isUnlisted?: true;
}

/** Our own commits carry this trailer, whatever their subject says. Behind an `a` it is the agent's work, which we only put there: that is news. */
const notOurs = ['--invert-grep', '--grep=^Dream-Id: [b-z]-[a-z2-7]\\{10\\}$'];
const mostFiles = 200;

/** The newest commits of others that lead to `head`. Of those whose folders a partial clone left on its server, no files are named. */
export function commitsOfOthers(repository: Repository, head: string, most: number): Promise<LoggedCommit[]> {
  return unlessMissing(
    repository,
    () => logged(repository, head, most, '--raw'),
    async () => {
      const commits: LoggedCommit[] = [];
      for (const commit of await logged(repository, head, most, '--no-patch'))
        commits.push(
          ...(await unlessMissing(
            repository,
            () => logged(repository, commit.id, 1, '--raw'),
            () => [{ ...commit, isUnlisted: true as const }],
          )),
        );
      return commits;
    },
  );
}

async function logged(
  repository: Repository,
  head: string,
  most: number,
  files: '--raw' | '--no-patch',
): Promise<LoggedCommit[]> {
  const listed = await repository.throughLens([
    ...[
      'log',
      '-z',
      `--max-count=${most}`,
      ...notOurs,
      '--no-color',
      '--no-renames',
      files,
      '--no-abbrev',
      '--no-ext-diff',
    ],
    ...['--no-textconv', '--no-show-signature', '--format=%H%x00%T%x00%cI%x00%an%x00%s', safeObject(head)],
  ]);
  const fields = listed.toString('utf8').split('\0');
  const commits: LoggedCommit[] = [];
  // Read by count, not by marks: a subject or a file may be called anything. Five fields, then two for each file, of which the first
  // begins with a colon.
  for (let at = 0; at + 5 <= fields.length; ) {
    const [id = '', tree = '', time = '', author = '', subject = ''] = fields.slice(at, at + 5);
    at += 5;
    const paths: string[] = [];
    for (; /^\n?:\d/u.test(fields[at] ?? ''); at += 2) paths.push(fields[at + 1] ?? '');
    // Between two commits stands an empty field.
    while (fields[at] === '') at += 1;
    if (!/^[0-9a-f]{40,64}$/u.test(id)) break;
    const date = new Date(time);
    commits.push({
      ...{ id, tree, files: paths.slice(0, mostFiles), author: oneLine(author, 80), subject: oneLine(subject, 200) },
      time: Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString(),
    });
  }
  return commits;
}

/** Which commits of others came since `before`; undefined if that commit is not here any more. */
export async function commitsSince(
  repository: Repository,
  head: string,
  before: string,
): Promise<readonly string[] | undefined> {
  if (head === before) return [];
  if (!(await hasCommit(repository, before))) return undefined;
  const listed = await repository.throughLens([
    ...['rev-list', '--max-count=1000', ...notOurs, safeObject(head), `^${safeObject(before)}`],
  ]);
  return listed
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** Whether a commit is part of what leads to `head`. */
export async function contains(repository: Repository, head: string, commit: string): Promise<boolean> {
  if (head === commit) return true;
  if (!(await hasCommit(repository, commit))) return false;
  const left = await repository.throughLens(['rev-list', '--max-count=1', safeObject(commit), `^${safeObject(head)}`]);
  return left.toString().trim() === '';
}

/** The newest commit that brought a file of this path, or undefined. */
export async function commitAdding(repository: Repository, head: string, path: string): Promise<string | undefined> {
  const listed = await repository.throughLens([
    ...[
      'log',
      '--max-count=1',
      '--diff-filter=A',
      '--no-renames',
      '--format=%H',
      safeObject(head),
      '--',
      safePath(path),
    ],
  ]);
  return listed.toString().trim() || undefined;
}

/** The newest commit not younger than a time, or undefined. */
export async function commitBefore(repository: Repository, head: string, time: string): Promise<string | undefined> {
  const until = `--until=${new Date(time).toISOString()}`;
  const listed = await repository.throughLens(['rev-list', '--max-count=1', until, safeObject(head)]);
  return listed.toString().trim() || undefined;
}

/** The commits in which a night, a claim for a run, a wake or an undo of ours landed, newest first: its id, and the commit. `since` is where the search may end. */
export async function nightsInHistory(
  repository: Repository,
  head: string,
  since?: Date,
): Promise<readonly { readonly id: string; readonly commit: string }[]> {
  const listed = await repository.throughLens([
    ...['log', '-z', '--grep=^Dream-Id: [nruw]-[a-z2-7]\\{10\\}$', '--no-show-signature'],
    ...(since === undefined ? [] : [`--since=${since.toISOString()}`]),
    ...['--format=%H %(trailers:key=Dream-Id,valueonly,separator=%x20)', safeObject(head)],
  ]);
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [commit = '', id = ''] = line.trim().split(' ');
      return /^[nruw]-[a-z2-7]{10}$/u.test(id) ? [{ id, commit }] : [];
    });
}

/** What some paths were in some commits; undefined where there was no such file. */
export async function blobsThen(
  repository: Repository,
  wanted: readonly { readonly commit: string; readonly path: string }[],
): Promise<readonly (string | undefined)[]> {
  if (wanted.length === 0) return [];
  const input = wanted.map(({ commit, path }) => `${safeObject(commit)}:${safePath(path)}\n`).join('');
  const answer = await repository.throughLens(['cat-file', '--batch-check'], { input });
  return answer
    .toString('utf8')
    .split('\n')
    .slice(0, wanted.length)
    .map((line) => /^([0-9a-f]+) blob \d+$/u.exec(line)?.[1]);
}

/** The contents of some blobs, asked for at once; undefined where there is none. */
export async function contentsOf(
  repository: Repository,
  blobs: readonly string[],
): Promise<readonly (Uint8Array | undefined)[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map((blob) => `${safeObject(blob)}\n`).join('');
  const answer = await repository.throughLens(['cat-file', '--batch'], { input });
  let at = 0;
  return blobs.map(() => {
    const end = answer.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/u.exec(answer.subarray(at, end).toString('latin1'))?.[1];
    at = end + 1;
    if (size === undefined) return undefined;
    const content = answer.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return content;
  });
}

/** Whether there is such a commit here at all. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  const answer = await repository.throughLens(['cat-file', '--batch-check'], { input: `${safeObject(commit)}\n` });
  return / commit \d+\n$/u.test(answer.toString());
}
