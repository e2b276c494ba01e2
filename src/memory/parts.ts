// A Markdown file taken apart and put together again: an edit is other bytes for one entry, and every other byte stays.
import { type Entry, entriesIn } from './entries.ts';

/** A stretch of bytes: an entry, or what stands between two of them. */
export interface Part {
  readonly entry: Entry | undefined;
  readonly bytes: Uint8Array;
}

/** Every byte is in exactly one part. */
export function partsIn(content: Uint8Array): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const between = (to: number): void => {
    if (to > at) parts.push({ entry: undefined, bytes: content.subarray(at, to) });
  };
  for (const entry of entriesIn(content)) {
    between(entry.from);
    parts.push({ entry, bytes: content.subarray(entry.from, entry.to) });
    at = entry.to;
  }
  between(content.length);
  return parts;
}

export function printParts(parts: readonly Part[]): Uint8Array {
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

/**
 * The file with other bytes for this entry, none to take it out. Undefined if another entry would not stay what it is.
 *
 * Two paragraphs between which something is taken out would become one; an empty line is left there.
 */
export function withEntry(content: Uint8Array, entry: Entry, bytes: Uint8Array): Uint8Array | undefined {
  const { from, to } = entry;
  const others = entriesIn(content).filter((each) => each.from !== from);
  for (const instead of bytes.length > 0 ? [bytes] : [bytes, lineEndIn(content)]) {
    const edited = Buffer.concat([content.subarray(0, from), instead, content.subarray(to)]);
    const [end, shift] = [from + instead.length, instead.length - (to - from)];
    const entries = entriesIn(edited);
    const now = entries.filter((each) => each.to <= from || each.from >= end);
    const isSame = (was: Entry, at: number): boolean => {
      const moved = was.from < from ? 0 : shift;
      return now[at]?.kind === was.kind && now[at].from === was.from + moved && now[at].to === was.to + moved;
    };
    // What is new begins and ends where it was put.
    const isWithin = entries.every(
      (each) => each.to <= from || each.from >= end || (each.from >= from && each.to <= end),
    );
    if (isWithin && now.length === others.length && others.every(isSame)) return edited;
  }
  return undefined;
}

/** As most of the file's lines end. */
export function lineEndIn(content: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(content).includes('\r\n') ? '\r\n' : '\n');
}
