// The tables, one step per version: a store is brought forward, never back.
import type { DatabaseSync } from 'node:sqlite';
import { DreamkeeperError } from '../errors/errors.ts';
import { atOnce } from './sqlite.ts';

/** Each step brings a store from its index to the next version. A step that was released never changes. */
const steps: readonly string[] = [
  `CREATE TABLE intents (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time TEXT NOT NULL, state TEXT NOT NULL,
     body TEXT NOT NULL, note TEXT NOT NULL DEFAULT '') STRICT;
   CREATE TABLE images (intent TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (intent, name)) STRICT;
   CREATE TABLE outbox (id TEXT PRIMARY KEY, intent TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE leases (name TEXT PRIMARY KEY, number INTEGER NOT NULL, id TEXT NOT NULL, who TEXT NOT NULL, since TEXT NOT NULL,
     ended INTEGER NOT NULL DEFAULT 0) STRICT;`,
  'CREATE TABLE drafts (key TEXT PRIMARY KEY, content BLOB NOT NULL, time TEXT NOT NULL) STRICT;',
  `CREATE TABLE calls (seq INTEGER PRIMARY KEY AUTOINCREMENT, night TEXT NOT NULL, act TEXT NOT NULL, provider TEXT NOT NULL,
     model TEXT NOT NULL, time TEXT NOT NULL, day TEXT NOT NULL, outcome TEXT NOT NULL DEFAULT '', input INTEGER NOT NULL,
     output INTEGER NOT NULL, bytes INTEGER NOT NULL, milliseconds INTEGER NOT NULL, usd REAL) STRICT;
   CREATE INDEX calls_by_day ON calls (day);
   CREATE TABLE memos (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
  `CREATE TABLE recalls (seq INTEGER PRIMARY KEY AUTOINCREMENT, memory TEXT NOT NULL, asked TEXT NOT NULL, query TEXT NOT NULL,
     score REAL NOT NULL, time TEXT NOT NULL, agent TEXT NOT NULL, session TEXT NOT NULL DEFAULT '') STRICT;
   CREATE INDEX recalls_by_memory ON recalls (memory);
   CREATE INDEX recalls_by_time ON recalls (time);`,
  `CREATE TABLE messages (seq INTEGER PRIMARY KEY AUTOINCREMENT, agent TEXT NOT NULL, time TEXT NOT NULL, sender TEXT NOT NULL,
     text TEXT NOT NULL) STRICT;`,
];

/**
 * A version is a thousand times its major number, and its minor number: 4 is 0.4. A later minor version only adds: tables, indexes, columns
 * that have a default. A program of an earlier one goes on as it did, and leaves alone what it does not know. Another major version is for
 * the program that made it.
 */
export const newestVersion: number = steps.length;
const majorOf = (version: number): number => Math.floor(version / 1000);

function isLaterMajor(version: number): boolean {
  return majorOf(version) > majorOf(newestVersion);
}

/** It has all that we ask for, and maybe more. */
function isComplete(version: number): boolean {
  return version >= newestVersion && !isLaterMajor(version);
}

/** Written into the head of every store that we make. Those of before it have none, and are known by their tables. */
const ourMark = 0x64_6b_73_31;
/** The tables of the first version: every later one has them. */
const firstTables = ['images', 'intents', 'leases', 'outbox'];

/** Whether it is a store of ours, of whatever version, or nothing yet. Only reads: what is somebody else's stays as it is. */
export function isOurs(database: DatabaseSync): boolean {
  // In one look: somebody else of us may be making it just now.
  database.exec('BEGIN');
  const mark = database.prepare('PRAGMA application_id').get()?.application_id;
  const version = versionOf(database);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  database.exec('COMMIT');
  if (mark === ourMark) return true;
  const names = new Set(tables.map(({ name }) => name));
  return mark === 0 && (version === 0 ? names.size === 0 : firstTables.every((name) => names.has(name)));
}

function versionOf(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  return typeof version === 'number' ? version : 0;
}

/** Whether it can be read as it is. */
export function isReadable(database: DatabaseSync): boolean {
  return isComplete(versionOf(database));
}

/** Brings the tables to the newest version; refuses those of a later major one. True if there were none at all. */
export function bringForward(database: DatabaseSync, path: string): boolean {
  const version = versionOf(database);
  if (isComplete(version)) return false;
  if (isLaterMajor(version)) {
    throw new DreamkeeperError('E_FORMAT_NEWER', `${path} has version ${version}, which is newer than this program`, {
      hint: 'Update dreamkeeper; an older one must not write to this home.',
    });
  }
  return atOnce(database, () => {
    // Somebody else may have done it while we waited for our turn.
    const now = versionOf(database);
    if (now >= newestVersion) return false;
    for (const step of steps.slice(now)) database.exec(step);
    if (now === 0) database.exec(`PRAGMA application_id = ${ourMark}`);
    database.exec(`PRAGMA user_version = ${newestVersion}`);
    return now === 0;
  });
}
