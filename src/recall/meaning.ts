// What a text is about, for whoever makes a vector of it: its words without those that say little, and the words that mean something near.
import type { Neighbours } from './neighbours.ts';
import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { folded, stemsOf } from './words.ts';

/** Of a word so many others count, and so much less than itself. */
const nearest = 6;
const share = 0.5;

export function meaningBy(neighbours: Neighbours): (text: string) => Iterable<readonly [word: string, weight: number]> {
  const known = new Map<string, readonly (readonly [string, number])[]>();
  const near = (word: string): readonly (readonly [string, number])[] => {
    const found =
      known.get(word) ??
      neighbours(word)
        .slice(0, nearest)
        .map((each) => [stem(each.word), share * each.weight] as const);
    known.set(word, found);
    return found;
  };
  return function* meaning(text) {
    for (const word of stemsOf(text)) if (!stopWords.has(word)) yield [word, 1];
    for (const [word] of folded(text).matchAll(/[a-z]{3,}/gu)) if (!stopWords.has(word)) yield* near(word);
  };
}
