// Whether a dream only repeats the one before it.
import type { DreamEntry } from './entry.ts';

/** From here on it is an echo. */
export const echoFrom = 0.85;

/** How alike tale and verdicts of two entries are: shared words over all words, 0 to 1. */
export function likeness(one: DreamEntry, other: DreamEntry): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  const all = mine.size + theirs.size - shared;
  return all === 0 ? 1 : shared / all;
}

function wordsOf({ tale, verdicts }: DreamEntry): Set<string> {
  return new Set(
    [tale, ...verdicts]
      .join('\n')
      .toLowerCase()
      .match(/[\p{L}\p{N}_./-]+/gu) ?? [],
  );
}
