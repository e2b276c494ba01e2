// What became of something, in the words that a person is told.
import { wordsPromoted } from '../memory/memory.ts';
import { counted } from '../text/text.ts';
import type { Learned, MemoryDeed, MorningCost, MorningMove } from './morning-types.ts';

const becomes: Readonly<Record<string, string>> = {
  taken: 'The task was moved on the board',
  'taken back': 'The task was moved on the board, and somebody took that back',
  advised: 'It was only suggested: nothing was moved',
  refused: 'It was not carried out',
  waiting: 'The task moves on the board when the next session starts; nothing else starts by itself',
  unheard: 'No session started before the next suggestions came, so nothing was moved',
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

/** A suggestion, and what became of it. */
export function moveInWords({ line, became, from, to, why }: Omit<MorningMove, 'night' | 'told'>): string {
  const move = from === null || to === null ? '' : `, from ${from} to ${to}`;
  return `${suggestionInWords(line)}${move}. ${becomes[became] ?? became}${why === '' ? '' : ` (${inWords(why)})`}.`;
}

/** A line of a journal says what it suggests, and behind a dash why. */
export function suggestionInWords(line: string): string {
  const [, verb = '', task = '', why = ''] = /^(pick up|close|park|drop|start): (.+?)(?: — (.+))?$/u.exec(line) ?? [];
  return task === '' ? inWords(line) : `${verb} "${task}"${why === '' ? '' : ` (${inWords(why)})`}`;
}

const inWords = (why: string): string =>
  why
    .replace(/^(.+) is in flight$/u, '$1 has uncommitted changes')
    .replace('the work in flight', 'the uncommitted work');

/** What was kept of a day, with a word for what it is. */
export function learnedInWords(
  kind: Learned['kind'],
  level: string | null,
  text: string,
): Pick<Learned, 'label' | 'told'> {
  if (kind === 'reflection') return { label: 'activity', told: text };
  if (kind === 'note') return { label: 'note', told: text };
  const [, asked] = /^Asked: (".*")$/su.exec(text) ?? [];
  if (level === 'RED' && asked !== undefined)
    return { label: 'you said', told: `${asked} This is kept, and told to every session when it starts.` };
  if (level === 'RED' && text.includes(' fails and has not passed since'))
    return {
      label: 'failed',
      told: text.replace(' fails and has not passed since', ' failed and has not passed since'),
    };
  return { label: level === 'RED' ? 'important' : 'seen', told: text };
}

/** What was suggested some days ago, and what became of it. `day` is the day in words. */
export function earlierInWords(line: string, fate: string, day: string): string {
  const became = fates[fate] ?? fate;
  const suggested = suggestionInWords(line).replace(' has uncommitted changes)', ' had uncommitted changes)');
  return `Suggested on ${day}: ${suggested}. ${became.slice(0, 1).toUpperCase()}${became.slice(1)}.`;
}

/** A task that looks done, and which commit says so. */
export function doneInWords(state: string, task: string, commit: string | null, why: string): string {
  const says = why === 'it says just that' ? 'says the same' : (/^it (.+)$/u.exec(why)?.[1] ?? '');
  const named = commit === null ? '' : `commit ${commit.slice(0, 7)}`;
  return `${state} ${task} (${named === '' ? why : says === '' ? `${named}: ${why}` : `${named} ${says}`})`;
}

const deedLabels: Readonly<Partial<Record<MemoryDeed, string>>> = {
  ...{ superseded: 'replaced', demoted: 'archived', forgotten: 'archived' },
};

/** One word for whatever put an entry into the archive. */
export const deedInWords = (did: MemoryDeed): string => deedLabels[did] ?? did;

export function costInWords({ calls, tokens, usd, seconds, models, isWhole }: Omit<MorningCost, 'told'>): string {
  const took = isWhole || seconds > 0 ? ` It took ${seconds < 1 ? 'less than a second' : `${seconds} s`}.` : '';
  if (calls === 0)
    return isWhole
      ? `None: no model was asked; rules did all of it.${took}`
      : `No call to a model is on record here.${took}`;
  const price = usd === null ? 'the price is not known' : `$${usd.toFixed(4)}`;
  return `${counted(calls, 'call')} to ${models.join(', ')}: ${counted(tokens, 'token')}, ${price}.${took}`;
}

/** An entry as a sentence: without the mark of the list that it stood in, and what a sweep wrote behind it. */
export function entryInWords(text: string | null): string {
  if (text === null) return '(its words are not there any more)';
  return wordsPromoted(text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/u, '').trim());
}

/** Why an operation is proposed, where the entries stand beside it as the old and the new one. */
export function reasonInWords(kind: string, why: string): string {
  const [, day] = /^m-[a-z2-7]{8} is newer, of (\d{4}-\d\d-\d\d)$/u.exec(why) ?? [];
  if (day !== undefined) return `The new one was written on ${day}.`;
  const text = whyInWords(kind, why).trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`;
}

/** A reason without ids: nobody knows an entry by its id, and it stands beside the reason. */
export function whyInWords(kind: string, why: string): string {
  return kind === 'merge' || kind === 'supersede' ? why.replaceAll(/\bm-[a-z2-7]{8}\b/gu, 'the entry that stays') : why;
}
