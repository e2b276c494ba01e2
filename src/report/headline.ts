// Nights in two sentences: how often somebody slept, and what came of it.
import { oneLine } from '../text/text.ts';
import type { Learned, Morning, Waits } from './morning-types.ts';

type Told = Pick<Morning, 'kind' | 'nights' | 'memory' | 'learned' | 'board' | 'tales'>;

/** `when` is the time of the last night in words; `isOne` if only that night was asked for; `left` more came before these. */
export function headlineOf(
  { kind, nights, ...told }: Told,
  when: string,
  isOne: boolean,
  left = 0,
): Pick<Morning, 'headline' | 'did'> {
  if (kind === 'empty')
    return {
      headline: 'Nobody has slept here yet.',
      did: 'After some work, `dk sleep` is the first night. Then this report says what it did.',
    };
  const headline = isOne
    ? `The night of ${when}.`
    : kind === 'quiet'
      ? `Nobody slept since yesterday. The last night: ${when}.`
      : nights.length === 1
        ? `One night: ${when}.`
        : left > 0
          ? `The newest ${nights.length} of ${nights.length + left} nights since yesterday.`
          : `${inLetters(nights.length)} nights since yesterday.`;
  const standing = nights.filter(({ isUndone }) => !isUndone);
  const back = nights.length - standing.length;
  if (standing.length === 0)
    return {
      headline,
      did:
        nights.length === 1
          ? 'It was taken back: nothing of it stands.'
          : 'All were taken back: nothing of them stands.',
    };
  const did = deeds(told, back > 0);
  const also = back === 0 ? '' : ` ${inLetters(back)} ${back === 1 ? 'night was' : 'nights were'} taken back.`;
  return {
    headline,
    did: `${did === '' ? 'Nothing in memory or on the board changed' : `${did.slice(0, 1).toUpperCase()}${did.slice(1)}`}.${also}`,
  };
}

/** Of nights that were taken back the entries are not there: then those that are told are not all that were written. */
function deeds({ memory, learned, board, tales }: Omit<Told, 'kind' | 'nights'>, isSomeBack: boolean): string {
  const many = (...wanted: readonly string[]): number => memory.filter(({ did }) => wanted.includes(did)).length;
  const kept = (wanted: Learned['kind']): number => learned.filter(({ kind }) => kind === wanted).length;
  const seen = (wanted: string): number =>
    learned.filter(({ kind, label }) => kind === 'observation' && label === wanted).length;
  const moved = board.moves.filter(({ became }) => became === 'taken').length;
  const suggestions = board.moves.filter(({ became }) => became === 'waiting' || became === 'advised');
  const suggested = suggestions.length;
  const isWork = suggestions.every(({ line }) => line.startsWith('pick up'));
  const entries = isSomeBack
    ? (['one new journal entry stands', 'new journal entries stand'] as const)
    : (['a journal entry was written', 'journal entries were written'] as const);
  const merges = memory.filter(({ did }) => did === 'merged');
  const merged = merges.reduce((sum, { before }) => sum + before.length, 0);
  const parts = [
    [tales.length, ...entries],
    [many('promoted'), 'a memory was promoted', 'memories were promoted'],
    [merged, 'one entry was merged', `entries were merged into ${inLetters(merges.length).toLowerCase()}`],
    [many('superseded'), 'one entry was replaced by a newer one', 'entries were replaced by newer ones'],
    [many('reworded'), 'one entry was reworded', 'entries were reworded'],
    [many('moved'), 'one entry was moved', 'entries were moved'],
    [many('noticed'), 'one thing was noticed in several entries', 'things were noticed in several entries'],
    [many('demoted', 'forgotten'), 'one entry was archived', 'entries were archived'],
    [seen('you said'), 'one rule of yours was kept', 'rules of yours were kept'],
    [seen('failed'), 'one failure was kept', 'failures were kept'],
    [seen('important'), 'one important thing was kept', 'important things were kept'],
    [seen('seen'), 'one thing that was seen was kept', 'things that were seen were kept'],
    [kept('reflection'), 'the activity was summed up', 'summaries of the activity were written'],
    [kept('note'), 'one note was written meanwhile', 'notes were written meanwhile'],
    [moved, 'one task was moved', 'tasks were moved'],
    [
      suggested,
      isWork ? 'one task is suggested' : 'one change of the board is suggested',
      isWork ? 'tasks are suggested' : 'changes of the board are suggested',
    ],
  ] as const;
  return joined(
    parts
      .filter(([number]) => number > 0)
      .map(([number, one, more]) => (number === 1 ? one : `${inLetters(number).toLowerCase()} ${more}`)),
  );
}

export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const letters = [
  'None',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

export function inLetters(number: number): string {
  return letters[number] ?? `${number}`;
}

/** Nothing of attempts that there were none of. */
export function triedInWords(attempts: Morning['attempts']): string | null {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  const many = attempts.reduce((sum, { count }) => sum + count, 0);
  const often = many === 1 ? 'Another attempt' : `${inLetters(many)} other attempts`;
  return `${often} changed nothing. ${many === 1 ? 'The' : 'The last'} reason: ${oneLine(last.message)} (${last.outcome}).`;
}

/** What waits with answers to choose from is a question. `looksDone` are tasks of which a person can say as well that they are done. */
export function waitingInWords(
  waits: readonly Pick<Waits, 'answers'>[],
  looksDone: readonly Pick<Morning['looksDone'][number], 'isSure'>[],
): string {
  const [many, done] = [waits.length, looksDone.length];
  const noun = many > 0 && waits.every(({ answers }) => answers !== null) ? 'question' : 'thing';
  const told =
    many === 0
      ? 'Nothing waits for you.'
      : many === 1
        ? `One ${noun} waits for you.`
        : `${inLetters(many)} ${noun}s wait for you.`;
  if (done === 0) return told;
  const how = looksDone.every(({ isSure }) => isSure)
    ? done === 1
      ? 'looks'
      : 'look'
    : done === 1
      ? 'is perhaps'
      : 'are perhaps';
  return `${told} ${inLetters(done)} ${done === 1 ? 'task' : 'tasks'} ${how} finished (see "Board").`;
}

/** The newest night that stands can be taken back; right at the beginning, where somebody looks who has no time. */
export function backInWords(undo: Morning['undo']): string | null {
  const standing = undo.filter(({ isUndone }) => !isUndone);
  const [newest] = standing;
  if (newest === undefined) return null;
  return `To take ${standing.length === 1 ? 'the night' : 'the last of these nights'} back: ${newest.command}`;
}
