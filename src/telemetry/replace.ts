// A small private file put in another's place, whole: whoever reads finds the old one or the new one.
import { basename, dirname, join } from 'node:path';

const { closeSync, constants, openSync, renameSync, rmSync, writeSync } = process.getBuiltinModule('node:fs');

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** Of two writers at once, one stays. What a killed one left is written over by the next process of its number. */
export function replaceFile(path: string, text: string): void {
  const own = process.pid.toString(16).padStart(24, '0');
  const temporary = join(dirname(path), `.${basename(path)}.${own}.tmp`);
  try {
    const file = openSync(temporary, flags, 0o600);
    try {
      writeSync(file, `${text}\n`);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Takes it away, if it is there. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}
