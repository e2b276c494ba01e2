// A file read under a name in a folder that is held open: what lies there itself, and nothing that a link brought there.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { errnoOf } from '../errors/errors.ts';
import { notAFile, tooLarge } from './file-errors.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import { pathBytes } from './their-path.ts';

/** Nobody's plan, memory or ledger is longer; whoever reads more than this waits for it. */
export const largestFile: number = 32 * 1024 * 1024;

export interface ReadOptions {
  /** Memory for a content of so many bytes. */
  room?(size: number): Buffer;
  /** The device on which this machine's own clock says when a file changed (`own-times.ts`); none if nobody looked. */
  readonly timesOf?: number | undefined;
}

/** What lies there under a name, if it is a plain file of its own. */
export function readIn(
  folder: PinnedFolder,
  name: string,
  path: string,
  { room = Buffer.allocUnsafeSlow, timesOf }: ReadOptions = {},
): { readonly content: Uint8Array; readonly mode: number } | undefined {
  const opened = Date.now();
  let file: number;
  try {
    file = openSync(folder.at(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    if (['ELOOP', 'EMLINK', 'ENXIO'].includes(errnoOf(error) ?? '')) throw notAFile(path, error);
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.nlink > 1) throw notAFile(path);
    if (found.size > largestFile) throw tooLarge(path, found.size, largestFile);
    const content = contentOf(file, found.size, room);
    // It may have grown since.
    if (content.length > largestFile) throw tooLarge(path, content.length, largestFile);
    // It has one name, but that may be one elsewhere: a hard link that was taken away again after it was opened.
    if (found.dev === timesOf && isSettled(found.ctimeMs, opened)) return { content, mode: found.mode & 0o777 };
    if (!isStillNamed(folder, name, file) && fstatSync(file).nlink > 0) throw notAFile(path);
    return { content, mode: found.mode & 0o777 };
  } finally {
    closeSync(file);
  }
}

/** Longer than it takes anybody to take a name away, however busy the machine is. */
const settled = 60_000;

/**
 * Whether a file had the same names all the while since before it was opened: to give it one, or to take one away, is a change, and the
 * system writes down when. What has one name after that has the one by which it was opened.
 */
function isSettled(changed: number, opened: number): boolean {
  return opened - changed > settled;
}

function contentOf(file: number, size: number, room: (size: number) => Buffer): Buffer {
  // What says that it is empty may only have no size, or grow at this moment.
  if (size === 0) return readFileSync(file);
  const content = room(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, content, read, size - read, null);
    if (more === 0) break;
    read += more;
  }
  return read === size ? content : content.subarray(0, read);
}

/** Whether an open file still has the name it was opened by; only Linux tells. */
function isStillNamed(folder: PinnedFolder, name: string, file: number): boolean {
  if (process.platform !== 'linux') return true;
  // While a name is being taken away, the link is gone and the name is not. To look for one that nobody asked for yet waits for it.
  lstatSync(folder.at(`.${randomBytes(12).toString('hex')}`), { throwIfNoEntry: false });
  const place = readlinkSync(`/proc/self/fd/${folder.descriptor}`, 'buffer');
  const expected = Buffer.concat([place, Buffer.from('/'), pathBytes(name)]);
  return readlinkSync(`/proc/self/fd/${file}`, 'buffer').equals(expected);
}
