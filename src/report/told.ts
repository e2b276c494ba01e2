// What became of something, in the words that a person is told.
import { wordsPromoted } from '../memory/memory.ts';
import { counted } from '../text/text.ts';
import type { MorningCost } from './morning-types.ts';

const becomes: Readonly<Record<string, string>> = {
  taken: 'it was moved',
  'taken back': 'it was moved, and somebody took that back',
  advised: 'it was only suggested, and nothing was moved',
  refused: 'it was not carried out',
  waiting: 'the next wake carries it out',
  unheard: 'nobody woke before the next dream came',
};

const fates: Readonly<Record<string, string>> = {
  done: 'the task was done',
  stayed: 'it stayed so',
  'came true': 'somebody did the same a little later',
  overruled: 'somebody did the opposite',
  'named nothing': 'it named no task',
  'only repeated': 'it only repeated what was said before',
  refused: 'it could not be done',
  waiting: 'it is too early to say',
};

export const becameInWords = (became: string): string => becomes[became] ?? became;
export const fateInWords = (fate: string): string => fates[fate] ?? fate;

export function costInWords({ calls, tokens, usd, seconds, models, isWhole }: Omit<MorningCost, 'told'>): string {
  const took = isWhole || seconds > 0 ? ` Sleeping took ${seconds < 1 ? 'less than a second' : `${seconds} s`}.` : '';
  if (calls === 0)
    return isWhole
      ? `None: no model was asked; all of it was done by rules.${took}`
      : `No call to a model is on record here.${took}`;
  const price = usd === null ? 'the price is not known' : `$${usd.toFixed(4)}`;
  return `${counted(calls, 'call')} to ${models.join(', ')}: ${counted(tokens, 'token')}, ${price}.${took}`;
}

/** An entry as a sentence: without the mark of the list that it stood in, and what a sweep wrote behind it. */
export function entryInWords(text: string | null): string {
  if (text === null) return '(its words are not there any more)';
  return wordsPromoted(text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/u, '').trim());
}

/** A reason without ids: nobody knows an entry by its id, and it stands beside the reason. */
export function whyInWords(kind: string, why: string): string {
  return kind === 'merge' || kind === 'supersede' ? why.replaceAll(/\bm-[a-z2-7]{8}\b/gu, 'the entry that stays') : why;
}
