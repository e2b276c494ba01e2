// What the chunks of one file are worth: their own words, then what stands around and above them.
import { field, flag, headingStride, stride } from './chunk-list.ts';
import { speaks } from './hits.ts';
import type { Asked, Meaning } from './question.ts';
import type { Rarity } from './rarity.ts';
import type { Found, Span } from './spans.ts';
import { weigh } from './weights.ts';

export interface Scoring {
  readonly asked: Asked;
  readonly rarity: Rarity;
  readonly found: Found;
  /** How much each word of the question counts, and whether one of them says more than a little. */
  readonly weights: Float64Array;
  readonly needsTelling: boolean;
  /** By form, whether it is an answer to "when" or "how many". */
  readonly isCue: Uint8Array;
  readonly room: Room;
}

/** The same memory for one file after the other: some thousand small pieces cost more than what is worked out in them. */
export interface Room {
  /** For each chunk and term; for each chunk; for each term. Large enough for any of the files. */
  readonly own: Float32Array;
  readonly often: Float32Array;
  readonly extra: Float32Array;
  readonly has: Uint8Array;
  readonly near: Uint8Array;
  readonly inFile: Uint8Array;
  readonly byPath: Float32Array;
}

export function makeRoom(rows: number, terms: number): Room {
  return {
    own: new Float32Array(rows * terms),
    often: new Float32Array(rows * terms),
    extra: new Float32Array(rows),
    has: new Uint8Array(rows),
    near: new Uint8Array(rows),
    inFile: new Uint8Array(terms),
    byPath: new Float32Array(terms),
  };
}

/** What is said of a file beside its chunks: the forms in its path, and what it has in advance. */
export interface FileWorth {
  readonly forms: readonly number[];
  readonly prior: number;
  /** Its items at the margin borrow nothing of each other. */
  readonly isList: boolean;
}

/** Tells each chunk of a file that has anything of the question, and what it is worth. */
export function scoreFile(
  scoring: Scoring,
  span: Span,
  of: FileWorth,
  tell: (chunk: number, worth: number) => void,
): void {
  const { found, weights, needsTelling } = scoring;
  const terms = weights.length;
  const { own, extra, inFile, near } = ownWords(scoring, span);
  const hasHeads = span.headingHits[0] < span.headingHits[1];
  const heads = hasHeads ? headingWords(scoring, span) : new Float32Array();
  const byPath = pathWords(scoring, of.forms);
  let prior = of.prior;
  for (let term = 0; term < terms; term += 1)
    prior += weigh.file * (inFile[term] as number) * (weights[term] as number) * (scoring.rarity.worth[term] as number);
  const [first, end] = span.chunks;
  const isByPath = byPath.some((each) => each > 0);
  /** Whether nothing is lent across the beginning of this chunk. */
  const isWall = (row: number): boolean =>
    of.isList && ((found.chunks[(first + row) * stride + field.flags] as number) & flag.isOuter) !== 0;
  for (let chunk = first; chunk < end; chunk += 1) {
    const row = chunk - first;
    const heading = hasHeads ? (found.chunks[chunk * stride + field.heading] as number) - span.headings[0] : -1;
    if (near[row] === 0 && heading < 0 && !isByPath) continue;
    let sum = 0;
    let isTelling = !needsTelling;
    const reach = near[row] === 0 ? alone : reachOf(row, end - first, isWall);
    for (let term = 0; term < terms; term += 1) {
      let value = near[row] === 0 ? 0 : around(own, row, reach, term, terms);
      if (heading >= 0) {
        value = Math.max(value, weigh.heading * (heads[heading * 2 * terms + term] as number));
        value = Math.max(value, weigh.ancestor * (heads[(heading * 2 + 1) * terms + term] as number));
      }
      if (isByPath) value = Math.max(value, byPath[term] as number);
      if (value === 0) continue;
      const weight = weights[term] as number;
      sum += weight * value;
      isTelling ||= weight > weigh.little;
    }
    // What shares only such words as "the" with a question has nothing to do with it.
    if (sum === 0 || !isTelling) continue;
    // A heading that has nothing but others below it: what is asked for is there.
    if (isBare(found, chunk, end)) sum *= weigh.bare;
    const flags = found.chunks[chunk * stride + field.flags] as number;
    tell(chunk, sum + prior + (extra[row] as number) + ((flags & flag.endsInQuestion) === 0 ? 0 : weigh.question));
  }
}

function isBare({ chunks, headings }: Found, chunk: number, end: number): boolean {
  const at = chunk * stride;
  const heading = chunks[at + field.heading] as number;
  const next = chunk + 1 < end ? (chunks[at + stride + field.heading] as number) : -1;
  const isShort = (chunks[at + field.endLine] as number) - (chunks[at + field.line] as number) < 2;
  return isShort && heading >= 0 && next >= 0 && headings[next * headingStride] === heading;
}

