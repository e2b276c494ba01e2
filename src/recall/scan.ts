// The one pass over the bytes: which words of a question stand in a line, and how many words it has.
import { makeNumbers, type Numbers } from './numbers.ts';
import type { Asked } from './question.ts';
import { stem } from './stem.ts';
import { makeWordCache } from './word-cache.ts';
import { partsOf, stemsOf } from './words.ts';

export interface Scanner {
  /** Reads a line that begins here, and gives where the next one does. */
  line(bytes: Uint8Array, from: number, end: number): number;
  /** Whose the next words are. */
  chunk: number;
  /** The heading that the next words are; -1 if they are in none. */
  heading: number;
  /** How many words were read. */
  words: number;
  /** A chunk and a form, in turn; the form has `speaks` added if it stands before a colon at the beginning of a line. */
  readonly hits: Numbers;
  /** A heading and a form, in turn. */
  readonly headingHits: Numbers;
  /** The forms in a path, which is in no chunk. */
  formsIn(path: string): number[];
}

/** Added to a form. */
export const speaks: number = 1 << 20;

/** Letters in one case from 1, digits behind them; a large letter has 64 added, what is not ASCII is 128 and more. */
const kinds: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x60;
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x40 + 64;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 27;
  return byte >= 0x80 ? 165 : 0;
});
/** Marks of lists and of bold letters, blanks, brackets of a time, a dot in a name. */
const mayStandBefore: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  '-*+_#>[]() .'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const wide = 38;
/** Longer is no word: a key, a picture, a file in one line. */
const longest = 64;
/** How far from the beginning of a line a name may stand that speaks. */
const nameWithin = 48;

export function makeScanner({ forms, figures }: Asked): Scanner {
  const beginnings = beginningsOf([...forms.keys()], figures !== -1);
  const known = makeWordCache();
  const lists: number[][] = [[]];
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const hits = makeNumbers();
  const headingHits = makeNumbers();
  const formsIn = (text: string): number[] => {
    const words = [...stemsOf(text), ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(partsOf).flatMap(stemsOf)];
    return words.flatMap((word) => forms.get(word) ?? (figures !== -1 && /^\d/u.test(word) ? [figures] : []));
  };
  /** What a run of letters is, the first time. */
  const learn = (bytes: Uint8Array, from: number, to: number, isAscii: boolean): number => {
    const text = decoder.decode(bytes.subarray(from, to));
    const found = isAscii ? formOfWord(text.toLowerCase()) : formsIn(text);
    if (found.length === 0) return 0;
    return lists.push(found) - 1;
  };
  const formOfWord = (word: string): number[] => {
    const form = forms.get(stem(word)) ?? (figures !== -1 && /^\d/u.test(word) ? figures : undefined);
    return form === undefined ? [] : [form];
  };
  const look = (bytes: Uint8Array, from: number, to: number, lineFrom: number, isAscii: boolean): void => {
    let one = 0x811c9dc5 | 0;
    let other = to - from;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      const kind = byte >= 0x80 ? byte : (kinds[byte] as number) & 63;
      one = Math.imul(one ^ kind, 0x01000193);
      other = (Math.imul(other, 31) + kind) | 0;
    }
    let list = to - from > longest ? -1 : known.get(one, other);
    if (list === -1) {
      list = learn(bytes, from, to, isAscii);
      if (to - from <= longest) known.set(one, other, list);
    }
    if (list === 0) return;
    const said = from - lineFrom < nameWithin && isSpeaker(bytes, lineFrom, to) ? speaks : 0;
    for (const form of lists[list] as number[]) {
      hits.push(scanner.chunk);
      hits.push(form + said);
      if (scanner.heading === -1) continue;
      headingHits.push(scanner.heading);
      headingHits.push(form);
    }
    if (to - from > longest) lists.length = list;
  };
  const scanner: Scanner = {
    chunk: 0,
    heading: -1,
    words: 0,
    hits,
    headingHits,
    formsIn: (path) => {
      const before = hits.length;
      const bytes = encoder.encode(path);
      scanner.heading = -1;
      scanner.line(bytes, 0, bytes.length);
      const found = Array.from(hits.all().subarray(before)).filter((_, at) => at % 2 === 1);
      hits.cut(before);
      return found.map((form) => form & (speaks - 1));
    },
    line: (bytes, from, end) => {
      let at = from;
      let words = 0;
      while (at < end) {
        const byte = bytes[at] as number;
        let kind = kinds[byte] as number;
        if (kind === 0) {
          at += 1;
          if (byte === 10) break;
          continue;
        }
        const start = at;
        // The first letter may be a large one: only those behind it make an identifier of several parts.
        let seen = kind & ~64;
        for (at += 1; at < end; at += 1) {
          kind = kinds[bytes[at] as number] as number;
          if (kind === 0) break;
          seen |= kind;
        }
        words += 1;
        if ((seen & 128) !== 0) look(bytes, start, at, from, false);
        else if (at - start <= longest) {
          if (beginnings[beginningAt(bytes, start, at)] === 1) look(bytes, start, at, from, true);
          if ((seen & 64) !== 0) lookAtParts(bytes, start, at, from);
        }
      }
      scanner.words += words;
      return at;
    },
  };
  const lookAtParts = (bytes: Uint8Array, from: number, to: number, lineFrom: number): void => {
    let start = from;
    for (let at = from + 1; at <= to; at += 1) {
      const isLarge = at < to && ((kinds[bytes[at] as number] as number) & 64) !== 0;
      const wasLarge = ((kinds[bytes[at - 1] as number] as number) & 64) !== 0;
      if (at < to && (!isLarge || wasLarge)) continue;
      // A word that is all one part has been looked at.
      if (at - start > 1 && at - start < to - from && beginnings[beginningAt(bytes, start, at)] === 1)
        look(bytes, start, at, lineFrom, true);
      start = at;
    }
  };
  return scanner;
}

function beginningAt(bytes: Uint8Array, from: number, to: number): number {
  const first = (kinds[bytes[from] as number] as number) & 63;
  const second = from + 1 < to ? (kinds[bytes[from + 1] as number] as number) & 63 : 0;
  const third = from + 2 < to ? (kinds[bytes[from + 2] as number] as number) & 63 : 0;
  return (first * wide + second) * wide + third;
}

/** By which three letters a word can begin that is looked for: a stem begins as its words do. */
function beginningsOf(words: readonly string[], withFigures: boolean): Uint8Array {
  const may = new Uint8Array(wide * wide * wide);
  for (const word of words) {
    const letters = [...word.slice(0, 3)].map((letter) => (kinds[letter.charCodeAt(0) & 127] as number) & 63);
    const [first = 0, second = 0, third = 0] = letters;
    may[(first * wide + second) * wide + third] = 1;
    if (word.length === 3 && word.endsWith('i')) may[(first * wide + second) * wide + 25] = 1;
  }
  if (withFigures) may.fill(1, 27 * wide * wide, 37 * wide * wide);
  return may;
}

/** Whether what stands between the beginning of a line and a colon behind this word is a name: `- **Ann Lee:** …`. */
function isSpeaker(bytes: Uint8Array, lineFrom: number, wordTo: number): boolean {
  let words = 0;
  let isInWord = false;
  for (let at = lineFrom; at < lineFrom + nameWithin && at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x3a) return at >= wordTo && words <= 3 && words > 0;
    const isLetter = kinds[byte] !== 0;
    if (isLetter && !isInWord) words += 1;
    isInWord = isLetter;
    if (!isLetter && mayStandBefore[byte] === 0) return false;
  }
  return false;
}
