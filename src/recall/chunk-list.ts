// The chunks of all files, in their order: where each stands, how long it is and below which heading.
import type { GivenFile } from './find.ts';
import { makeNumbers, type Numbers } from './numbers.ts';
import type { Scanner } from './scan.ts';

/** How many numbers one chunk is. */
export const stride = 8;
/** Which of them is what. */
export const field = {
  file: 0,
  /** Counted from 1. */
  line: 1,
  endLine: 2,
  from: 3,
  to: 4,
  words: 5,
  /** -1 if it has none. */
  heading: 6,
  flags: 7,
} as const;

export const flag = {
  /** An item of a list: however many of a section may be found. */
  isItem: 1,
  endsInQuestion: 2,
  /** A window of a text that has no sections. */
  isWindow: 4,
  /** An item at the margin: of a list of memories, the beginning of the next one. */
  isOuter: 8,
} as const;

/** How many numbers one heading is: the one above it (-1 if it is the highest), and where its line stands. */
export const headingStride = 3;

export interface ChunkList {
  readonly chunks: Numbers;
  readonly headings: Numbers;
}

export function makeChunkList(): ChunkList {
  return { chunks: makeNumbers(), headings: makeNumbers() };
}

/** Cuts one file: opens a chunk where one begins, closes it where the next one does. */
export interface Cutter {
  readonly bytes: Uint8Array;
  /** Where the next line begins, and its number. */
  at: number;
  lineNumber: number;
  /** Reads the line, as text of the open chunk; `heading` if it is one. */
  readLine(heading?: number): void;
  /** The same for some lines at once, or as many as there are. */
  readLines(count: number): void;
  /** Ends the open chunk, if there is one, before the next line, and begins another. */
  begin(heading: number, flags: number): void;
  end(): void;
  /** Forgets the open chunk: what was read of it is none. */
  drop(): void;
  addHeading(above: number): number;
}

export function makeCutter(
  list: ChunkList,
  scanner: Scanner,
  file: number,
  { content: bytes, takes }: Pick<GivenFile, 'content' | 'takes'>,
): Cutter {
  let open:
    | { readonly line: number; readonly from: number; readonly heading: number; readonly flags: number }
    | undefined;
  scanner.open(bytes);
  const cutter: Cutter = {
    bytes,
    at: 0,
    lineNumber: 1,
    readLine: (heading = -1) => {
      scanner.heading = heading;
      cutter.at = scanner.lines(1);
      cutter.lineNumber += 1;
    },
    readLines: (count) => {
      scanner.heading = -1;
      cutter.at = scanner.lines(count);
      cutter.lineNumber += scanner.read;
    },
    begin: (heading, flags) => {
      cutter.end();
      scanner.begin(list.chunks.length / stride);
      open = { line: cutter.lineNumber, from: cutter.at, heading, flags };
    },
    end: () => {
      // What has no word in it is no chunk; its number is the next one's.
      if (open !== undefined && takes?.has(open.line) === false) scanner.hits.drop();
      else if (open !== undefined && scanner.words > 0) {
        const { push } = list.chunks;
        push(file);
        push(open.line);
        push(cutter.lineNumber - 1);
        push(open.from);
        push(cutter.at);
        push(scanner.words);
        push(open.heading);
        push(open.flags | (endsInQuestion(bytes, open.from, cutter.at) ? flag.endsInQuestion : 0));
      }
      open = undefined;
    },
    drop: () => {
      scanner.hits.drop();
      open = undefined;
    },
    addHeading: (above) => {
      const heading = list.headings.length / headingStride;
      list.headings.push(above);
      list.headings.push(cutter.at);
      list.headings.push(file);
      return heading;
    },
  };
  return cutter;
}

function endsInQuestion(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to - 1;
  while (at >= from && (bytes[at] as number) <= 0x20) at -= 1;
  return bytes[at] === 0x3f;
}
