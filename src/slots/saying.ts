// What a sentence says, in a form in which two can be compared: its terms in order, what binds them, and what is negated.
import { unitOf, writtenNumber } from './numbers.ts';
import { stemOf } from './stem.ts';
import { type Kind, type Token, tokensIn } from './tokens.ts';
import { fillers, firmLinks, links, negations, standsFor, verbs } from './word-lists.ts';

export interface Term {
  readonly kind: Exclude<Kind, 'mark'> | 'name';
  /** What is compared. */
  readonly key: string;
  /** As it was written, for people. */
  readonly said: string;
}

/** One thing of a sentence in its place: nothing that is written is left out. `gap` is a word that says nothing by itself. */
export interface Item {
  readonly is: 'term' | 'link' | 'firm' | 'not' | 'mark' | 'gap';
  readonly key: string;
  readonly said: string;
}

export interface Saying {
  readonly items: readonly Item[];
  readonly terms: readonly Term[];
  /** What stands right behind each word that binds: of "before each commit" `before` and `each`. */
  readonly bound: readonly { readonly link: string; readonly to: string | undefined; readonly isFirm: boolean }[];
  /** For each negation the terms that it may be about, up to the end of its clause. */
  readonly negated: readonly (readonly string[])[];
  readonly isQuestion: boolean;
  /** Of writing without blanks between words: all its letters, because nobody here knows which of them say nothing. */
  readonly unspaced: string;
}

const ends = /^[.,;:!?()|\n]$/u;
const endingLinks: ReadonlySet<string> = new Set(['but', 'instead', 'because', 'unless', 'except', 'although']);

export function sayingOf(text: string): Saying {
  const tokens = counted(tokensIn(text));
  const names = namesAmong(tokens);
  const items: Item[] = [];
  const terms: Term[] = [];
  const bound: { link: string; to: string | undefined; isFirm: boolean }[] = [];
  const negated: string[][] = [];
  const waiting: (typeof bound)[number][] = [];
  let open: string[][] = [];
  const close = (): void => {
    open = [];
    waiting.length = 0;
  };
  const add = (term: Term, key = term.key): void => {
    terms.push(term);
    items.push({ is: 'term', key, said: term.said });
    for (const each of waiting.splice(0)) each.to = term.key;
    for (const scope of open) scope.push(term.key);
  };
  for (const [at, { kind, value, isFirst }] of tokens.entries()) {
    if (kind === 'mark') {
      if (ends.test(value)) close();
      if (/[\p{S}\p{N}/@#%]/u.test(value)) add({ kind: 'word', key: value, said: value });
      else items.push({ is: 'mark', key: value, said: value });
      continue;
    }
    if (kind !== 'word') {
      add({ kind, key: `${kind} ${value}`, said: value });
      continue;
    }
    const word = plainWord(value);
    const negation = negationIn(word);
    if (negation !== undefined) {
      const scope: string[] = [];
      negated.push(scope);
      open = [...open, scope];
      const last = items.at(-1);
      // "Do not" is "never".
      const isDo = negation.verb === undefined ? last?.key === 'do' : negation.verb === 'do';
      if (isDo && negation.verb === undefined) items.pop();
      else if (!isDo && negation.verb !== undefined)
        items.push({ is: 'term', key: keyOf(negation.verb), said: negation.verb });
      items.push({ is: 'not', key: isDo && negation.key === 'not' ? 'never' : negation.key, said: value });
      continue;
    }
    // "US", "IT" and "Will" are names, and so is "A" in "plan A".
    const isCapital = /^\p{Lu}/u.test(value) && !(isFirst && (at === 0 || tokens[at - 1]?.value !== ':'));
    const isLoud = value.length > 1 && /^[\p{Lu}\p{N}_'’-]+$/u.test(value);
    const isSmall = !isCapital && !isLoud;
    const isFirm = firmLinks.has(word);
    if (isSmall && (isFirm || links.has(word))) {
      if (endingLinks.has(word)) close();
      const link = { link: word, to: undefined, isFirm };
      bound.push(link);
      waiting.push(link);
      items.push({ is: isFirm ? 'firm' : 'link', key: word, said: value });
      continue;
    }
    // "A few" are some, "few" are hardly any.
    const isSome = word === 'a' && /^(?:few|little)$/iu.test(tokens[at + 1]?.value ?? '');
    if (isSmall && fillers.has(word) && !isSome) {
      items.push({ is: 'gap', key: word, said: value });
      continue;
    }
    const isName = isLoud || (isCapital && fillers.has(word)) || (names.has(word) && !isFirst);
    // "On Mondays" and "on a Monday" is every week, "on Monday" is once.
    const [, weekday] = /^((?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/u.exec(word) ?? [];
    const isEachWeek = weekday !== undefined && (word.endsWith('s') || items.at(-1)?.key === 'a');
    const key = isEachWeek ? `${weekday}s` : exactKeyOf(word);
    add({ kind: isName ? 'name' : 'word', key: keyOf(word), said: value }, isLoud ? `name ${value}` : key);
    if (/['’]s$/iu.test(value)) items.push({ is: 'mark', key: "'s", said: value });
  }
  return { items, terms, bound, negated, isQuestion: /\?\s*$/u.test(text), unspaced: unspacedIn(text) };
}

/** "Cannot" is "can not", "mustn't" is "must not". */
function negationIn(word: string): { readonly key: string; readonly verb: string | undefined } | undefined {
  if (word === 'cannot') return { key: 'not', verb: 'can' };
  if (negations.has(word)) return { key: word, verb: undefined };
  const [, verb] = /^(.+)n't$/u.exec(word) ?? [];
  if (verb === undefined) return undefined;
  return { key: 'not', verb: verb === 'ca' ? 'can' : verb === 'wo' ? 'will' : verb };
}

/** Possessives and capitals do not count. */
function plainWord(value: string): string {
  return value
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?:'s|(?<=s)')$/u, '');
}

/** "The log" and "the logs" are told apart; "likes" is "prefers" all the same. */
function exactKeyOf(word: string): string {
  const known = standsFor(word);
  if (known !== word || word === stemOf(word)) return known;
  const [key, one] = [keyOf(word), stemOf(word)];
  return verbs.has(key) ? key : key === one ? word : `${key}s`;
}

export function keyOf(word: string): string {
  const known = standsFor(word);
  return known === word ? standsFor(stemOf(word)) : known;
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
