// How telling each form is: what stands in few chunks tells more.
import { field, stride } from './chunk-list.ts';

export interface Rarity {
  /** By form. */
  readonly worth: Float32Array;
  /** Words in a chunk, on average. */
  readonly mean: number;
}

/** `chunksWith` does not count those that are `apart`. */
export function rarityOf(chunks: Int32Array, chunksWith: Int32Array, apart: ReadonlySet<number>): Rarity {
  const count = chunks.length / stride - apart.size;
  let words = 0;
  for (let at = field.words; at < chunks.length; at += stride) words += chunks[at] as number;
  for (const chunk of apart) words -= chunks[chunk * stride + field.words] as number;
  const worth = Float32Array.from(chunksWith, (many) => Math.log(1 + (count - many + 0.5) / (many + 0.5)));
  return { worth, mean: Math.max(1, words / count) };
}
