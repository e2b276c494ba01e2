// The one pass over the bytes: which words of a question stand in a line, and how many words it has.
import { beginningsOf, placeOf } from './beginnings.ts';
import { makeBegins } from './begins.ts';
import { isForeign } from './foreign.ts';
import { type Hits, makeHits, speaks } from './hits.ts';
import { letters, rise, rises } from './letters.ts';
import type { Asked } from './question.ts';
import { makeSpeakers } from './speakers.ts';
import { stem } from './stem.ts';
import { makeWordCache } from './word-cache.ts';
import { lettersIn, partsOf, stemsOf } from './words.ts';

export interface Scanner {
  /** Begins with another file, or a path. */
  open(bytes: Uint8Array): void;
  /** Reads some lines, and gives where the next one begins. */
  lines(count: number): number;
  /** Whose the next words are; `words` begins at none. */
  begin(chunk: number): void;
  /** The heading that the next words are; -1 if they are in none. */
  heading: number;
  /** How many words were read. */
  words: number;
  /** How many lines the last time. */
  read: number;
  readonly hits: Hits;
  /** The forms in a path, which is in no chunk. */
  formsIn(path: string): readonly number[];
}

/** Longer is no word: a key, a picture, a file in one line. */
const longest = 64;

/** Dashes, quotes, arrows and pictures: almost all that is not ASCII in an English text, and no part of any word. */
const betweenWords = /[\u00a0\u00a7\u00ab\u00b7\u00bb\u2010-\u205e\u2190-\u245f\u2500-\u2bff\u{1f300}-\u{1faff}]+/gu;

/** Where nothing parts the words there may be many of them in one run; a pattern runs out of room in one of millions of letters. */
const mostAtOnce = 16_384;

const none: readonly number[] = [];

