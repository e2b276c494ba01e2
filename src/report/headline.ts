// Nights in two sentences: how often somebody slept, and what came of it.
import { oneLine } from '../text/text.ts';
import type { Learned, MemoryChange, Morning } from './morning-types.ts';

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
  const archived = memory.reduce((sum, each) => sum + archivedBy(each), 0);
  const moved = board.moves.filter(({ became }) => became === 'taken').length;
  const suggested = board.moves.filter(({ became }) => became === 'waiting' || became === 'advised').length;
  const entries = isSomeBack
    ? (['one new journal entry stands', 'new journal entries stand'] as const)
    : (['a journal entry was written', 'journal entries were written'] as const);
  const parts = [
    [tales.length, ...entries],
    [many('promoted'), 'a memory was promoted', 'memories were promoted'],
    [
      many('merged', 'superseded', 'reworded', 'moved', 'noticed'),
      'one change put memory in order',
      'changes put memory in order',
    ],
    [archived, 'one entry went into the archive', 'entries went into the archive'],
    [kept('observation'), 'one observation was made', 'observations were made'],
    [kept('reflection'), 'the activity was summed up', 'summaries of the activity were written'],
    [kept('note'), 'one note was kept', 'notes were kept'],
    [moved, 'one task was moved', 'tasks were moved'],
    [suggested, 'one move is suggested', 'moves are suggested'],
  ] as const;
  return joined(
    parts
      .filter(([number]) => number > 0)
      .map(([number, one, more]) => (number === 1 ? one : `${inLetters(number).toLowerCase()} ${more}`)),
  );
}

/** How many entries went into the archive: of entries that became one, all but the one whose words stand. */
export const archivedBy = ({ did, before, after }: MemoryChange): number =>
  did === 'moved' ? 0 : before.filter((text) => !after.includes(text)).length;

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

/** `done` is how many tasks may be done, which a person can say as well. */
export function waitingInWords(many: number, done = 0): string {
  const waits =
    many === 0
      ? 'Nothing waits for you'
      : many === 1
        ? 'One thing waits for you'
        : `${inLetters(many)} things wait for you`;
  if (done === 0) return `${waits}.`;
  const tasks = done === 1 ? 'one task' : `${inLetters(done).toLowerCase()} tasks`;
  return `${waits}${many === 0 ? ', but' : ', and'} ${tasks} may be done: see "Board".`;
}
