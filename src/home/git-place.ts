// Where git keeps things for a folder, found by reading a few small files: starting git takes longer than recording a step may.
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { ifPossible } from '../errors/errors.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs');

/** A repository as seen from a folder. In a linked worktree, `gitDir` is its own and `commonDir` the one all worktrees share. */
export interface GitPlace {
  /** The root of the worktree the folder is in; undefined inside a bare repository, and beside one. */
  readonly worktree: string | undefined;
  readonly gitDir: string;
  readonly commonDir: string;
  /** The root of the main worktree, where a home for all worktrees lies. Of a bare repository called `.bare` or `.git` that is the folder it lies in; of any other there is none. */
  readonly mainWorktree: string | undefined;
}

/** Finds the repository a folder belongs to. */
export function findGitPlace(folder: string): GitPlace | undefined {
  for (const here of upwards(folder)) {
    const place = placeAt(here);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The folder, its parent, and so on to the root. */
export function* upwards(folder: string): Generator<string> {
  let here = resolve(folder);
  for (;;) {
    yield here;
    const parent = dirname(here);
    if (parent === here) return;
    here = parent;
  }
}

/** The repository whose worktree root, or bare folder, is exactly here. */
export function placeAt(here: string): GitPlace | undefined {
  const dotGit = join(here, '.git');
  const kind = kindOf(dotGit);
  if (kind === 'folder' && isGitDir(dotGit))
    return { worktree: isBare(dotGit) ? undefined : here, gitDir: dotGit, commonDir: dotGit, mainWorktree: here };
  if (kind === 'file') return placeOfLink(here, dotGit);
  if (kind === undefined && isGitDir(here) && kindOf(join(here, 'config')) === 'file') {
    return { worktree: undefined, gitDir: here, commonDir: here, mainWorktree: undefined };
  }
  return undefined;
}

/** The bare repository that lies here as `.bare`, with its worktrees around it: git itself does not find it without a `.git` file. */
export function bareIn(here: string): GitPlace | undefined {
  const place = placeAt(join(here, '.bare'));
  const isBareFolder = place !== undefined && (place.worktree ?? place.mainWorktree) === undefined;
  return isBareFolder ? { ...place, mainWorktree: here } : undefined;
}

/** A `.git` file points to a linked worktree's folder, to that of a submodule, or to a bare repository beside it. */
function placeOfLink(here: string, dotGit: string): GitPlace | undefined {
  const pointer = /^gitdir: (.+)$/u.exec(smallText(dotGit)?.trim() ?? '')?.[1];
  if (pointer === undefined) return undefined;
  const gitDir = isAbsolute(pointer) ? pointer : resolve(here, pointer);
  const common = smallText(join(gitDir, 'commondir'))?.trim();
  if (common === undefined)
    return isGitDir(gitDir)
      ? { worktree: isBare(gitDir) ? undefined : here, gitDir, commonDir: gitDir, mainWorktree: here }
      : undefined;
  const commonDir = resolve(gitDir, common);
  if (!isGitDir(commonDir)) return undefined;
  return {
    worktree: here,
    gitDir,
    commonDir,
    mainWorktree: ['.git', '.bare'].includes(basename(commonDir)) ? dirname(commonDir) : undefined,
  };
}

/** Whether it has no files of its own. One that has an index has some, whatever its configuration says. */
function isBare(gitDir: string): boolean {
  if (kindOf(join(gitDir, 'index')) !== undefined) return false;
  return ['config', 'config.worktree'].some((name) =>
    /^[ \t]*bare[ \t]*=[ \t]*true[ \t]*$/imu.test(smallText(join(gitDir, name)) ?? ''),
  );
}

function isGitDir(path: string): boolean {
  return (
    kindOf(join(path, 'HEAD')) !== undefined &&
    kindOf(join(path, 'objects')) === 'folder' &&
    kindOf(join(path, 'refs')) === 'folder'
  );
}

export function kindOf(path: string): 'file' | 'folder' | 'other' | undefined {
  const found = statOf(path);
  if (found === undefined) return undefined;
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/** Not allowed to look, or the path runs through a file: for finding, the same as not there. */
function statOf(path: string): ReturnType<typeof statSync> {
  return ifPossible(() => statSync(path, { throwIfNoEntry: false }));
}

/** The text of a small file that git writes; undefined if it is not there, not a file, or not small. */
export function smallText(path: string, largest = 64 * 1024): string | undefined {
  const found = statOf(path);
  if (found === undefined || !found.isFile() || found.size > largest) return undefined;
  // Unreadable is, for finding, the same as not there; whoever needs it reads it with a message.
  return ifPossible(() => readFileSync(path, 'utf8'));
}
