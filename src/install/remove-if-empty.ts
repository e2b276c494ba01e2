// A folder of ours goes when nothing is left in it.
import { rmdirSync } from 'node:fs';
import { errnoOf } from '../errors/errors.ts';

export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Somebody put something into it, or it is gone already: both are theirs to decide.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) throw error;
  }
}
