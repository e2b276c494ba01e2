// Some of a file that a harness keeps: a plain one, bounded, and never waited for.
import { errnoOf } from '../errors/errors.ts';

const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');

/** `from` says where to begin in a file of that size. Undefined if it is no plain file (a pipe may never end), or not ours to read. */
export function partOf(path: string, from: (size: number) => number, bytes: number, flags = 0): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return undefined;
      const part = Buffer.alloc(Math.min(bytes, stat.size));
      return part.toString('utf8', 0, readSync(file, part, 0, part.length, from(stat.size)));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Theirs, not ours: gone, moved or not readable is no fault of a night.
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

/** The newest part of it: the first line may be torn. */
export function newestPartOf(path: string, bytes: number): string | undefined {
  return partOf(path, (size) => Math.max(0, size - bytes), bytes);
}
