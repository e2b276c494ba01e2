// What a model says of a stretch and nobody gains by: a line of the record said again, a figure that was never gathered, and RED for what is not critical to anybody.
import { wordsOf } from '../facts/facts.ts';
import { matchKey } from '../text/text.ts';
import { demandsIn } from './demands.ts';
import type { Lived } from './lived.ts';
import { type Known, shownLines } from './prompt.ts';

export interface Against {
  /** Why a sentence is not taken; undefined if nothing speaks against it. */
  flaw(text: string): string | undefined;
  /** Whether it is about what failed and stayed so, or what a person demanded or asked for. */
  isCritical(fact: string): boolean;
}

export function againstRecord(lived: Lived, known: Known): Against {
  const lines = shownLines(lived, known);
  const shown = lines.join('\n');
  const told = new Set(lines.map(bare));
  // Commands have few words, and all of them tell: `npm run build` is about the build.
  const broken = new Set([...lived.standing, ...lived.failures].flatMap(({ command }) => longWords(command)));
  const demanded = wordsOf(lived.prompts.flatMap(({ text }) => demandsIn(text)).join('\n'));
  const asked = wordsOf(lived.prompts.map(({ text }) => text).join('\n'));
  const shared = (words: ReadonlySet<string>, fact: string): number =>
    [...wordsOf(fact)].filter((word) => words.has(word)).length;
  return {
    flaw: (text) => {
      if (told.has(bare(text))) return 'it only says a line of the record again';
      const figure = figuresIn(text).find((each) => !shown.includes(each));
      return figure === undefined ? undefined : `${figure} was not gathered`;
    },
    isCritical: (fact) =>
      longWords(fact).some((word) => broken.has(word)) || shared(demanded, fact) > 0 || shared(asked, fact) > 1,
  };
}

function longWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}

/** Without the dates, times and levels that stand before a line, and how often it was so. */
function bare(line: string): string {
  const before = /^(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d|RED|YLW|GRN|Priority:|\s|[-–—])+/u;
  return matchKey(line.replace(before, '').replace(/ (?:×\d+|\(\d+×\))$/u, '')).key;
}

/** Numbers of three digits and more, whatever stands between them, and exit codes: what nobody reckons in their head. */
function figuresIn(text: string): string[] {
  const said = text.replace(/\(until [\d-]+\)$/u, '');
  const numbers = said.match(/\d(?:[\d.,:-]*\d)?/gu) ?? [];
  return [...numbers.filter((each) => each.replaceAll(/\D/gu, '').length > 2), ...(said.match(/\bexit \d+/gu) ?? [])];
}
