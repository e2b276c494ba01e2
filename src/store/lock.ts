// One holder at a time across processes. The kernel frees it when the holder dies, however it dies.
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError } from '../errors/errors.ts';
import { isBusy, sqlite } from './sqlite.ts';

/** A lock that is held until it is released, or until its process ends. */
export interface Held {
  release(): void;
}

/**
 * Takes the lock, or gives undefined if somebody else has it. Never waits.
 *
 * The file is a database of its own that nothing else in this process may ever open: its lock is a POSIX lock, and closing any other
 * descriptor of the file would drop it.
 */
export function tryLock(path: string): Held | undefined {
  const { DatabaseSync: Database } = sqlite();
  let database: DatabaseSync | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    // Nothing is ever written into it, so no journal has to be put away on disk when it is closed.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const taken = database;
    return { release: () => taken.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw new DreamkeeperError(
      'E_DISK',
      `${path} cannot be used as a lock (${error instanceof Error ? error.message : 'unknown'})`,
      { hint: 'Nothing was changed. Remove that file; Dreamkeeper makes a new one.', cause: error },
    );
  }
}
