// What a person asked, their agent's to-do list and notes are told to a dreamer, but dreams are committed: nobody's words get in from there.
import type { Facts } from './facts-types.ts';

/** So many words in a row are somebody's, and no accident. */
const run = 5;

/** Whether a text repeats private words that stand nowhere in what is public anyway. */
export function privateWordsIn(facts: Facts): (text: string) => boolean {
  const open = shinglesOf(
    [
      facts.board === undefined ? '' : new TextDecoder().decode(facts.board.bytes),
      ...facts.commits.map(({ subject }) => subject),
    ].join('\n'),
  );
  const kept = [...facts.asked, ...facts.todos.map(({ text }) => text), ...facts.harnessNotes.map(({ text }) => text)];
  const hidden = new Set(kept.flatMap((text) => [...shinglesOf(text)]).filter((each) => !open.has(each)));
  return (text) => hidden.size > 0 && [...shinglesOf(text)].some((each) => hidden.has(each));
}

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.slice(0, Math.max(0, words.length - run + 1)).map((_, at) => words.slice(at, at + run).join(' ')),
  );
}
