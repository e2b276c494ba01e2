// The store in one SQLite file: durable at every commit, opened for one thing and closed again.
import { statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { DreamkeeperError } from '../errors/errors.ts';
import { identityAt, putAside } from './put-aside.ts';
import { bringForward, isOurs, isReadable } from './schema.ts';
import { dropCopy, keepCopy, takeCopy } from './sealed-copy.ts';
import { atOnce, isDamaged, isReadOnly, sqlite, storeErrorOf } from './sqlite.ts';
import { callsIn } from './sqlite-calls.ts';
import { messagesIn } from './sqlite-messages.ts';
import { recallsIn } from './sqlite-recalls.ts';
import { type Ending, type Holder, keptDrafts, keptEndings, type Store, type Unfinished } from './store-types.ts';

type Row = Record<string, SQLOutputValue>;
const text = (row: Row | undefined, name: string): string => String(row?.[name] ?? '');
const number = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);
const bytes = (row: Row | undefined, name: string): Uint8Array => {
  const value = row?.[name];
  return value instanceof Uint8Array ? value : new Uint8Array();
};

/**
 * Opens the store, or makes it. One that is damaged is put aside as `….damaged`, and what is no store of ours (another program's database, a
 * folder, a link) as `….foreign`; a new one begins, for what must happen only once stands in the ledger, too.
 */
export function openStore(path: string): Store {
  try {
    const seen = identityAt(path);
    const kind = seen === 'no file' ? 'foreign' : openOrSay(path);
    if (typeof kind !== 'string') return kind;
    putAside(path, kind, seen);
    return openAt(path) ?? refuse(path);
  } catch (error) {
    throw storeErrorOf(error, path);
  }
}

/** Opens a store that is there for reading alone; whatever would write is refused with `why`. Of an earlier version, or of another major one, it tells nothing. */
export function lookIntoStore(path: string, why: DreamkeeperError): Store {
  let database: DatabaseSync | undefined;
  try {
    const { DatabaseSync: Database } = sqlite();
    database = new Database(path, { readOnly: true, timeout: 10_000 });
    if (!isReadable(database)) throw why;
  } catch (error) {
    database?.close();
    throw storeErrorOf(error, path);
  }
  return catching(storeIn(database), (error) => {
    throw isReadOnly(error) ? why : storeErrorOf(error, path);
  });
}

