// What became of something, in the words that a person is told.
import type { VerdictChoice } from '../config/config.ts';
import { wordsPromoted } from '../memory/memory.ts';
import { counted } from '../text/text.ts';
import type { Learned, MemoryChange, MemoryDeed, MorningCost, MorningMove } from './morning-types.ts';

const becomes: Readonly<Record<string, string>> = {
  taken: 'The task was moved on the board',
  'taken back': 'The task was moved on the board, and somebody took that back',
  advised: 'It was only suggested: nothing was moved',
  refused: 'It was not carried out',
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

const moves: readonly (readonly [RegExp, string])[] = [
  [/^pick[ -]?up\b/u, 'the board says NEXT for it'],
  [/^put[ -]?down\b/u, 'the board says TODO for it'],
  [/^cancel\b/u, 'it is cancelled on the board'],
];

/** What is going to happen by itself, and how to prevent it; `choice` is what the owner wants of suggestions. */
function waitingMove(line: string, { moves: fate, done }: VerdictChoice): string {
  const chosen = /^done\b/u.test(line) ? done : fate;
  if (chosen !== 'apply')
    return chosen === 'off' ? 'No session is told: `verdicts` is off' : 'The next session is told; nothing is moved';
  const what = moves.find(([verb]) => verb.test(line))?.[1] ?? 'the board says so';
  return `When the next session starts, ${what}, unless something speaks against it. To prevent that, set \`verdicts: advise\` in dreamkeeper.yaml`;
}

/** A suggestion, and what became of it. */
export function moveInWords(
  { line, became, from, to, why }: Omit<MorningMove, 'night' | 'told'>,
  choice: VerdictChoice,
): string {
  const move = from === null || to === null ? '' : `, from ${from} to ${to}`;
  const fate = became === 'waiting' ? waitingMove(line, choice) : (becomes[became] ?? became);
  return `${suggestionInWords(line)}${move}. ${fate}${why === '' ? '' : ` (${inWords(why)})`}.`;
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
  since = 'Since the last time',
): Pick<Learned, 'label' | 'told'> {
  if (kind === 'reflection')
    return { label: 'activity', told: text.replace(/^(\d+ actions?) in /u, `${since}: $1 (reading, too) in `) };
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

/** `many` are the nights and attempts that it is about. */
export function costInWords(
  { calls, tokens, usd, seconds, models, isWhole }: Omit<MorningCost, 'told'>,
  many: number,
): string {
  const took =
    isWhole || seconds > 0
      ? ` ${many > 1 ? 'All runs together' : 'It'} took ${seconds < 1 ? 'less than a second' : `${seconds} s`}.`
      : '';
  if (calls === 0)
    return isWhole
      ? `None: no model was asked; rules did all of it.${took}`
      : `No call to a model is on record here.${took}`;
  const price = usd === null ? 'the price is not known' : `$${usd.toFixed(4)}`;
  return `${counted(calls, 'call')} to ${models.join(', ')}: ${counted(tokens, 'token')}, ${price}.${took}`;
}

/** Each entry of a change once, with what became of it. */
export function linesInWords(
  did: MemoryDeed,
  { before, after, rests }: Pick<MemoryChange, 'before' | 'after' | 'rests'>,
): MemoryChange['lines'] {
  const all = (label: string, texts: readonly string[]): MemoryChange['lines'] =>
    texts.map((text) => ({ label, text }));
  const gone = before.filter((text) => !after.includes(text));
  switch (did) {
    case 'promoted':
    case 'moved':
      return all('', after);
    case 'demoted':
    case 'forgotten':
      return all('', before);
    case 'merged':
      return [
        ...after.flatMap((text) => all(before.includes(text) ? 'stays' : 'new', [text])),
        ...all('archived', gone),
      ];
    case 'superseded':
      return [...all('archived', gone), ...all('stays', rests)];
    case 'reworded':
      return [...all('archived', gone), ...all('new', after)];
    case 'noticed':
      return [...all('new', after), ...all('stays', rests)];
  }
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
  if (kind === 'merge' && /^it says the same as m-[a-z2-7]{8}$/u.test(why)) return 'they say the same';
  return kind === 'merge' || kind === 'supersede' ? why.replaceAll(/\bm-[a-z2-7]{8}\b/gu, 'the entry that stays') : why;
}
