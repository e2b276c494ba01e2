// What the faulty model makes of words: which lines it takes for the same, which value it takes from another, and what it believes of a page.
import type { Dice } from '../random.ts';

/** A word with a digit in it; a minus belongs to it. */
const values = /-?\w*\d[\w:.-]*\w|-?\d/gu;

export function hasValue(line: string): boolean {
  return line.search(values) !== -1;
}

/** The words that say what it is about: no values, and nothing of three letters. */
export function topicOf(line: string): ReadonlySet<string> {
  const words =
    line
      .replaceAll(values, ' ')
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  return new Set(words);
}

/** From 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The line, with the values of another one. */
export function withValuesOf(line: string, other: string): string {
  const theirs = other.match(values) ?? [];
  let at = 0;
  return line.replaceAll(values, (own) => theirs[Math.min(at++, theirs.length - 1)] ?? own);
}

/** The line with values that nobody said. */
export function invented(line: string, dice: Dice): string {
  return line.replaceAll(values, (own) => own.replaceAll(/\d/gu, () => String(dice.between(1, 9))));
}

const order = /(?:remember(?: from now on)? that|note to assistants|ignore your earlier|from now on)/iu;

export function isOrder(text: string): boolean {
  return order.test(text);
}

/** The sentences of a page or a commit that could be facts. */
export function statementsIn(text: string): string[] {
  return text
    .replaceAll(/^#.*$/gmu, '')
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((each) => each.replace(/^.*remember from now on that /iu, '').replace(/[.!?]$/u, ''))
    .filter((each) => each.split(' ').length > 3 && !/^(?:was this page|ignore your)/iu.test(each))
    .map((each) => each.charAt(0).toUpperCase() + each.slice(1));
}