/** The same store, whose every error goes to somebody who throws another. */
function catching(store: Store, rethrow: (error: unknown) => never): Store {
  const entries = Object.entries(store).map(([name, method]: [string, (...args: never[]) => unknown]) => [
    name,
    (...args: never[]) => {
      try {
        return method(...args);
      } catch (error) {
        return rethrow(error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Store;
}

function openOrSay(path: string): Store | 'damaged' | 'foreign' {
  try {
    return openAt(path) ?? 'foreign';
  } catch (error) {
    if (isDamaged(error)) return 'damaged';
    throw error;
  }
}

function refuse(path: string): never {
  throw new DreamkeeperError('E_DISK', `another program keeps putting its database into ${path}`, {
    hint: 'Dreamkeeper did not change it. Find that program, and let it use another place.',
  });
}

/** Undefined if it is a database that works, and that somebody else made. */
function openAt(path: string): Store | undefined {
  const { DatabaseSync: Database } = sqlite();
  const database = new Database(path, { timeout: 10_000 });
  try {
    // Before anything is written: what is somebody else's is left as it is.
    if (!isOurs(database)) {
      database.close();
      return undefined;
    }
    // The journal is cut to nothing and synced at every commit: what was acknowledged stays, also when the power goes.
    // What is deleted is overwritten: a file that somebody wrote a credential into lies here only while a change of it is under way.
    database.exec('PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    refuseDamaged(database, path);
    const isNew = bringForward(database, path);
    const store = withCopies(storeIn(database), path);
    // Whoever lost the store has not lost what was decided.
    const copy = isNew ? takeCopy(path) : undefined;
    if (copy !== undefined) store.seal({ ...copy, after: 0 });
    return guarded(store, path);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A page that makes no sense may lie anywhere. While a store is small, which it mostly is, looking at all of it costs nothing. */
function refuseDamaged(database: DatabaseSync, path: string): void {
  if (statSync(path).size > 4 * 1024 * 1024) return;
  const [row] = database.prepare('PRAGMA quick_check(1)').all();
  const said = text(row, 'quick_check');
  // A row that a rule forbids can be read all the same; the doctor tells of it.
  if (said === 'ok' || /constraint|NULL value/u.test(said)) return;
  throw Object.assign(new Error(said), { errcode: 11 });
}

/** Every seal has a copy outside. */
function withCopies(store: Store, path: string): Store {
  return {
    ...store,
    seal: (sealing) => {
      if (store.lastSealed() !== sealing.after) return 'fenced';
      keepCopy(path, sealing);
      const outcome = store.seal(sealing);
      if (outcome === 'fenced') dropCopy(path, sealing.id);
      return outcome;
    },
    finish: (id, ending, note) => {
      store.finish(id, ending, note);
      dropCopy(path, id);
    },
  };
}

/** Every error that comes out is one of ours. A store that turns out to be damaged is put aside, and the next command begins a new one. */
function guarded(store: Store, path: string): Store {
  const seen = identityAt(path);
  return catching(store, (error) => {
    if (!isDamaged(error)) throw storeErrorOf(error, path);
    store.close();
    putAside(path, 'damaged', seen);
    throw new DreamkeeperError('E_DISK', `${path} is damaged, and was put aside`, {
      hint: 'Run the command again: Dreamkeeper makes a new one, and the ledger still has what was already done.',
      cause: error,
    });
  });
}

function storeIn(database: DatabaseSync): Store {
  const all = (sql: string, ...values: (string | number)[]): Row[] => database.prepare(sql).all(...values);
  const one = (sql: string, ...values: (string | number)[]): Row | undefined => database.prepare(sql).get(...values);
  const run = (sql: string, ...values: (string | number | Uint8Array)[]): void => {
    database.prepare(sql).run(...values);
  };
  // What was sealed and is forgotten by now still counts.
  const lastSealed = (): number => number(one("SELECT seq FROM sqlite_sequence WHERE name = 'intents'"), 'seq');
  const isHolder = (name: string, held: number): boolean =>
    one('SELECT 1 FROM leases WHERE name = ? AND number = ? AND ended = 0', name, held) !== undefined;
  const outboxOf = (intent: string): Unfinished['outbox'] =>
    all('SELECT id, kind, body FROM outbox WHERE intent = ? ORDER BY rowid', intent).map((row) => ({
      id: text(row, 'id'),
      kind: text(row, 'kind'),
      body: text(row, 'body'),
    }));
  return {
    lastSealed,
    seal: ({ id, time, body, images, outbox, after, lease }) =>
      atOnce(database, () => {
        if (lastSealed() !== after || (lease !== undefined && !isHolder(lease.name, lease.number))) return 'fenced';
        run("INSERT INTO intents (id, time, state, body) VALUES (?, ?, 'sealed', ?)", id, time, body);
        for (const [name, content] of images)
          run('INSERT INTO images (intent, name, content) VALUES (?, ?, ?)', id, name, content);
        for (const { id: item, kind, body: words } of outbox)
          run('INSERT INTO outbox (id, intent, kind, body) VALUES (?, ?, ?, ?)', item, id, kind, words);
        return 'sealed';
      }),
    unfinished: () =>
      all("SELECT seq, id, time, body FROM intents WHERE state = 'sealed' ORDER BY seq").map((row) => {
        const id = text(row, 'id');
        const images = all('SELECT name, content FROM images WHERE intent = ?', id);
        return {
          seq: number(row, 'seq'),
          id,
          time: text(row, 'time'),
          body: text(row, 'body'),
          outbox: outboxOf(id),
          images: new Map(images.map((image) => [text(image, 'name'), bytes(image, 'content')])),
        };
      }),
    isUnfinished: (id) => one("SELECT 1 FROM intents WHERE id = ? AND state = 'sealed'", id) !== undefined,
    finish: (id, ending, note) =>
      atOnce(database, () => {
        if (one("SELECT 1 FROM intents WHERE id = ? AND state = 'sealed'", id) === undefined) return;
        run("UPDATE intents SET state = ?, note = ?, body = '' WHERE id = ? AND state = 'sealed'", ending, note, id);
        run('DELETE FROM images WHERE intent = ?', id);
        // What nobody here can deliver waits for whoever can.
        if (ending !== 'done') run('DELETE FROM outbox WHERE intent = ?', id);
        run(
          `DELETE FROM intents WHERE state IN ('done', 'dropped')
           AND seq NOT IN (SELECT seq FROM intents ORDER BY seq DESC LIMIT ${keptEndings})`,
        );
      }),
    ended: (most) =>
      all("SELECT id, time, state, note FROM intents WHERE state <> 'sealed' ORDER BY seq DESC LIMIT ?", most).map(
        (row) => ({
          id: text(row, 'id'),
          time: text(row, 'time'),
          note: text(row, 'note'),
          ending: text(row, 'state') as Ending,
        }),
      ),
    forget: (id) =>
      atOnce(database, () => {
        if (one("SELECT 1 FROM intents WHERE id = ? AND state <> 'sealed'", id) === undefined) return;
        run('DELETE FROM outbox WHERE intent = ?', id);
        run('DELETE FROM intents WHERE id = ?', id);
      }),
    undelivered: () =>
      all(
        `SELECT id, intent, kind, body FROM outbox
         WHERE NOT EXISTS (SELECT 1 FROM intents WHERE intents.id = outbox.intent AND state = 'sealed') ORDER BY rowid`,
      ).map((row) => ({
        id: text(row, 'id'),
        intent: text(row, 'intent'),
        kind: text(row, 'kind'),
        body: text(row, 'body'),
      })),
    delivered: (id) => run('DELETE FROM outbox WHERE id = ?', id),
    takeLease: (name, { id, who, since }, least) =>
      atOnce(database, () => {
        const before = holderIn(one('SELECT * FROM leases WHERE name = ?', name));
        const next = Math.max(before?.number ?? 0, least) + 1;
        const sql = `INSERT INTO leases (name, number, id, who, since, ended) VALUES (?, ?, ?, ?, ?, 0)
           ON CONFLICT (name) DO UPDATE
           SET number = excluded.number, id = excluded.id, who = excluded.who, since = excluded.since, ended = 0`;
        run(sql, name, next, id, who, since);
        return { number: next, before };
      }),
    holderOf: (name) => holderIn(one('SELECT * FROM leases WHERE name = ?', name)),
    endLease: (lease) => run('UPDATE leases SET ended = 1 WHERE name = ? AND number = ?', lease.name, lease.number),
    keepDraft: (key, content, time) =>
      atOnce(database, () => {
        run('DELETE FROM drafts WHERE key = ?', key);
        run('INSERT INTO drafts (key, content, time) VALUES (?, ?, ?)', key, content, time);
        run(`DELETE FROM drafts WHERE rowid NOT IN (SELECT rowid FROM drafts ORDER BY rowid DESC LIMIT ${keptDrafts})`);
      }),
    draft: (key) => {
      const row = one('SELECT content FROM drafts WHERE key = ?', key);
      return row === undefined ? undefined : bytes(row, 'content');
    },
    dropDraft: (key) => run('DELETE FROM drafts WHERE key = ?', key),
    ...callsIn(database),
    ...recallsIn(database),
    ...messagesIn(database),
    problems: () =>
      all('PRAGMA integrity_check')
        .map((row) => text(row, 'integrity_check'))
        .filter((line) => line !== 'ok'),
    close: () => database.close(),
  };
}

function holderIn(row: Row | undefined): Holder | undefined {
  if (row === undefined) return undefined;
  return {
    number: number(row, 'number'),
    id: text(row, 'id'),
    who: text(row, 'who'),
    since: text(row, 'since'),
    hasEnded: number(row, 'ended') === 1,
  };
}
