// Two spellings of the same words: what a model or a person types against what stands in a file.
import { replaceInvisible } from './invisible.ts';

/** A text in the form used for comparing, and for each of its units the place in the (NFC) original it came from. */
export interface MatchKey {
  readonly key: string;
  readonly original: string;
  readonly at: readonly number[];
}

const dash = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/u;
const singleQuote = /[\u2018\u2019\u201A\u201B\u2032\u02BC\uFF07]/u;
const doubleQuote = /[\u201C-\u201F\u2033\u00AB\u00BB\uFF02]/u;

/** Whatever has another form than its lower case: not ASCII, or a space that folds or goes. */
const notPlain = /[^ -~]| {2}|^ | $/u;

/** NFC, dashes and quotes in their plain form, all white space one space, no invisible characters, case folded. */
export function matchKey(text: string): MatchKey {
  // Nearly all titles are this, and a board may have thousands.
  if (!notPlain.test(text)) {
    const at: number[] = [];
    for (let unit = 0; unit < text.length; unit += 1) at.push(unit);
    return { key: text.toLowerCase(), original: text, at };
  }
  const original = replaceInvisible(text.toWellFormed(), (character) => (/\s|\u0085/u.test(character) ? ' ' : ''))
    .normalize('NFC')
    .trim();
  let key = '';
  const at: number[] = [];
  let position = 0;
  let isAfterSpace = false;
  for (const character of original) {
    const form = plainForm(character);
    // White space folds: a second space in a row adds nothing.
    if (form !== ' ' || !isAfterSpace) {
      for (let unit = 0; unit < form.length; unit += 1) at.push(position);
      key += form;
    }
    isAfterSpace = form === ' ';
    position += character.length;
  }
  return { key, original, at };
}

function plainForm(character: string): string {
  // Nearly all text is this, and titles can be long.
  if (character === ' ') return ' ';
  if (character >= '!' && character <= '~') return character.toLowerCase();
  if (dash.test(character)) return '-';
  if (singleQuote.test(character)) return "'";
  if (doubleQuote.test(character)) return '"';
  if (/\s/u.test(character)) return ' ';
  return character.toLowerCase();
}
