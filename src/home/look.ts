// What lies in a folder, told without opinion: the facts from which a home's shape is chosen.
import { join, relative, resolve } from 'node:path';
import { findGitPlace, type GitPlace, placeAt, upwards } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { accessSync, constants, lstatSync, readdirSync, realpathSync } = process.getBuiltinModule('node:fs');

export interface FolderLook {
  /** The folder's own name for itself, links resolved as far as it exists. */
  readonly path: string;
  readonly kind: 'absent' | 'folder' | 'other';
  /** Names in it, without `.git` and what a killed write of ours left. */
  readonly entries: readonly string[];
  readonly isWritable: boolean;
  /** The repository whose root is exactly here. */
  readonly place: GitPlace | undefined;
  /** The repository around it, which may be the same. */
  readonly around: GitPlace | undefined;
}

/** `written` are the names of files that we write there: what a killed write of them left is swept by the next one, and is not told. */
export function lookAt(folder: string, written: readonly string[] = []): FolderLook {
  const given = resolve(folder);
  const kind = kindOf(given);
  // The nearest folder above that exists, with links resolved: what is made below it will be found by that name.
  const above = [...upwards(given)].find((each) => kindOf(each) !== 'absent') ?? given;
  const path = join(realpathSync.native(above), relative(above, given));
  const isFolder = kind === 'folder';
  const isLeftOver = (name: string): boolean => written.includes(/^\.(.+)\.[0-9a-f]{24}\.tmp$/u.exec(name)?.[1] ?? '');
  return {
    path,
    kind,
    entries: isFolder ? readdirSync(path).filter((name) => name !== '.git' && !isLeftOver(name)) : [],
    isWritable: isFolder && mayWrite(path),
    place: isFolder ? placeAt(path) : undefined,
    around: findGitPlace(path),
  };
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Whatever the reason, the answer is no; whoever writes anyway gets the reason.
    return false;
  }
}

function kindOf(path: string): FolderLook['kind'] {
  // A link to a folder counts as what it is, a link: a home is not put behind one.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'absent';
  return found.isDirectory() ? 'folder' : 'other';
}
