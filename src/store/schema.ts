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
];

export const newestVersion: number = steps.length;

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
export function isOfThisVersion(database: DatabaseSync): boolean {
  return versionOf(database) === newestVersion;
}

/** Brings the tables to the newest version; refuses those of a later program. True if there were none at all. */
export function bringForward(database: DatabaseSync, path: string): boolean {
  const version = versionOf(database);
  if (version === newestVersion) return false;
  if (version > newestVersion) {
    throw new DreamkeeperError('E_FORMAT_NEWER', `${path} has version ${version}, which is newer than this program`, {
      hint: 'Update dreamkeeper; an older one must not write to this home.',
    });
  }
  return atOnce(database, () => {
    // Somebody else may have done it while we waited for our turn.
    const now = versionOf(database);
    for (const step of steps.slice(now)) database.exec(step);
    if (now === 0) database.exec(`PRAGMA application_id = ${ourMark}`);
    database.exec(`PRAGMA user_version = ${newestVersion}`);
    return now === 0;
  });
}
