// What in a worktree is not committed: which files, what they hold now, and when they were written.
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onDisk, pathText } from '../disk/disk.ts';
import type { HeadState } from '../refs/refs.ts';
import { isPartialClone, statusByIndex } from './partial-clone.ts';
import { bytesOf, linesOf, type Repository } from './repository.ts';

export interface ChangedFile {
  /** For people and for text: what is no UTF-8 in it is marked as such. */
  readonly path: string;
  /** The same to the byte (see `their-path.ts`), where `path` is not. */
  readonly exact?: string;
  readonly kind: 'modified' | 'new' | 'deleted' | 'in conflict';
  /** Somebody has put it, or that it is gone, into the index for their next commit. */
  readonly isStaged?: true;
  /** The name git would give to its content; undefined if it is gone or cannot be read. */
  readonly blob: string | undefined;
  /** When it was last written (or, if it is gone, its folder), ISO 8601. */
  readonly written: string | undefined;
}

/** Content above this is told apart by size and time instead of being read. */
const largestRead = 32 * 1024 * 1024;
/** All of it together; what lies beyond is told apart by size and time, too. */
const mostBytes = 64 * 1024 * 1024;
/** More changed files than this are not a day's work but a wrong `.gitignore`; the rest is only counted. */
const mostFiles = 2000;

/** A worktree as it is: where it stands, and what in it is not committed. */
export interface WorktreeState {
  readonly head: HeadState;
  readonly files: readonly ChangedFile[];
  /** Changed files that are only counted. */
  readonly more: number;
}

/** `ignored` is a file of patterns the person ignores everywhere, if there is one. */
export async function changedFiles(repository: Repository, ignored: string | undefined): Promise<WorktreeState> {
  const { worktree } = repository.place;
  if (worktree === undefined) return { head: await repository.head(), files: [], more: 0 };
  const settings = ignored === undefined ? [] : ['-c', `core.excludesFile=${ignored}`];
  const question = ['status', '--porcelain=v2', '--branch', '-z', '--ignore-submodules=dirty', '--no-renames'];
  const ask = (untracked: 'all' | 'normal') =>
    repository.inside([...settings, ...question, `--untracked-files=${untracked}`]);
  const all = await ask('all');
  if (all.kind === 'failed' && isPartialClone(repository))
    return withContents(repository, worktree, await repository.head(), await statusByIndex(repository, settings));
  // A folder of millions nobody ignored: its name will do.
  const listed = pathText(bytesOf(all.kind === 'too-big' ? await ask('normal') : all, 'read the worktree'));
  const lines = listed.split('\0');
  // Taken out of the index but still there, a path is named twice: as deleted, and as new. It is new.
  const status = lines.flatMap(statusLine);
  const staged = new Set(status.filter(({ isStaged }) => isStaged).map(({ path }) => path));
  const found = [...new Map(status.map((each) => [each.path, each])).values()];
  return withContents(repository, worktree, headIn(lines), found, staged);
}

function withContents(
  repository: Repository,
  worktree: string,
  head: HeadState,
  found: readonly Pick<ChangedFile, 'path' | 'kind'>[],
  staged: ReadonlySet<string> = new Set(),
): WorktreeState {
  const budget = { left: mostBytes };
  const files = found
    .slice(0, mostFiles)
    .map(
      ({ path, kind }): ChangedFile => ({
        ...named(path),
        kind,
        ...(staged.has(path) ? { isStaged: true } : {}),
        ...look(repository, worktree, path, budget),
      }),
    );
  return { head, files, more: Math.max(0, found.length - mostFiles) };
}

function named(path: string): Pick<ChangedFile, 'path' | 'exact'> {
  return path.isWellFormed() ? { path } : { path: path.toWellFormed(), exact: path };
}

function headIn(lines: readonly string[]): HeadState {
  const value = (name: string): string =>
    lines.find((line) => line.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length) ?? '';
  const [commit, branch] = [value('oid'), value('head').toWellFormed()];
  return {
    ref: branch === '(detached)' || branch === '' ? undefined : `refs/heads/${branch}`,
    commit: /^[0-9a-f]+$/u.test(commit) ? commit : undefined,
  };
}

/** When a file of a worktree was last written; for one that is gone, when its nearest folder last changed. */
export function writtenAt(worktree: string, path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    const found = lstatSync(onDisk(join(worktree, at)), { throwIfNoEntry: false });
    if (found !== undefined) return lastTouch(found);
    if (at === '.' || at === dirname(at)) return undefined;
  }
}

/** More tracked files than this are not looked at one by one. */
const mostLooks = 20_000;

/**
 * When the youngest tracked file was written. A file that was changed and put back (stash, checkout, restore) is clean again, and only its
 * time tells. Gives the time of the index where there are too many files to look at: whatever git did to them, it wrote that down there.
 */
export async function lastWritten(repository: Repository, isWanted: (path: string) => boolean): Promise<string> {
  const { worktree, gitDir } = repository.place;
  const index = lstatSync(join(gitDir, 'index'), { throwIfNoEntry: false });
  if (worktree === undefined || index === undefined) return '';
  const listed = linesOf(bytesOf(await repository.inside(['ls-files', '-z']), 'list the files'), '\0');
  if (listed.length > mostLooks) return lastTouch(index);
  return listed.reduce((last, path) => {
    const found = isWanted(path) ? lstatSync(join(worktree, path), { throwIfNoEntry: false }) : undefined;
    const touched = found === undefined || found.isDirectory() ? '' : lastTouch(found);
    return touched > last ? touched : last;
  }, '');
}

/** Content may be put in place with an old date; that its file was touched, the system remembers. */
function lastTouch({ mtime, ctime }: { readonly mtime: Date; readonly ctime: Date }): string {
  return (ctime > mtime ? ctime : mtime).toISOString();
}

function statusLine(line: string): { path: string; kind: ChangedFile['kind']; isStaged: boolean }[] {
  if (line.startsWith('? ')) return [{ path: line.slice(2), kind: 'new', isStaged: false }];
  const changed = /^1 (.)(.) \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/su.exec(line);
  if (changed !== null) {
    const [, staged, unstaged, path = ''] = changed;
    const kind =
      unstaged === 'D' || (staged === 'D' && unstaged === '.')
        ? 'deleted'
        : staged === 'A' || unstaged === 'A'
          ? 'new'
          : 'modified';
    return [{ path, kind, isStaged: staged !== '.' }];
  }
  const conflict = /^u .. \S+ \S+ \S+ \S+ \S+ \S+ \S+ \S+ (.+)$/su.exec(line)?.[1];
  return conflict === undefined ? [] : [{ path: conflict, kind: 'in conflict', isStaged: false }];
}

function look(
  repository: Repository,
  worktree: string,
  path: string,
  budget: { left: number },
): Pick<ChangedFile, 'blob' | 'written'> {
  try {
    const full = onDisk(join(worktree, path));
    const found = lstatSync(full, { throwIfNoEntry: false });
    if (found === undefined) return { blob: undefined, written: writtenAt(worktree, path) };
    const written = lastTouch(found);
    if (found.isSymbolicLink()) return { blob: repository.blobName(readlinkSync(full, 'buffer')), written };
    if (!found.isFile()) return { blob: undefined, written };
    const isTooMuch = found.size > largestRead || found.size > budget.left;
    if (!isTooMuch) budget.left -= found.size;
    const content = isTooMuch
      ? Buffer.from(`${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}`)
      : readFileSync(full);
    return { blob: repository.blobName(content), written };
  } catch {
    // Not ours to read: that it changed is known, what it holds is not.
    return { blob: undefined, written: undefined };
  }
}
