// What a sentence says, in a form in which two can be compared: its terms in order, what binds them, and what is negated.
import { unitOf, writtenNumber } from './numbers.ts';
import { stemOf } from './stem.ts';
import { type Kind, type Token, tokensIn } from './tokens.ts';
import { fillers, firmLinks, links, nationOf, negations, standsFor } from './word-lists.ts';

export interface Term {
  readonly kind: Exclude<Kind, 'mark'> | 'name';
  /** What is compared. */
  readonly key: string;
  /** As it was written, for people. */
  readonly said: string;
}

export interface Saying {
  readonly terms: readonly Term[];
  /** What stands right behind each word that binds: of "before each commit" `before` and `commit`. */
  readonly bound: readonly { readonly link: string; readonly to: string | undefined; readonly isFirm: boolean }[];
  /** For each negation the terms that it may be about, up to the end of its clause. */
  readonly negated: readonly (readonly string[])[];
  /** The marks and fillers between each term and the one before it. */
  readonly between: readonly (readonly string[])[];
  readonly isQuestion: boolean;
  /** Of writing without blanks between words: all its letters, because nobody here knows which of them say nothing. */
  readonly unspaced: string;
}

const ends = /^[.,;:!?()|\n]$/u;
const endingLinks: ReadonlySet<string> = new Set(['but', 'instead', 'because', 'unless', 'except', 'although']);

export function sayingOf(text: string): Saying {
  const tokens = counted(tokensIn(text));
  const names = namesAmong(tokens);
  const terms: Term[] = [];
  const bound: { link: string; to: string | undefined; isFirm: boolean }[] = [];
  const negated: string[][] = [];
  const between: string[][] = [];
  const waiting: (typeof bound)[number][] = [];
  let open: string[][] = [];
  let beside: string[] = [];
  const close = (): void => {
    open = [];
    waiting.length = 0;
  };
  const add = (term: Term): void => {
    terms.push(term);
    between.push(beside);
    beside = [];
    for (const each of waiting.splice(0)) each.to = term.key;
    for (const scope of open) scope.push(term.key);
  };
  for (const { kind, value, isFirst } of tokens) {
    if (kind === 'mark') {
      beside.push(value);
      if (ends.test(value)) close();
      else if (/[/→=<>≤≥~+^|@#%$€£-]/u.test(value) && value !== '-') add({ kind: 'word', key: value, said: value });
      continue;
    }
    if (kind !== 'word') {
      add({ kind, key: `${kind} ${value}`, said: value });
      continue;
    }
    const word = plainWord(value);
    if (negations.has(word) || /n['’]t$/u.test(value.toLowerCase())) {
      const scope: string[] = [];
      negated.push(scope);
      open = [...open, scope];
      if (word === 'cannot') beside.push('can');
      continue;
    }
    if (firmLinks.has(word)) {
      if (endingLinks.has(word)) close();
      const link = { link: word, to: undefined, isFirm: true };
      bound.push(link);
      waiting.push(link);
      beside.push(word);
      continue;
    }
    if (links.has(word)) {
      const link = { link: word, to: undefined, isFirm: false };
      bound.push(link);
      waiting.push(link);
      beside.push(word);
      continue;
    }
    if (fillers.has(word)) {
      beside.push(word);
      continue;
    }
    const isName = names.has(word) && !isFirst;
    add({ kind: isName ? 'name' : 'word', key: keyOf(word), said: value });
  }
  return { terms, bound, negated, between, isQuestion: /\?\s*$/u.test(text), unspaced: unspacedIn(text) };
}

/** Possessives and capitals do not count. */
function plainWord(value: string): string {
  return value
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?:'s|(?<=s)')$/u, '');
}

export function keyOf(word: string): string {
  const known = standsFor(word);
  if (known !== word) return stemOf(known);
  const stem = stemOf(nationOf.get(word) ?? word);
  // A stem may have lost the letter by which it stands in the list.
  const whole = [stem, `${stem}e`, `${stem}y`].find((each) => standsFor(each) !== each);
  return stemOf(whole === undefined ? stem : standsFor(whole));
}

/** Written with a capital where no sentence begins. */
function namesAmong(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ kind, value, isFirst }) =>
      kind === 'word' && !isFirst && /\p{Lu}/u.test(value) ? [plainWord(value)] : [],
    ),
  );
}

/** "Thirty days" is 30 days. */
function counted(tokens: readonly Token[]): Token[] {
  const all: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const number = token.kind === 'word' ? writtenNumber(token.value.toLowerCase()) : undefined;
    const bare = number ?? (token.kind === 'number' && /^[\d.]+$/u.test(token.value) ? token.value : undefined);
    const next = tokens[at + 1];
    const unit = next?.kind === 'word' ? unitOf(next.value.toLowerCase()) : undefined;
    if (bare === undefined) all.push(token);
    else if (unit === undefined) all.push({ ...token, kind: 'number', value: bare });
    else {
      all.push({ ...token, kind: 'number', value: `${bare} ${unit}` });
      at += 1;
    }
  }
  return all;
}

function unspacedIn(text: string): string {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu,
    ) ?? []
  ).join('');
}
