// What an index says of itself and of its files, and which chunks are near.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CorpusAbout, CorpusFile, CorpusReader, CorpusSize } from './corpus-types.ts';

type Row = Record<string, SQLOutputValue>;

export function aboutIn(database: DatabaseSync): CorpusAbout | undefined {
  const row = database.prepare('SELECT told FROM about').get();
  return row === undefined ? undefined : (JSON.parse(String(row.told)) as CorpusAbout);
}

export function sizeIn(database: DatabaseSync): CorpusSize {
  const one = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const chunks = one('SELECT count(*) FROM chunks');
  return {
    files: one("SELECT count(*) FROM files WHERE hash <> ''"),
    chunks,
    withoutVectors: chunks - one('SELECT count(*) FROM vectors'),
    bytes: one('PRAGMA page_count') * one('PRAGMA page_size'),
  };
}

export function* filesIn(database: DatabaseSync): Generator<CorpusFile> {
  for (const row of database.prepare('SELECT path, hash, size, written FROM files ORDER BY path').iterate())
    yield { path: String(row.path), hash: String(row.hash), size: Number(row.size), written: Number(row.written) };
}

/** Any of the words; what is rare in the index counts more, and a heading twice. */
export function byWords(database: DatabaseSync, words: readonly string[], most: number): number[] {
  if (words.length === 0) return [];
  // Each in quotes: none of them can be read as an operator.
  const wanted = words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR ');
  const rows = database
    .prepare('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY bm25(words, 2.0, 1.0), rowid LIMIT ?')
    .all(wanted, most);
  return rows.map((row) => Number(row.id));
}

export function byVector(database: DatabaseSync, asked: Float32Array, most: number, least: number): number[] {
  let best: { readonly id: number; readonly near: number }[] = [];
  let floor = least;
  for (const row of database.prepare('SELECT chunk, vector FROM vectors ORDER BY chunk').iterate()) {
    const near = nearness(asked, row);
    if (near === undefined || near < floor) continue;
    best.push({ id: Number(row.chunk), near });
    // Sorted now and then, so that a million are not kept.
    if (best.length < 4 * most) continue;
    best = cutTo(best, most);
    floor = Math.max(floor, best.at(-1)?.near ?? 0);
  }
  return cutTo(best, most).map(({ id }) => id);
}

function cutTo<Each extends { readonly id: number; readonly near: number }>(
  all: readonly Each[],
  most: number,
): Each[] {
  return all.toSorted((one, other) => other.near - one.near || one.id - other.id).slice(0, most);
}

/** The angle's cosine; undefined for a vector of another length, which says nothing here. */
function nearness(asked: Float32Array, { vector }: Row): number | undefined {
  if (!(vector instanceof Uint8Array) || vector.length !== asked.length) return undefined;
  let [product, length] = [0, 0];
  for (let at = 0; at < asked.length; at += 1) {
    // Kept as small whole numbers, the sign in the first bit.
    const value = ((vector[at] as number) << 24) >> 24;
    product += value * (asked[at] as number);
    length += value * value;
  }
  return length === 0 ? 0 : product / Math.sqrt(length);
}

/** A vector in a byte for each number: its direction is what counts. */
export function packed(vector: Float32Array): Uint8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return Uint8Array.from(vector, (value) => Math.round((value / largest) * 127) & 0xff);
}

export function chunkIn(database: DatabaseSync, id: number): ReturnType<CorpusReader['chunk']> {
  const row = database
    .prepare(
      'SELECT path, line, end_line, headline, text FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?',
    )
    .get(id);
  if (row === undefined) return undefined;
  return {
    path: String(row.path),
    line: Number(row.line),
    endLine: Number(row.end_line),
    headline: String(row.headline),
    text: String(row.text),
  };
}
