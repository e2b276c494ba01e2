// A question in one spelling, so that the same question in other forms of its words counts as one.
import { stopWords } from './stop-words.ts';
import { folded, stemsOf } from './words.ts';

const longest = 400;

/** The stems of the words that say what a text is about. */
export function tellingStems(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word.toLowerCase())).flatMap(stemsOf));
}

/** The stems of its telling words, each once and in one order; of a question that has none, the words as they are. */
export function queryKey(question: string): string {
  const key = [...tellingStems(question)].toSorted().join(' ');
  return (key === '' ? folded(question).trim().replaceAll(/\s+/gu, ' ') : key).slice(0, longest).toWellFormed();
}
