// A folder held open while something is done in it, so that nobody can swap it, or a folder above it, for a link.
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { safePath } from './plain-path.ts';
import { onDisk, theirPath } from './their-path.ts';

/** `at(name)` is a path to a name in the folder that no rename or link elsewhere can redirect (on Linux; see `open`). */
export interface PinnedFolder {
  readonly descriptor: number | undefined;
  /** Where it is reached; what is below it, if one more name is behind. */
  readonly place: string;
  at(name: string): string | Buffer;
  close(): void;
}

/** Does something in the folder of a path below a root, and lets go of it whatever happens. */
export function inFolder<Result>(
  root: string,
  path: string,
  make: boolean,
  act: (folder: PinnedFolder) => Result,
): Result {
  return held(pinFolder(root, safePath(path), make), act);
}

/** The same for a path that somebody else named; nothing is made there. */
export function inTheirFolder<Result>(root: string, path: string, act: (folder: PinnedFolder) => Result): Result {
  return held(pinFolder(root, theirPath(path), false), act);
}

/** The folder itself, for whoever closes it; `.` is the root. */
export function pinTheirs(root: string, folder: string): PinnedFolder {
  // Any name will do: its folder is the one that is opened.
  return pinFolder(root, folder === '.' ? 'any' : theirPath(`${folder}/any`), false);
}

function held<Result>(folder: PinnedFolder, act: (folder: PinnedFolder) => Result): Result {
  try {
    return act(folder);
  } finally {
    folder.close();
  }
}

/**
 * Opens the folder of a path below a root, walking down one name at a time and following no link on the way.
 *
 * On Linux every step goes through the descriptor of the one before (`/proc/self/fd/…`), so a folder that is moved or replaced in the
 * meantime is still the one that was looked at. Where that does not exist (macOS, Windows) each step is checked when it is opened and the
 * plain path is used afterwards: a link planted earlier is refused, one swapped in between the two is not noticed.
 */
function pinFolder(root: string, path: string, make: boolean): PinnedFolder {
  const folders = path.split('/').slice(0, -1);
  let here = open(root, true);
  for (const name of folders) {
    const next = `${here.place}/${name}`;
    try {
      // A folder is a name in the one above it, and is lost with a power cut until that one is synced.
      if (make && mkdirIfMissing(next) && here.descriptor !== undefined) fsyncSync(here.descriptor);
      const deeper = open(next, false);
      here.close();
      here = deeper;
    } catch (error) {
      here.close();
      throw error;
    }
  }
  return here;
}

/** The root may be reached through links (it is the owner's own spelling); nothing below it may. */
function open(path: string, isRoot: boolean): PinnedFolder {
  if (process.platform === 'win32')
    return { descriptor: undefined, place: path, at: (name) => join(path, name), close: () => undefined };
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | (isRoot ? 0 : constants.O_NOFOLLOW);
  let descriptor: number;
  try {
    descriptor = openSync(onDisk(path), flags);
  } catch (cause) {
    if (['ENOTDIR', 'ELOOP', 'EMLINK'].includes(errnoOf(cause) ?? '')) {
      throw new DreamkeeperError('E_NOT_A_FILE', 'a folder on the way is a link or a file', {
        hint: 'A home has plain folders only. Look at what is there, and put a folder in its place.',
        cause,
      });
    }
    throw cause;
  }
  if (!fstatSync(descriptor).isDirectory()) throw new TypeError('a folder is a folder');
  const place = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : path;
  return { descriptor, place, at: (name) => onDisk(`${place}/${name}`), close: () => closeSync(descriptor) };
}

function mkdirIfMissing(path: string): boolean {
  try {
    mkdirSync(path, 0o755);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return false;
  }
}
