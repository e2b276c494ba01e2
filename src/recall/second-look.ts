// A second look at what was found: words that the best pieces share with others say what the question is about, though it does not name them.
import type { FoundChunk, GivenFile } from './find.ts';
import { stopWords } from './stop-words.ts';
import { weigh } from './weights.ts';
import { stemsOf } from './words.ts';

/** What is known of the first look: what the words of the question are worth together, and how many words a chunk has on average. */
export interface FirstLook {
  readonly question: string;
  readonly ideal: number;
  readonly mean: number;
}

/** So many are looked at again, so much of each. */
export const lookedAt = 40;
const mostBytes = 2000;
/** So many of the best say which words count, and so many words do. */
const best = 3;
const mostWords = 8;

/** The same chunks in an order that may differ: only those are read again, so that it costs next to nothing. */
export function lookAgain<File extends GivenFile>(
  found: readonly FoundChunk<File>[],
  { question, ideal, mean }: FirstLook,
): FoundChunk<File>[] {
  const [first] = found;
  if (first === undefined || found.length < 2 || ideal === 0) return [...found];
  const texts = found.map(({ file, from, to }) =>
    countedIn(file.content.subarray(from, Math.min(to, from + mostBytes))),
  );
  const within = new Map<string, number>();
  for (const { words } of texts) for (const word of words.keys()) within.set(word, (within.get(word) ?? 0) + 1);
  const rarity = (word: string): number => {
    const many = within.get(word) ?? 0;
    return Math.log(1 + (found.length - many + 0.5) / (many + 0.5));
  };
  const asked = new Set(stemsOf(question));
  const shared = new Map<string, number>();
  // How far each is ahead of the first that has no say: so it makes little difference who of two nearly equal ones has one.
  const edge = found[best]?.score ?? 0;
  const lead = first.score - edge;
  if (lead <= 0) return [...found];
  // What stands in one of them only cannot tell others apart.
  for (const [at, { score }] of found.slice(0, best).entries())
    for (const word of texts[at]?.words.keys() ?? [])
      if (word.length > 2 && !stopWords.has(word) && !asked.has(word) && (within.get(word) ?? 0) > 1)
        shared.set(word, (shared.get(word) ?? 0) + ((score - edge) / lead) * rarity(word));
  const telling = [...shared].toSorted(([, one], [, other]) => other - one).slice(0, mostWords);
  const top = telling[0]?.[1] ?? 1;
  const again = found.map((chunk, at) => {
    const { words, count } = texts[at] ?? { words: new Map<string, number>(), count: 0 };
    const norm = weigh.saturation * (1 - weigh.length + (weigh.length * count) / mean);
    let sum = 0;
    for (const [word, worth] of telling) {
      const times = words.get(word) ?? 0;
      sum += ((worth / top) * rarity(word) * times * (1 + weigh.saturation)) / (times + norm);
    }
    return { ...chunk, score: chunk.score + (weigh.again * sum) / ideal };
  });
  // Of equals, what came first stays first.
  return again.toSorted((one, other) => other.score - one.score);
}

function countedIn(bytes: Uint8Array): { readonly words: ReadonlyMap<string, number>; readonly count: number } {
  const words = new Map<string, number>();
  const stems = stemsOf(new TextDecoder().decode(bytes));
  for (const word of stems) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, count: stems.length };
}
