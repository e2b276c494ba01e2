// A line of a dream that only says again what is remembered: nothing of it happened in this cycle, and what is remembered may be put right while a dream stays.
import { type Facts, toldNotes } from '../facts/facts.ts';
import { matchKey } from '../text/text.ts';

/** A note of fewer words is said by chance. */
const fewest = 4;

/** Whether a line has all words of something that whoever dreamt was told as remembered, in their order; its figures may be others. */
export function repeatsMemory({ notes }: Pick<Facts, 'notes'>): (line: string) => boolean {
  let known: readonly string[] | undefined;
  return (line) => {
    known ??= toldNotes(notes).flatMap(({ text }) => {
      const words = wordsOf(text);
      return words.length < fewest ? [] : [` ${words.join(' ')} `];
    });
    const said = ` ${wordsOf(line).join(' ')} `;
    return known.some((note) => said.includes(note));
  };
}

/** Without those that have a digit: a model that mixes up figures means the same note. */
function wordsOf(text: string): string[] {
  return matchKey(text)
    .key.split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\p{N}/u.test(word));
}
