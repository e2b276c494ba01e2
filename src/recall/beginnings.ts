// Which words may be one that is looked for, told by how they begin: almost all are passed by at their first three letters.
import { letters, wide } from './letters.ts';

export interface Beginnings {
  /** Of each three letters (see `placeOf`) whether anything begins so, a bit for each: small enough to be always at hand. */
  readonly bits: Int32Array;
  /** The same where a number in figures is looked for no more. */
  readonly bitsWithout: Int32Array;
  /** Whether what begins here begins as one that is looked for. */
  begins(bytes: Uint8Array, from: number, place: number): boolean;
  /** The same for an ASCII word of which the end is known: it is also no longer than that with an ending. */
  may(bytes: Uint8Array, from: number, to: number): boolean;
}

/** What an ending adds at most: `runnings`. */
const longestEnding = 6;
const anything = 0xffff;

/** A stem begins as its word does, but for an `i` at its end, which may have been a `y`. */
export function beginningsOf(stems: readonly string[], withFigures: boolean): Beginnings {
  const groups = new Map<number, number[][]>();
  for (const stem of stems) {
    if (!/^[a-z0-9]{1,64}$/.test(stem)) continue;
    const spelled = Array.from(stem, (letter) => letters[letter.charCodeAt(0)] as number);
    const sure = stem.endsWith('i') ? spelled.slice(0, -1) : spelled;
    const add = ([first = 0, second = 0, third = 0]: readonly number[]): void => {
      const place = placeOf(first, second, third);
      const there = groups.get(place) ?? [];
      there.push(sure);
      groups.set(place, there);
    };
    add(spelled);
    if (stem.length === 3 && stem.endsWith('i')) add([...sure, 25]);
  }
  const table = new Uint16Array(wide * wide * wide);
  // A group: how many there are, and of each its length and its letters.
  const list: number[] = [0];
  for (const [place, there] of groups) {
    table[place] = list.length;
    list.push(there.length);
    for (const spelled of there) list.push(spelled.length, ...spelled);
  }
  // Letters of another script are looked at wherever they stand first.
  table.fill(anything, placeOf(37, 0, 0));
  const bitsWithout = bitsOf(table);
  if (withFigures) table.fill(anything, placeOf(27, 0, 0), placeOf(37, 0, 0));
  const all = Uint16Array.from(list);
  const isOne = (bytes: Uint8Array, from: number, group: number, shortest: number, longest: number): boolean => {
    if (group === 0 || group === anything) return group !== 0;
    let at = group + 1;
    for (let left = all[group] as number; left > 0; left -= 1) {
      const length = all[at] as number;
      if (length <= longest && length >= shortest) {
        let same = Math.min(3, length);
        while (same < length && letters[bytes[from + same] as number] === all[at + 1 + same]) same += 1;
        if (same === length) return true;
      }
      at += length + 1;
    }
    return false;
  };
  return {
    bits: withFigures ? bitsOf(table) : bitsWithout,
    bitsWithout,
    begins: (bytes, from, place) => isOne(bytes, from, table[place] as number, 0, bytes.length - from),
    may: (bytes, from, to) =>
      isOne(bytes, from, table[placeAt(bytes, from, to)] as number, to - from - longestEnding, to - from),
  };
}

function bitsOf(table: Uint16Array): Int32Array {
  const bits = new Int32Array((table.length + 31) >> 5);
  for (let place = 0; place < table.length; place += 1)
    if (table[place] !== 0) bits[place >> 5] = (bits[place >> 5] as number) | (1 << (place & 31));
  return bits;
}

export function placeOf(first: number, second: number, third: number): number {
  return (first * wide + second) * wide + third;
}

function placeAt(bytes: Uint8Array, from: number, to: number): number {
  return placeOf(
    letters[bytes[from] as number] as number,
    from + 1 < to ? (letters[bytes[from + 1] as number] as number) : 0,
    from + 2 < to ? (letters[bytes[from + 2] as number] as number) : 0,
  );
}
