// The append primitive: one line is one `write`, from any number of processes.
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } =
  process.getBuiltinModule('node:fs');

/** Longer than this is nobody's line; the caller shortens fields before. Linux keeps a write of this size whole. */
export const longestLine: number = 64 * 1024;

/** Windows has none of these; there a symbolic link needs rights that ordinary processes do not have. */
const flags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends one line and returns where the file ended before it, which orders the lines of a file.
 *
 * The line, its end, and if need be a line end for what a killed writer left before it, go out in one `write` to a file opened for
 * appending, so that lines of different processes never mix. A writer that is killed in the middle of its write may leave a fragment; if
 * that happens between our look and our write, our line stands behind it, and is written once more. If the disk fills in the middle, what went out is taken back if nobody wrote
 * after it; else the next writer's leading line end seals it off. When this returns, the kernel has the line: it survives the death of
 * any process. Unless `isSynced`, it is not synced to the disk, so a power cut may lose the newest lines, but never tears one into its neighbour.
 */
export function appendLine(path: string, line: string, isSynced = false): number {
  const record = Buffer.from(`${line}\n`);
  if (record.length > longestLine || line.includes('\n')) {
    throw new DreamkeeperError('E_BAD_STEP', `a line of ${record.length} bytes cannot be appended`, {
      hint: `Send one line of at most ${longestLine} bytes.`,
    });
  }
  const file = openOwn(path);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.nlink > 1) throw notAFile(path);
    const { size } = found;
    const bytes = endsOpen(file, size) ? Buffer.concat([Buffer.from('\n'), record]) : record;
    const written = writeOnce(file, bytes, path);
    if (written < bytes.length) {
      if (fstatSync(file).size === size + written) ftruncateSync(file, size);
      throw new DreamkeeperError('E_DISK', `only ${written} of ${bytes.length} bytes fitted into ${path}`, {
        hint: 'The disk is full; the line was not recorded.',
      });
    }
    if (isGlued(file, size, bytes.length, record)) writeOnce(file, Buffer.concat([Buffer.from('\n'), record]), path);
    if (isSynced) sync(file, path);
    return size;
  } finally {
    closeSync(file);
  }
}

/** The line, and the name of a file that is new. */
function sync(file: number, path: string): void {
  fsyncSync(file);
  if (process.platform === 'win32') return;
  const folder = openSync(path.slice(0, path.lastIndexOf('/')) || '/', constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Opens it for appending; what stands in the way is said in words. */
function openOwn(path: string): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (cause) {
    const errno = errnoOf(cause) ?? '';
    if (['EISDIR', 'ELOOP', 'EMLINK', 'ENXIO'].includes(errno)) throw notAFile(path, cause);
    if (['EACCES', 'EPERM', 'EROFS'].includes(errno)) {
      throw new DreamkeeperError('E_NO_PERMISSION', `${path} cannot be written (${errno})`, {
        hint: 'The step was not recorded. Make that file writable for yourself.',
        cause,
      });
    }
    throw new DreamkeeperError('E_DISK', `${path} cannot be opened (${errno})`, {
      hint: 'The step was not recorded.',
      cause,
    });
  }
}

function notAFile(path: string, cause?: unknown): DreamkeeperError {
  return new DreamkeeperError('E_NOT_A_FILE', `${path} is not a plain file of its own`, {
    hint: 'Move it away; Dreamkeeper makes a new one when it needs it. The step was not recorded.',
    cause,
  });
}

/** One write, or an error in words; a short count is the caller's to judge. */
function writeOnce(file: number, bytes: Buffer, path: string): number {
  try {
    return writeSync(file, bytes);
  } catch (cause) {
    throw new DreamkeeperError('E_DISK', `${path} cannot be written (${errnoOf(cause) ?? 'unknown'})`, {
      hint: 'The step was not recorded. Make room, and try again.',
      cause,
    });
  }
}

/** Whether our record landed behind a fragment. Only asked when somebody else wrote since we looked. */
function isGlued(file: number, before: number, length: number, record: Buffer): boolean {
  const { size } = fstatSync(file);
  if (size === before + length) return false;
  const from = Math.max(0, before - 1);
  const since = Buffer.alloc(size - from);
  readSync(file, since, 0, since.length, from);
  for (let at = since.indexOf(record); at !== -1; at = since.indexOf(record, at + 1)) {
    if (from + at === 0 || since[at - 1] === 0x0a) return false;
  }
  return true;
}

function endsOpen(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
