// A new state of an index, made in a file beside it: whoever reads meanwhile has the old one, and a kill leaves it.
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { aboutIn, filesIn, packed, sizeIn } from './corpus-rows.ts';
import { damaged, inCorpus, makeCorpus, requireCorpus } from './corpus-schema.ts';
import type { CorpusAbout, CorpusDraft } from './corpus-types.ts';
import { sqlite } from './sqlite.ts';

/** `release` lets others write again. */
export function openDraft(path: string, draft: string, release: () => void): CorpusDraft {
  const isNew = !existsSync(path);
  const { DatabaseSync: Database } = sqlite();
  let database: DatabaseSync | undefined;
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    database?.close();
    for (const each of [draft, `${draft}-journal`]) rmSync(each, { force: true });
    release();
  };
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    if (!isNew) copyFileSync(path, draft, constants.COPYFILE_FICLONE);
    database = inCorpus(path, () => {
      const opened = new Database(draft);
      // Nobody sees it before it is whole; if the machine dies, it is thrown away.
      opened.exec('PRAGMA synchronous = OFF; BEGIN');
      if (isNew) makeCorpus(opened);
      else requireCorpus(opened, path);
      return opened;
    });
    return { ...draftIn(database, path, isNew), close, finish: (about) => land(about) };
  } catch (error) {
    close();
    throw error;
  }

  function land(about: CorpusAbout): void {
    inCorpus(path, () => {
      // What was damaged before must not become the new state unseen.
      const check = isNew ? undefined : database?.prepare('PRAGMA quick_check(1)').get();
      if (check !== undefined && Object.values(check)[0] !== 'ok') throw damaged(path);
      database?.prepare('INSERT OR REPLACE INTO about VALUES (1, ?)').run(JSON.stringify(about));
      database?.exec('COMMIT');
      database?.close();
      database = undefined;
      flushed(draft);
      renameSync(draft, path);
      flushed(dirname(path));
    });
    close();
  }
}

function flushed(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function draftIn(database: DatabaseSync, path: string, isNew: boolean): Omit<CorpusDraft, 'close' | 'finish'> {
  const before = inCorpus(path, () => (isNew ? undefined : aboutIn(database)));
  const sql = (text: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = inCorpus(path, () => database.prepare(text));
    // The full-text table has rows of its own with very large numbers, and the last one is told after every statement.
    statement.setReadBigInts(true);
    return statement;
  };
  const [fileOf, chunksOf] = [sql('SELECT id FROM files WHERE path = ?'), sql('SELECT id FROM chunks WHERE file = ?')];
  const dropWords = sql('DELETE FROM words WHERE rowid = ?');
  const dropVector = sql('DELETE FROM vectors WHERE chunk = ?');
  const dropChunks = sql('DELETE FROM chunks WHERE file = ?');
  const dropFile = sql('DELETE FROM files WHERE id = ?');
  const addFile = sql('INSERT INTO files (path, hash, size, written) VALUES (?, ?, ?, ?)');
  const addChunk = sql('INSERT INTO chunks (file, line, end_line, headline, text) VALUES (?, ?, ?, ?, ?)');
  const addWords = sql('INSERT INTO words (rowid, heads, body) VALUES (?, ?, ?)');
  const addVector = sql('INSERT OR REPLACE INTO vectors VALUES (?, ?)');
  const keepFile = sql('UPDATE files SET size = ?, written = ? WHERE path = ?');
  const drop = (name: string): void => {
    const file = fileOf.get(name)?.id;
    if (file === undefined) return;
    for (const { id } of chunksOf.all(file)) {
      dropWords.run(id as bigint);
      dropVector.run(id as bigint);
    }
    dropChunks.run(file);
    dropFile.run(file);
  };
  return {
    before: () => before,
    files: () => filesIn(database),
    size: () => inCorpus(path, () => sizeIn(database)),
    drop: (name) => inCorpus(path, () => drop(name)),
    put: (file, chunks) =>
      inCorpus(path, () => {
        drop(file.path);
        const { lastInsertRowid: id } = addFile.run(file.path, file.hash, file.size, file.written);
        for (const { line, endLine, headline, text, heads, words } of chunks) {
          const { lastInsertRowid: chunk } = addChunk.run(id, line, endLine, headline, text);
          addWords.run(chunk, heads, words);
        }
      }),
    keep: ({ path: name, size, written }) => void inCorpus(path, () => keepFile.run(size, written, name)),
    forgetVectors: () => inCorpus(path, () => database.exec('DELETE FROM vectors')),
    withoutVectors: (after, most) =>
      inCorpus(path, () =>
        sql(
          'SELECT id, text FROM chunks WHERE id > ? AND NOT EXISTS (SELECT 1 FROM vectors WHERE chunk = id) ORDER BY id LIMIT ?',
        ).all(after, most),
      ).map((row) => ({ id: Number(row.id), text: String(row.text) })),
    setVector: (id, vector) => void inCorpus(path, () => addVector.run(id, packed(vector))),
  };
}
