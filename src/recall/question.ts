// A question made ready to be looked for: its words, what else may stand for each of them, and what kind of answer it waits for.
import type { Neighbours } from './neighbours.ts';
import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { weigh } from './weights.ts';
import { partsOf, stemsOf, wordsOf } from './words.ts';

/** What a form found in a text says: it is this word of the question, or only near to it. */
export interface Meaning {
  readonly term: number;
  /** 1 if it is the word itself. */
  readonly weight: number;
}

export interface Asked {
  /** How much each word of the question counts. */
  readonly weights: readonly number[];
  /** The words that are looked for, each with its number. */
  readonly forms: ReadonlyMap<string, number>;
  /** By the number of a form; the first so many forms are the words themselves. */
  readonly meanings: readonly (readonly Meaning[])[];
  /** Forms that are an answer to "when" or "how many". */
  readonly cues: ReadonlySet<number>;
  /** The form that stands for every number in figures; -1 if none is waited for. */
  readonly figures: number;
}

const mostTerms = 48;
const mostNear = 16;

const times =
  'yesterday today tomorrow tonight ago week weekend month year day morning evening monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december summer winter spring autumn fall last next recently soon since';
const numbers =
  'one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty hundred thousand million dozen couple once twice several half';

export function askedIn(question: string, neighbours: Neighbours): Asked {
  const terms = termsOf(question);
  const forms = new Map<string, number>();
  const meanings: Meaning[][] = [];
  const formOf = (word: string): number => {
    const known = forms.get(word) ?? forms.size;
    forms.set(word, known);
    meanings[known] ??= [];
    return known;
  };
  const mean = (form: number, term: number, weight: number): void => {
    const there = meanings[form] ?? [];
    // A word of the question is that word, and stands for no other of its words.
    if (there.some((each) => each.weight === 1 || (each.term === term && each.weight >= weight))) return;
    meanings[form] = [...there.filter((each) => each.term !== term), { term, weight }];
  };
  for (const [at, { word }] of terms.entries()) mean(formOf(word), at, 1);
  for (const [at, { near }] of terms.entries())
    for (const { word, weight } of near.flatMap((each) => neighbours(each)).slice(0, mostNear))
      if (!stopWords.has(word)) mean(formOf(stem(word)), at, Math.min(0.99, weight));
  const waits = kindOf(question);
  const listed = waits === 'time' ? times : waits === 'number' ? numbers : '';
  const cues = new Set(listed === '' ? [] : listed.split(' ').map((word) => formOf(stem(word))));
  const figures = waits === 'words' ? -1 : formOf('\0figures');
  if (figures !== -1) cues.add(figures);
  return { weights: terms.map(({ weight }) => weight), forms, meanings, cues, figures };
}

interface Term {
  readonly word: string;
  readonly weight: number;
  /** The spellings by which its neighbours are looked up. */
  readonly near: readonly string[];
}

function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>();
  const add = (word: string, weight: number, near: readonly string[]): void => {
    if ((terms.get(word)?.weight ?? 0) < weight) terms.set(word, { word, weight, near });
  };
  for (const given of wordsOf(question)) {
    const plain = given.toLowerCase();
    const isStop = stopWords.has(plain);
    for (const word of stemsOf(given)) add(word, isStop ? weigh.little : 1, isStop ? [] : [plain]);
    for (const part of partsOf(given).flatMap(stemsOf))
      add(part, stopWords.has(part) ? weigh.little * weigh.part : weigh.part, []);
  }
  const all = [...terms.values()];
  const telling = all.filter(({ weight }) => weight > weigh.little);
  return all.length <= mostTerms ? all : telling.slice(0, mostTerms);
}

function kindOf(question: string): 'time' | 'number' | 'words' {
  if (/\b(?:when|how long|what (?:time|day|date|year|month))\b/iu.test(question)) return 'time';
  return /\bhow (?:many|much|old|often)\b/iu.test(question) ? 'number' : 'words';
}
