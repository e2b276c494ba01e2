// SQLite as it comes with Node, without its announcement, and its errors in our words.
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';

/** Node 22 announces on loading that this is experimental; that is for us to know, and not for every reader of our output. */
export function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite's own number for what went wrong, with the finer part cut off; undefined if the error is not SQLite's. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** Somebody else has it. */
export const isBusy = (error: unknown): boolean => codeOf(error) === 5;
/** It was opened for reading, or may not be written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === 8;
/** It is no database, or one whose pages contradict each other. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(codeOf(error) ?? 0);

/** Errors that a filesystem without working locks gives: lock calls that fail, or a protocol that makes no sense. */
export function isWithoutLocks(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  // IOERR with RDLOCK, UNLOCK, LOCK, CHECKRESERVEDLOCK; and PROTOCOL.
  return [2314, 2058, 3850, 3594, 15].includes(error.errcode);
}

/** An error of SQLite's or of the disk's, told with what to do. */
export function storeErrorOf(error: unknown, path: string): unknown {
  // One of ours has been said in words already; its code is no errno.
  if (codeOf(error) === undefined && !/^E[A-Z]+$/u.test(errnoOf(error) ?? '')) return error;
  return new DreamkeeperError('E_DISK', `${path} cannot be used (${error instanceof Error ? error.message : '?'})`, {
    hint: 'Nothing was lost. Free some space, or check the disk and its permissions, and try again.',
    cause: error,
  });
}

/** Several statements as one: all or none. */
export function atOnce<Result>(database: DatabaseSync, act: () => Result): Result {
  // Taken for writing at once: a reader that becomes a writer later could find that somebody was faster.
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
