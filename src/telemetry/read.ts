// The newest part of the record, bounded: a day can be gigabytes, and only its end is asked for.
import { basename } from 'node:path';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { pieces } from './rotate.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');

/** Reads at most `most` bytes from the end, over all pieces but those named in `without`, whole lines only. Gives '' if nothing was recorded. */
export function readNewest(
  path: string,
  most: number = 16 * 1024 * 1024,
  without: ReadonlySet<string> = new Set(),
): string {
  let room = most;
  const parts: string[] = [];
  for (const piece of [...pieces(path), path].toReversed()) {
    if (room <= 0) break;
    if (without.has(basename(piece))) continue;
    const text = tail(piece, room);
    room -= text.length;
    // A piece whose last line is torn must not run into the next one.
    if (text !== '') parts.unshift(text.endsWith('\n') ? text : `${text}\n`);
  }
  return parts.join('');
}

function tail(path: string, most: number): string {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    // Not recorded yet, or put aside just now, or not a file of ours: nothing to read here.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK'].includes(errnoOf(error) ?? '')) return '';
    if (errnoOf(error) === 'EACCES')
      throw new DreamkeeperError('E_NO_PERMISSION', `${path} cannot be read: no permission`, {
        hint: 'Nothing was changed. If it is yours, `dk doctor --fix` corrects its permissions.',
        cause: error,
      });
    throw new DreamkeeperError('E_DISK', `${path} cannot be read (${errnoOf(error) ?? 'unknown'})`, {
      hint: 'Nothing was changed. Check the disk and its permissions, and try again.',
      cause: error,
    });
  }
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile()) return '';
    const from = Math.max(0, size - most);
    const bytes = Buffer.alloc(size - from);
    let have = 0;
    while (have < bytes.length) {
      const got = readSync(file, bytes, have, bytes.length - have, from + have);
      if (got === 0) break;
      have += got;
    }
    const text = bytes.toString('utf8', 0, have);
    const firstWhole = text.indexOf('\n') + 1;
    if (from === 0) return text;
    return firstWhole === 0 ? '' : text.slice(firstWhole);
  } finally {
    closeSync(file);
  }
}
