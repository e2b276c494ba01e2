// Files of a home, read and written whole: regular files only, never through a link, never half.
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { errnoOf } from '../errors/errors.ts';
import { fileErrorOf, inFileWords, requireOwnFolder } from './file-errors.ts';
import { inFolder, type PinnedFolder } from './pinned-folder.ts';
import { readIn } from './read-in.ts';

/** The hash by which a file's content is recognised; `absent` if there is no file. */
export type ContentHash = string;

export interface WriteOptions {
  /** What the file must still be for the write to happen; see `hashOf`. */
  readonly expect?: ContentHash;
  readonly mode?: number;
  /** Called at places where a crash test may want to end everything. */
  probe?(name: string): void;
}

export const absent: ContentHash = 'absent';

/** The hash of some content, or of there being none. */
export function hashOf(content: Uint8Array | undefined): ContentHash {
  return content === undefined ? absent : createHash('sha256').update(content).digest('hex');
}

/** Reads a file below a root; undefined if it is not there. Anything but a regular file of usual size is an error, and is never waited for. */
export function readWhole(root: string, path: string): Uint8Array | undefined {
  try {
    return inFolder(root, path, false, (folder) => readIn(folder, basename(path), path)?.content);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw fileErrorOf(error, path);
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
  return inFileWords(path, () => inFolder(root, path, true, (folder) => replaceIn(folder, path, content, options)));
}

/** Takes a file away, if it is what was expected; its folder is synced. To remove what is not there changes nothing. */
export function removeWhole(root: string, path: string, { expect, probe }: WriteOptions = {}): 'written' | 'changed' {
  try {
    return inFolder(root, path, false, (folder) => {
      const found = readIn(folder, basename(path), path);
      if (expect !== undefined && hashOf(found?.content) !== expect) return 'changed';
      probe?.('file.remove');
      rmSync(folder.at(basename(path)), { force: true });
      syncFolder(folder);
      return 'written';
    });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return expect === undefined || expect === absent ? 'written' : 'changed';
    throw fileErrorOf(error, path);
  }
}

/** Takes away the temporary files that killed writers left beside these paths, however young: the caller knows that no writer lives. */
export function sweepFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    try {
      inFolder(root, path, false, (folder) => sweepLeftOvers(folder, basename(path), Number.POSITIVE_INFINITY));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw fileErrorOf(error, path);
    }
  }
}

/** The names of the plain files (or the folders) in a folder below a root; none if it is not a folder of its own. */
export function filesIn(root: string, folder: string, what: 'files' | 'folders' = 'files'): readonly string[] {
  try {
    // Any name will do: its folder is the one that is held open while it is read.
    return inFolder(root, folder === '.' ? 'any' : `${folder}/any`, false, (held) =>
      readdirSync(held.at('.'), { withFileTypes: true })
        .filter((entry) => (what === 'files' ? entry.isFile() : entry.isDirectory()))
        .map((entry) => entry.name)
        .toSorted(),
    );
  } catch (error) {
    if (['ENOENT', 'E_NOT_A_FILE'].includes(errnoOf(error) ?? '')) return [];
    throw fileErrorOf(error, folder);
  }
}

/** Makes a folder and what is missing above it. */
export function makeFolder(path: string, isPrivate = false): void {
  inFileWords(path, () => {
    if (isPrivate) requireOwnFolder(path);
    const made = mkdirSync(path, { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) });
    if (made !== undefined) syncFolderAt(dirname(made));
  });
}

function replaceIn(
  folder: PinnedFolder,
  path: string,
  content: Uint8Array,
  options: WriteOptions,
): 'written' | 'changed' {
  const { expect, probe } = options;
  const name = basename(path);
  const isExpected = (found: Uint8Array | undefined): boolean => expect === undefined || hashOf(found) === expect;
  const before = readIn(folder, name, path);
  if (!isExpected(before?.content)) return 'changed';
  sweepLeftOvers(folder, name, Date.now() - 60_000);
  const temporary = `.${name}.${randomBytes(12).toString('hex')}.tmp`;
  try {
    probe?.('file.begin');
    writeNew(folder.at(temporary), content, options, before?.mode);
    probe?.('file.written');
    // Once more, as late as possible: writing and syncing took time.
    if (!isExpected(readIn(folder, name, path)?.content)) return 'changed';
    renameSync(folder.at(temporary), folder.at(name));
  } finally {
    // After the rename there is nothing to remove; after a failure there is.
    rmSync(folder.at(temporary), { force: true });
  }
  probe?.('file.renamed');
  syncFolder(folder);
  return 'written';
}

/** Temporary files of writers that were killed; a living one is done in milliseconds, and spared by its age. */
function sweepLeftOvers(folder: PinnedFolder, name: string, olderThan: number): void {
  const isOurs = (each: string): boolean =>
    each.startsWith(`.${name}.`) && /^[0-9a-f]{24}\.tmp$/u.test(each.slice(name.length + 2));
  for (const each of readdirSync(folder.at('.')).filter(isOurs)) {
    const found = lstatSync(folder.at(each), { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < olderThan) rmSync(folder.at(each), { force: true });
  }
}

/** `oldMode` are the rights of the file it takes the place of. */
function writeNew(
  path: string | Buffer,
  content: Uint8Array,
  { mode = 0o644, probe }: WriteOptions,
  oldMode: number | undefined,
): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(path, flags, mode);
  try {
    // The umask is for new files; it must not change the rights a file had.
    if (oldMode !== undefined) fchmodSync(file, oldMode);
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    probe?.('file.unsynced');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs a folder, so that the names in it outlive a power cut; one that is not there has none. */
export function syncFolderAt(path: string): void {
  if (process.platform === 'win32' || !existsSync(path)) return;
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    syncFolder({ descriptor });
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder({ descriptor }: Pick<PinnedFolder, 'descriptor'>): void {
  if (descriptor === undefined) return;
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some network filesystems cannot sync a folder; the rename itself is done.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
  }
}
