// One holder at a time across processes. The kernel frees it when the holder dies, however it dies.
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError } from '../errors/errors.ts';

/** A lock that is held until it is released, or until its process ends. */
export interface Held {
  release(): void;
}

/** SQLite's word for "somebody else has it". */
const busy = 5;

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
      {
        hint: 'Nothing was changed. Remove that file; it is made anew.',
        cause: error,
      },
    );
  }
}

/** Node 22 announces on loading that this is experimental; that is for us to know, and not for every reader of our output. */
function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
