// What a file of memory is made of, and what came and went between two versions of it.
import { hash } from 'node:crypto';
import { entriesIn, partsIn, scopeOf, wordsPromoted } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';

/** One entry as it stands there: all its lines, without the last line end. */
export interface Unit {
  readonly text: string;
  /** What it says, as memory reads it. */
  readonly words: string;
  /** Lines below its own sentence, which those words do not tell of. */
  readonly hasMore: boolean;
  /** The titles above it. */
  readonly section: string;
  /** Where the same words mean the same. */
  readonly scope: string;
}

export function unitsIn(content: Uint8Array | undefined): Unit[] {
  const bytes = content ?? new Uint8Array();
  return entriesIn(bytes).map(({ from, to, text, details, section }) => ({
    text: plain(bytes.subarray(from, to)),
    words: wordsPromoted(text),
    hasMore: details.length > 0,
    section: section.join('\n'),
    scope: scopeOf(section),
  }));
}

/** Byte by byte, whatever encoding it is in: two that differ in one byte are two. */
const plain = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/\r?\n$/u, '');

/** The same of what an operation says, which is plain text. */
export const unitText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** By which the ledger knows an entry as it stood there. */
export const hashOfUnit = (text: string): string => hash('sha256', text, 'hex');

/** All entries of a file, by those hashes, as text. */
export function entriesByHash(content: Uint8Array | undefined): Map<string, string> {
  return new Map(
    unitsIn(content).map(({ text }) => [hash('sha256', Buffer.from(text, 'latin1'), 'hex'), readable(text)]),
  );
}

/** For people. */
export const readable = (unit: string): string => decodeUtf8(Buffer.from(unit, 'latin1'));

/** What stands between entries and is not blank: front matter, rules. */
export function betweenIn(content: Uint8Array | undefined): string[] {
  return partsIn(content ?? new Uint8Array()).flatMap(({ entry, bytes }) => {
    const text = plain(bytes).trim();
    return entry !== undefined || text === '' ? [] : [text];
  });
}

/** How often each text is there. */
export function counts(texts: Iterable<string>): Map<string, number> {
  const all = new Map<string, number>();
  for (const text of texts) all.set(text, (all.get(text) ?? 0) + 1);
  return all;
}

/** Those of the first that the second has not, as often as it has them fewer. */
export function without(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    [...some].flatMap(([text, many]) => {
      const left = many - (others.get(text) ?? 0);
      return left > 0 ? [[text, left]] : [];
    }),
  );
}