export function makeScanner(asked: Asked): Scanner {
  const { forms, figures } = asked;
  const { bits, bitsWithout, begins: isBegun, may } = beginningsOf([...forms.keys()], figures !== -1);
  /** What cannot be spelled in ASCII is then no word that is looked for. */
  const isAllAscii = [...forms.keys()].every((form) => /^[\0-\x7f]*$/.test(form));
  const known = makeWordCache();
  const lists: number[][] = [[]];
  const decoder = new TextDecoder();
  const hits = makeHits(asked);
  const speaksUntil = makeSpeakers();
  const formOf = (word: string): number[] => {
    const form = forms.get(word) ?? (figures !== -1 && isFigure(word) ? figures : undefined);
    return form === undefined ? [] : [form];
  };
  const formsOfText = (given: string): number[] => formsOfWords(given.replace(betweenWords, ' '));
  const formsOfWords = (text: string): number[] =>
    [...stemsOf(text), ...lettersIn(text).flatMap(partsOf).flatMap(stemsOf)].flatMap(formOf);
  /** What a run of letters is, the first time. */
  const learn = (bytes: Uint8Array, from: number, to: number, isAscii: boolean): number => {
    const text = decoder.decode(bytes.subarray(from, to));
    const found = isAscii ? formOf(stem(text.toLowerCase())) : formsOfText(text);
    return found.length === 0 ? 0 : lists.push(found) - 1;
  };
  const look = (bytes: Uint8Array, from: number, to: number, lineFrom: number, isAscii: boolean): void => {
    let one = 0x811c9dc5 | 0;
    let other = to - from;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      const letter = byte >= 0x80 ? byte : (letters[byte] as number);
      one = Math.imul(one ^ letter, 0x01000193);
      other = (Math.imul(other, 31) + letter) | 0;
    }
    let list = to - from > longest ? -1 : known.get(one, other);
    if (list === -1) {
      list = learn(bytes, from, to, isAscii);
      if (to - from <= longest) known.set(one, other, list);
    }
    if (list === 0) return;
    for (const form of lists[list] as number[])
      hits.add(form, scanner.heading, hits.maySpeak[form] === 1 && speaksUntil(bytes, lineFrom) >= to);
    if (to - from > longest) lists.length = list;
  };
  /** Looks at the word around a place, whole and in its parts, and gives where it ends. */
  const lookAround = (bytes: Uint8Array, place: number, lineFrom: number): number => {
    let from = place;
    while (from > lineFrom && letters[bytes[from - 1] as number] !== 0) from -= 1;
    let to = from;
    let before = 0;
    let isAscii = true;
    let hasParts = false;
    for (; to < bytes.length; to += 1) {
      const kind = rises[bytes[to] as number] as number;
      if (kind === rise.none || kind === rise.lineEnd) break;
      if (kind === rise.other) isAscii = false;
      if (kind === rise.large && before === rise.small) hasParts = true;
      before = kind;
    }
    if (!isAscii) {
      for (let [first, end] = [from, from]; first < to; first = end) {
        end = first + mostAtOnce < to ? letterAt(bytes, first + mostAtOnce) : to;
        if (!isAllAscii || !isForeign(bytes, first, end)) look(bytes, first, end, lineFrom, false);
      }
    } else if (to - from <= longest) {
      if (may(bytes, from, to)) look(bytes, from, to, lineFrom, true);
      if (hasParts) lookAtParts(bytes, from, to, lineFrom);
    }
    return to;
  };
  const lookAtParts = (bytes: Uint8Array, from: number, to: number, lineFrom: number): void => {
    let start = from;
    for (let at = from + 1; at <= to; at += 1) {
      const isLarge = at < to && rises[bytes[at] as number] === rise.large;
      if (at < to && (!isLarge || rises[bytes[at - 1] as number] === rise.large)) continue;
      // A word that is all one part has been looked at.
      if (at - start > 1 && at - start < to - from && may(bytes, start, at)) look(bytes, start, at, lineFrom, true);
      start = at;
    }
  };
  const begins = makeBegins();
  let bytes: Uint8Array = new Uint8Array(0);
  /** Where the next line begins, and before what there is nothing new. */
  let [here, seen] = [0, 0];
  const scanner: Scanner = {
    heading: -1,
    words: 0,
    read: 0,
    hits,
    begin: (chunk) => {
      scanner.words = 0;
      hits.begin(chunk);
    },
    formsIn: (path) => {
      const before = hits.all.length;
      scanner.begin(-1);
      scanner.heading = -1;
      scanner.open(Buffer.from(path));
      scanner.lines(1);
      if (hits.all.length === before) return none;
      const found = Array.from(hits.all.all().subarray(before)).filter((_, at) => at % 2 === 1);
      hits.drop();
      return found.map((form) => form & (speaks - 1));
    },
    open: (given) => {
      bytes = given;
      begins.open(given);
      [here, seen] = [0, 0];
    },
    lines: (count) => {
      // All that is asked for at each place is at hand here: this is where the time goes.
      const text = bytes;
      const places = begins.places;
      const kinds = letters;
      const end = text.length;
      let next = begins.at;
      let found = begins.count;
      let lineFrom = here;
      let partFrom = here;
      let until = seen;
      let left = count;
      let words = 0;
      // One number in a chunk is as good as many.
      let wanted = figures !== -1 && hits.has(figures) ? bitsWithout : bits;
      while (left > 0) {
        if (next === found) {
          found = begins.more();
          next = 0;
          if (found === 0) break;
        }
        const at = places[next] as number;
        next += 1;
        const byte = text[at] as number;
        if (byte === 10) {
          left -= 1;
          lineFrom = at + 1;
          continue;
        }
        if (at < until) continue;
        const isWord = at === lineFrom || kinds[text[at - 1] as number] === 0;
        if (isWord) words += 1;
        const second = at + 1 < end ? (kinds[text[at + 1] as number] as number) : 0;
        const third = second !== 0 && at + 2 < end ? (kinds[text[at + 2] as number] as number) : 0;
        const place = placeOf(kinds[byte] as number, second, third);
        if (
          (isIn(wanted, place) && isBegun(text, at, place)) ||
          // A part of two letters ends here, and what comes after it hid that.
          (!isWord && at - partFrom === 2 && isIn(wanted, shortPlace(text, partFrom)))
        ) {
          until = lookAround(text, at, lineFrom);
          if (figures !== -1 && hits.has(figures)) wanted = bitsWithout;
        }
        partFrom = at;
      }
      begins.at = next;
      scanner.read = count - left + (left > 0 && lineFrom < end ? 1 : 0);
      scanner.words += words;
      here = left > 0 ? end : lineFrom;
      seen = until;
      return here;
    },
  };
  return scanner;
}

function isIn(bits: Int32Array, place: number): boolean {
  return ((bits[place >> 5] as number) & (1 << (place & 31))) !== 0;
}

function shortPlace(bytes: Uint8Array, from: number): number {
  return placeOf(letters[bytes[from] as number] as number, letters[bytes[from + 1] as number] as number, 0);
}

/** Where the letter begins that a byte is a part of. */
function letterAt(bytes: Uint8Array, near: number): number {
  let at = near;
  while (at > near - 3 && (bytes[at] as number) >> 6 === 2) at -= 1;
  return at;
}

function isFigure(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 0x30 && code <= 0x39;
}
