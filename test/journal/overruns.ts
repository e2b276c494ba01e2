// Where an entry breaks the seed's limits, for whoever tests what we write ourselves.
import { type DreamEntry, limits, wordsIn } from '../../src/journal/journal.ts';

/** In words; what we write ourselves gives an empty list. */
export function overrunsOf(entry: DreamEntry): string[] {
  const words = wordsIn(entry.tale);
  // Our own dreamer says less where a cycle gives less to say: the seed's counts are its upper limits.
  const outside = (name: string, count: number, [, most]: readonly [number, number]): string[] =>
    count >= 1 && count <= most ? [] : [`${name} has ${count} dashes, not 1 to ${most}`];
  return [
    ...(words > limits.taleWords ? [`tale has ${words} words, not at most ${limits.taleWords}`] : []),
    ...outside('goals', entry.goals.length, limits.goals),
    ...outside('blue sky', entry.blueSky.length, limits.blueSky),
    ...outside('fears', entry.fears.length, limits.fears),
  ];
}
