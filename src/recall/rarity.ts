// How telling each form is: what stands in few chunks tells more.
import { field, stride } from './chunk-list.ts';

export interface Rarity {
  /** By form. */
  readonly worth: Float32Array;
  /** Words in a chunk, on average. */
  readonly mean: number;
}

export function rarityOf(chunks: Int32Array, chunksWith: Int32Array): Rarity {
  const count = chunks.length / stride;
  let words = 0;
  for (let at = field.words; at < chunks.length; at += stride) words += chunks[at] as number;
  const worth = Float32Array.from(chunksWith, (many) => Math.log(1 + (count - many + 0.5) / (many + 0.5)));
  return { worth, mean: Math.max(1, words / count) };
}
