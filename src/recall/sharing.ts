// How many words two texts share, in any of their forms, and how many they say in other words.
import type { Neighbours } from './neighbours.ts';
import { stem } from './stem.ts';
import { partsOf, stemsOf } from './words.ts';

export interface Sharing {
  /** Words that stand in both. */
  readonly exact: number;
  /** Words for which the other has only one that means something near. */
  readonly near: number;
}

/** Asks any text how much of these words it has. */
export function sharingWith(words: Iterable<string>, neighbours: Neighbours): (text: string) => Sharing {
  const wanted = new Map<string, ReadonlySet<string>>();
  for (const word of words) {
    const [own = word] = stemsOf(word);
    wanted.set(own, new Set(neighbours(word).map((each) => stem(each.word))));
  }
  return (text) => {
    const given = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    const has = new Set([...stemsOf(text), ...given.flatMap(partsOf).flatMap(stemsOf)]);
    const missing = [...wanted].filter(([own]) => !has.has(own));
    const near = missing.filter(([, others]) => [...others].some((other) => has.has(other) && !wanted.has(other)));
    return { exact: wanted.size - missing.length, near: near.length };
  };
}
