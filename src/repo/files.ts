// Files of a home, read and written whole: regular files only, never through a link, never half.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { inFolder, type PinnedFolder } from './pinned-folder.ts';

/** The hash by which a file's content is recognised; `absent` if there is no file. */
export type ContentHash = string;

export interface WriteOptions {
  /** What the file must still be for the write to happen; see `hashOf`. */
  readonly expect?: ContentHash;
  readonly mode?: number;
  /** It can be made again, and need not outlive a power cut. */
  readonly isCache?: boolean;
}

export const absent: ContentHash = 'absent';

/** The hash of some content, or of there being none. */
export function hashOf(content: Uint8Array | undefined): ContentHash {
  return content === undefined ? absent : createHash('sha256').update(content).digest('hex');
}

/** Nobody's plan, memory or ledger is longer; whoever reads more than this waits for it. */
export const largestFile: number = 32 * 1024 * 1024;

/** Reads a file below a root; undefined if it is not there. Anything but a regular file of usual size is an error, and is never waited for. */
export function readWhole(root: string, path: string): Uint8Array | undefined {
  try {
    return inFolder(root, path, false, (folder) => readIn(folder, basename(path), path)?.content);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw told(error, path);
  }
}

/**
 * Replaces a file, or makes it, so that everybody sees the old content or the new and nothing else, also after a power cut.
 *
 * The new content goes to a temporary file beside it and is synced; then, if the file is still what was expected, one rename puts it in
 * place, and the folder is synced. Gives 'changed' without touching anything if somebody else was faster.
 */
export function writeWhole(
  root: string,
  path: string,
  content: Uint8Array,
  options: WriteOptions = {},
): 'written' | 'changed' {
  try {
    return inFolder(root, path, true, (folder) => replaceIn(folder, path, content, options));
  } catch (error) {
    throw told(error, path);
  }
}

/** The names of the plain files in a folder below a root; none if it is not a folder of its own. */
export function filesIn(root: string, folder: string): readonly string[] {
  const path = join(root, folder);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
}

/** Makes a folder and what is missing above it. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw told(error, path);
  }
}

function replaceIn(
  folder: PinnedFolder,
  path: string,
  content: Uint8Array,
  { expect, mode, isCache }: WriteOptions,
): 'written' | 'changed' {
  const name = basename(path);
  const isExpected = (found: Uint8Array | undefined): boolean => expect === undefined || hashOf(found) === expect;
  const before = readIn(folder, name, path);
  if (!isExpected(before?.content)) return 'changed';
  sweepLeftOvers(folder, name);
  const temporary = `.${name}.${randomBytes(12).toString('hex')}.tmp`;
  try {
    writeNew(folder.at(temporary), content, { mode: mode ?? 0o644, kept: before?.mode, isSynced: isCache !== true });
    // Once more, as late as possible: writing and syncing took time.
    if (!isExpected(readIn(folder, name, path)?.content)) return 'changed';
    renameSync(folder.at(temporary), folder.at(name));
  } finally {
    // After the rename there is nothing to remove; after a failure there is.
    rmSync(folder.at(temporary), { force: true });
  }
  if (isCache !== true) syncFolder(folder);
  return 'written';
}

function readIn(
  folder: PinnedFolder,
  name: string,
  path: string,
): { readonly content: Uint8Array; readonly mode: number } | undefined {
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
    if (found.size > largestFile) throw tooLarge(path, found.size);
    const content = readFileSync(file);
    // It has one name, but that may be one elsewhere: a hard link that was taken away again after it was opened.
    if (!isStillNamed(folder, name, file) && fstatSync(file).nlink > 0) throw notAFile(path);
    return { content, mode: found.mode & 0o777 };
  } finally {
    closeSync(file);
  }
}

/** Whether an open file still has the name it was opened by; only Linux tells. */
function isStillNamed(folder: PinnedFolder, name: string, file: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    // While a name is being taken away, the link is gone and the name is not. To remove another, that is not there, waits for it.
    unlinkSync(folder.at(`.${randomBytes(12).toString('hex')}`));
  } catch {
    // It was not there, as it should be.
  }
  return readlinkSync(`/proc/self/fd/${file}`) === `${readlinkSync(`/proc/self/fd/${folder.descriptor}`)}/${name}`;
}

/** Temporary files of writers that were killed a minute ago or longer; a living one is done in milliseconds. */
function sweepLeftOvers(folder: PinnedFolder, name: string): void {
  const isOurs = (each: string): boolean =>
    each.startsWith(`.${name}.`) && /^[0-9a-f]{24}\.tmp$/u.test(each.slice(name.length + 2));
  for (const each of readdirSync(folder.at('.')).filter(isOurs)) {
    const found = lstatSync(folder.at(each), { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < Date.now() - 60_000) rmSync(folder.at(each), { force: true });
  }
}

interface NewFile {
  readonly mode: number;
  /** The rights of the file it takes the place of. */
  readonly kept: number | undefined;
  readonly isSynced: boolean;
}

function writeNew(path: string, content: Uint8Array, { mode, kept, isSynced }: NewFile): void {
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    mode,
  );
  try {
    // The umask is for new files; it must not change the rights a file had.
    if (kept !== undefined) fchmodSync(file, kept);
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    if (isSynced) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder({ descriptor }: PinnedFolder): void {
  if (descriptor === undefined) return;
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some network filesystems cannot sync a folder; the rename itself is done.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
  }
}

function notAFile(path: string, cause?: unknown): DreamkeeperError {
  return new DreamkeeperError('E_NOT_A_FILE', `${printSafe(path)} is not a plain file of its own`, {
    hint: 'Links, pipes and folders are not followed here. Replace it by a plain file; nothing was changed.',
    cause,
  });
}

function tooLarge(path: string, size: number): DreamkeeperError {
  return new DreamkeeperError('E_TOO_LARGE', `${printSafe(path)} is ${size} bytes long, more than ${largestFile}`, {
    hint: 'Look at what grew there, and make it smaller; nothing was changed.',
  });
}

/** System errors in words, with what to do about them. */
function told(error: unknown, path: string): unknown {
  const errno = errnoOf(error);
  if (error instanceof DreamkeeperError || errno === undefined) return error;
  if (['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'ELOOP'].includes(errno)) return notAFile(path, error);
  if (errno === 'ENOENT') {
    return new DreamkeeperError(
      'E_CHANGED_MEANWHILE',
      `the folder of ${printSafe(path)} is not there, or not any more`,
      {
        hint: 'Nothing was changed. Try again when nobody else is moving things there.',
        cause: error,
      },
    );
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(errno)) {
    return new DreamkeeperError(
      'E_NO_PERMISSION',
      `${printSafe(path)} cannot be ${errno === 'EROFS' ? 'written: the disk is read-only' : 'opened: no permission'}`,
      {
        hint: 'Nothing was changed. Give yourself the right to write there, and try again.',
        cause: error,
      },
    );
  }
  if (['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EFBIG'].includes(errno)) {
    return new DreamkeeperError('E_DISK', `${printSafe(path)} could not be written (${errno})`, {
      hint: 'The old content is still there. Make room, or look at the disk, and try again.',
      cause: error,
    });
  }
  return error;
}
