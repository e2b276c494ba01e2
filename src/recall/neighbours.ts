// The table of words that mean something near: what of meaning is needed to find something.

export interface Neighbour {
  readonly word: string;
  /** From 0 to 1. */
  readonly weight: number;
}

/** The nearest words to one, the nearest first; none for a word that it does not have. */
export type Neighbours = (word: string) => readonly Neighbour[];

export const noNeighbours: Neighbours = () => [];

/**
 * Reads a table: `DKN1`, then as little-endian numbers how many words it has (V), how many neighbours for each (K) and how long the list of
 * words is; the words sorted and divided by line ends, filled up to four bytes; V·K numbers of words (u16) and V·K weights (u8, strongest
 * first). What is no such table has no neighbours.
 */
export function neighboursIn(table: Uint8Array): Neighbours {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  if (table.length < 20 || view.getUint32(0) !== 0x44_4b_4e_31) return noNeighbours;
  const [count, each, length] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)];
  const ids = (20 + length + 3) & ~3;
  const weights = ids + count * each * 2;
  if (weights + count * each > table.length) return noNeighbours;
  // Thousands of short words at once are faster than to look where each begins.
  const words = Buffer.from(table.buffer, table.byteOffset + 20, length)
    .toString('latin1')
    .split('\n');
  return (word) => {
    const at = placeOf(word, words, count);
    if (at === undefined) return [];
    const found: Neighbour[] = [];
    for (let slot = at * each; slot < (at + 1) * each; slot += 1) {
      const weight = table[weights + slot] as number;
      if (weight > 0) found.push({ word: words[view.getUint16(ids + slot * 2, true)] ?? '', weight: weight / 255 });
    }
    return found;
  };
}

function placeOf(word: string, words: readonly string[], count: number): number | undefined {
  let [low, high] = [0, count - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = words[middle] ?? '';
    if (found === word) return middle;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
