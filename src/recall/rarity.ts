// How telling each form is: what stands in few chunks tells more.
import { field, stride } from './chunk-list.ts';
import { speaks } from './scan.ts';

export interface Rarity {
  /** By form. */
  readonly worth: Float32Array;
  /** Words in a chunk, on average. */
  readonly mean: number;
}

export function rarityOf(forms: number, chunks: Int32Array, hits: Int32Array): Rarity {
  const count = chunks.length / stride;
  const found = new Int32Array(forms);
  const last = new Int32Array(forms).fill(-1);
  for (let at = 0; at < hits.length; at += 2) {
    const form = (hits[at + 1] as number) & (speaks - 1);
    if (last[form] === hits[at]) continue;
    last[form] = hits[at] as number;
    found[form] = (found[form] as number) + 1;
  }
  let words = 0;
  for (let at = field.words; at < chunks.length; at += stride) words += chunks[at] as number;
  const worth = Float32Array.from(found, (many) => Math.log(1 + (count - many + 0.5) / (many + 0.5)));
  return { worth, mean: Math.max(1, words / count) };
}
