// Commits and lines looked at again: who wrote them, what they changed.
import { isPlainPath, safePath } from '../disk/disk.ts';
import { unlessBug } from '../errors/errors.ts';
import { idIn } from './history.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

export interface BlamedLine {
  readonly commit: string;
  readonly author: string;
  readonly subject: string;
  readonly time: string;
}

/** Who brought a line of a file as it is in `head`; undefined if there is no such line. */
export async function blameLine(
  repository: Repository,
  head: string,
  path: string,
  line: number,
): Promise<BlamedLine | undefined> {
  const args = ['blame', '--porcelain', '--no-textconv', `-L${line},${line}`, safeObject(head), '--', safePath(path)];
  // No such file, or fewer lines.
  const output = (await repository.throughLens(args).catch(unlessBug(() => ''))).toString();
  const field = (name: string): string => new RegExp(`^${name} (.*)$`, 'mu').exec(output)?.[1] ?? '';
  const commit = /^([0-9a-f]{40,64}) /u.exec(output)?.[1];
  if (commit === undefined) return undefined;
  const time = new Date(Number(field('committer-time')) * 1000).toISOString();
  return { commit, author: field('author'), subject: field('summary'), time };
}

/** One commit as a person is told of it. */
export interface ShownCommit extends BlamedLine {
  readonly parent: string | undefined;
  /** The e-mail of whoever made the commit as it is now: an amend or a rebase changes it. */
  readonly committer: string;
  readonly body: string;
  /** The change it claims to be. */
  readonly id: string | undefined;
  readonly paths: readonly string[];
}

/** A commit, by its name or a beginning of it; undefined if there is none. */
export async function showCommit(repository: Repository, commit: string): Promise<ShownCommit | undefined> {
  if (!/^[0-9a-f]{4,64}$/u.test(commit)) return undefined;
  const format =
    '--format=%H%x00%P%x00%an%x00%ce%x00%cI%x00%s%x00%b%x00%(trailers:key=Dream-Id,valueonly,separator=%x20)%x00';
  const args = ['show', '-z', '--no-renames', '--name-only', '--no-ext-diff', '--no-textconv', '--no-show-signature'];
  const shown = repository.throughLens([...args, format, `${commit}^{commit}`, '--']);
  const output = (await shown.catch(unlessBug(() => ''))).toString();
  // Not there, or more than one begins so.
  if (output === '') return undefined;
  const [found = '', parents = '', author = '', committer = '', time = '', subject = '', body = '', id = '', ...paths] =
    output.split('\0');
  return {
    commit: found,
    parent: parents.split(' ')[0] || undefined,
    author,
    committer,
    subject,
    body,
    time: new Date(time).toISOString(),
    id: idIn(id),
    paths: paths.map((path) => path.replace(/^\n/u, '')).filter((path) => path !== ''),
  };
}

export type TouchingCommit = Pick<ShownCommit, 'commit' | 'id' | 'subject'>;

/** The commits after `since` that changed a path, oldest first. */
export async function commitsTouching(
  repository: Repository,
  head: string,
  path: string,
  since: string,
): Promise<readonly TouchingCommit[]> {
  const format = '--format=%H%x00%(trailers:key=Dream-Id,valueonly,separator=%x20)%x00%s';
  const range = [safeObject(head), `^${safeObject(since)}`];
  const args = ['log', '-z', '--reverse', '--no-show-signature', format, ...range, '--', safePath(path)];
  const listed = await repository.throughLens(args);
  const fields = listed.toString('utf8').split('\0');
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [commit = '', id = '', subject = ''] = fields.slice(index * 3, index * 3 + 3);
    return { commit, id: idIn(id), subject };
  });
}

/** What a commit changed in some files, as git prints it. If others gave one of them a name that is no argument, it is all that it changed. */
export async function patchOf(repository: Repository, commit: string, paths: readonly string[]): Promise<string> {
  if (paths.length === 0) return '';
  const plain = ['--no-color', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--unified=2'];
  const args = ['show', '--format=', ...plain, safeObject(commit), '--', ...(paths.every(isPlainPath) ? paths : [])];
  return (await repository.throughLens(args)).toString('utf8');
}