/** For each chunk and term what the term is worth there; for each chunk what is added, and whether it has anything, or lends it. */
function ownWords(
  { asked, rarity: { worth, mean }, found, isCue, room }: Scoring,
  { chunks: [first, end], hits: [from, to] }: Span,
): Room {
  const terms = asked.weights.length;
  const rows = end - first;
  const { own, often, extra, has, near, inFile } = room;
  own.fill(0, 0, rows * terms);
  often.fill(0, 0, rows * terms);
  extra.fill(0, 0, rows);
  has.fill(0, 0, rows);
  near.fill(0, 0, rows);
  inFile.fill(0);
  let cued = -1;
  for (let at = from; at < to; at += 2) {
    const row = (found.hits[at] as number) - first;
    const given = found.hits[at + 1] as number;
    const form = given & (speaks - 1);
    has[row] = 1;
    const meanings = asked.meanings[form] as Asked['meanings'][number];
    for (let which = 0; which < meanings.length; which += 1) {
      const { term, weight } = meanings[which] as Meaning;
      const slot = row * terms + term;
      if (weight < 1) {
        own[slot] = Math.max(own[slot] as number, weight * Math.min(worth[term] as number, worth[form] as number));
        continue;
      }
      often[slot] = (often[slot] as number) + 1;
      inFile[term] = 1;
      if (given >= speaks && asked.weights[term] === 1) extra[row] = (extra[row] as number) + weigh.speaker;
    }
    if (cued === row || isCue[form] === 0) continue;
    cued = row;
    extra[row] = (extra[row] as number) + weigh.cue;
  }
  for (let row = 0; row < rows; row += 1) {
    if (has[row] === 0) continue;
    // What is near to something that has anything may borrow from it: two rows to each side.
    near.fill(1, Math.max(0, row - 2), Math.min(rows, row + 3));
    const words = found.chunks[(first + row) * stride + field.words] as number;
    const norm = weigh.saturation * (1 - weigh.length + (weigh.length * words) / mean);
    for (let term = 0; term < terms; term += 1) {
      const slot = row * terms + term;
      const times = often[slot] as number;
      if (own[slot] === 0 && times === 0) continue;
      const soft = (weigh.soft * (own[slot] as number) * (1 + weigh.saturation)) / (1 + norm);
      const exact = ((worth[term] as number) * times * (1 + weigh.saturation)) / (times + norm);
      own[slot] = Math.max(soft, exact);
    }
  }
  return room;
}

/** For each heading first its own words, then those of all above it. */
function headingWords(
  { asked, rarity: { worth }, found }: Scoring,
  { headings: [first, end], headingHits: [from, to] }: Span,
): Float32Array {
  const terms = asked.weights.length;
  const heads = new Float32Array((end - first) * 2 * terms);
  for (let at = from; at < to; at += 2) {
    const row = (found.headingHits[at] as number) - first;
    const form = found.headingHits[at + 1] as number;
    for (const { term, weight } of asked.meanings[form] as Asked['meanings'][number]) {
      const least = Math.min(worth[term] as number, worth[form] as number);
      const slot = row * 2 * terms + term;
      heads[slot] = Math.max(
        heads[slot] as number,
        weight === 1 ? (worth[term] as number) : weigh.soft * weight * least,
      );
    }
  }
  for (let row = 0; row < end - first; row += 1) {
    const above = (found.headings[(first + row) * headingStride] as number) - first;
    if (above < 0) continue;
    for (let term = 0; term < terms; term += 1)
      heads[(row * 2 + 1) * terms + term] = Math.max(
        heads[above * 2 * terms + term] as number,
        heads[(above * 2 + 1) * terms + term] as number,
      );
  }
  return heads;
}

function pathWords({ asked, rarity, room: { byPath, inFile } }: Scoring, forms: readonly number[]): Float32Array {
  byPath.fill(0);
  for (const form of forms)
    for (const { term, weight } of asked.meanings[form] ?? []) {
      if (weight < 1) continue;
      byPath[term] = weigh.path * (rarity.worth[term] as number);
      inFile[term] = 1;
    }
  return byPath;
}

/** How many chunks before and after one lend it words. */
interface Reach {
  readonly before: number;
  readonly after: number;
}

const alone: Reach = { before: 0, after: 0 };

function reachOf(row: number, rows: number, isWall: (row: number) => boolean): Reach {
  let [before, after] = [0, 0];
  while (before < 2 && row - before > 0 && !isWall(row - before)) before += 1;
  while (after < 2 && row + after + 1 < rows && !isWall(row + after + 1)) after += 1;
  return { before, after };
}

/** What a term is worth here: its own, or what its neighbours lend. */
function around(own: Float32Array, row: number, { before, after }: Reach, term: number, terms: number): number {
  const at = row * terms + term;
  let value = own[at] as number;
  if (before > 0) value = Math.max(value, weigh.before * (own[at - terms] as number));
  if (after > 0) value = Math.max(value, weigh.after * (own[at + terms] as number));
  if (before > 1) value = Math.max(value, weigh.before2 * (own[at - 2 * terms] as number));
  if (after > 1) value = Math.max(value, weigh.after2 * (own[at + 2 * terms] as number));
  return value;
}
