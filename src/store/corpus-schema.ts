// How the index of a folder lies in its file, and what is said if that file is none.
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError } from '../errors/errors.ts';
import { isDamaged, storeErrorOf } from './sqlite.ts';

/** `dkix`: so that no other program's database is taken for one. */
const application = 0x64_6b_69_78;
const version = 1;

export function makeCorpus(database: DatabaseSync): void {
  database.exec(`
    PRAGMA application_id = ${application};
    PRAGMA user_version = ${version};
    CREATE TABLE about (only INTEGER PRIMARY KEY CHECK (only = 1), told TEXT NOT NULL) STRICT;
    CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, size INTEGER NOT NULL, written REAL NOT NULL) STRICT;
    CREATE TABLE chunks (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, headline TEXT NOT NULL, text TEXT NOT NULL) STRICT;
    CREATE INDEX chunks_of_file ON chunks (file);
    CREATE TABLE vectors (chunk INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
    CREATE VIRTUAL TABLE words USING fts5(heads, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');
  `);
}

/** Throws unless it is one of ours, of a version that is known. */
export function requireCorpus(database: DatabaseSync, path: string): void {
  const number = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  if (number('application_id') !== application) throw damaged(path);
  if (number('user_version') > version)
    throw new DreamkeeperError('E_FORMAT_NEWER', `${path} was made by a newer version`, {
      hint: 'Update dreamkeeper, or make the index anew: `dk index remove`, then `dk index add`.',
    });
}

export function damaged(path: string, cause?: unknown): DreamkeeperError {
  return new DreamkeeperError('E_CORPUS_DAMAGED', `the index in ${path} is damaged`, {
    hint: 'Nothing else is lost by it: `dk index remove <name>`, then `dk index add <name> <folder>` makes it anew from the files.',
    cause,
  });
}

/** Runs something on an index; what SQLite says of it is told in our words. */
export function inCorpus<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof DreamkeeperError) throw error;
    throw isDamaged(error) ? damaged(path, error) : storeErrorOf(error, path);
  }
}
