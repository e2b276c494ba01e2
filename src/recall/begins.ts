// Where in a file words, parts of words and line ends stand: found block by block, and without a guess for each byte what it will be.
import { rises } from './letters.ts';

export interface Begins {
  /** The places that were found in the last block, as many as `more` said; `at` is the next of them that nobody took. */
  readonly places: Int32Array;
  count: number;
  at: number;
  /** Begins with another file. */
  open(bytes: Uint8Array): void;
  /** Finds those of the next block, and says how many; none behind the end. */
  more(): number;
}

const block = 1 << 15;

export function makeBegins(): Begins {
  let bytes: Uint8Array = new Uint8Array(0);
  /** How far the bytes were looked at, and what the last of them is. */
  let [until, before] = [0, 0];
  const begins: Begins = {
    places: new Int32Array(block),
    count: 0,
    at: 0,
    open: (given) => {
      bytes = given;
      [until, before, begins.count, begins.at] = [0, 0, 0, 0];
    },
    more: () => {
      begins.count = 0;
      while (begins.count === 0 && until < bytes.length) {
        const to = Math.min(bytes.length, until + block);
        begins.count = fill(begins.places, bytes, until, to, before);
        before = (rises[bytes[to - 1] as number] as number) & 3;
        until = to;
      }
      begins.at = 0;
      return begins.count;
    },
  };
  return begins;
}

/** Each place is written, and stays if something begins there: a processor that need not guess is three times as fast. */
function fill(places: Int32Array, bytes: Uint8Array, from: number, to: number, prior: number): number {
  const kinds = rises;
  let count = 0;
  let before = prior;
  for (let at = from; at < to; at += 1) {
    const kind = kinds[bytes[at] as number] as number;
    places[count] = at;
    // One if it rises, else none.
    count += (before - kind) >>> 31;
    before = kind & 3;
  }
  return count;
}
