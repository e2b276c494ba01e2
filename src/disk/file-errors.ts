// What the system says about a file, in words, with what to do about it.
import { lstatSync } from 'node:fs';
import { DreamkeeperError, errnoOf, notOwnFolder } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';

export function notAFile(path: string, cause?: unknown): DreamkeeperError {
  return new DreamkeeperError('E_NOT_A_FILE', `${printSafe(path)} is not a plain file of its own`, {
    hint: 'Dreamkeeper does not follow links, pipes or folders here. Put a plain file there; nothing was changed.',
    cause,
  });
}

/** Nothing private is written through a link, nor where something else lies. What is not there yet will be a folder. */
export function requireOwnFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) throw notOwnFolder(printSafe(path));
}

export function tooLarge(path: string, size: number, most: number): DreamkeeperError {
  return new DreamkeeperError('E_TOO_LARGE', `${printSafe(path)} is ${size} bytes long, more than ${most}`, {
    hint: 'Look into the file, and make it smaller; nothing was changed.',
  });
}

/** Does something with a file; what the system says about it then is said in words. */
export function inFileWords<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw fileErrorOf(error, path);
  }
}

/** System errors in words, with what to do about them. */
export function fileErrorOf(error: unknown, path: string): unknown {
  const errno = errnoOf(error);
  if (error instanceof DreamkeeperError || errno === undefined) return error;
  if (['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'ELOOP'].includes(errno)) return notAFile(path, error);
  if (errno === 'ENOENT') {
    return new DreamkeeperError('E_CHANGED_MEANWHILE', `the folder of ${printSafe(path)} is missing`, {
      hint: 'Nothing was changed. Try again when no other program is moving folders there.',
      cause: error,
    });
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(errno)) {
    return new DreamkeeperError(
      'E_NO_PERMISSION',
      `${printSafe(path)} cannot be ${errno === 'EROFS' ? 'written: the disk is read-only' : 'opened: no permission'}`,
      { hint: 'Nothing was changed. Give yourself permission to write there, and try again.', cause: error },
    );
  }
  if (['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EFBIG'].includes(errno)) {
    return new DreamkeeperError('E_DISK', `${printSafe(path)} could not be written (${errno})`, {
      hint: 'The old content is still there. Free some space, or check the disk, and try again.',
      cause: error,
    });
  }
  return error;
}
