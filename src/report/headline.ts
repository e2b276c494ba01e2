// A night in one sentence: how often somebody slept, and what came of it.
import type { Morning } from './morning-types.ts';

type Told = Pick<Morning, 'kind' | 'nights' | 'memory' | 'learned' | 'board' | 'tales'>;

/** `when` is the time of the last night in words; `isOne` if only that night was asked for. */
export function headlineOf({ kind, nights, ...told }: Told, when: string, isOne: boolean): string {
  if (kind === 'empty') return 'Nobody has slept here yet.';
  const standing = nights.filter(({ isUndone }) => !isUndone);
  const back = nights.length - standing.length;
  const slept =
    isOne || (nights.length === 1 && kind === 'slept')
      ? `One night, ${when}`
      : kind === 'quiet'
        ? `Nobody slept since yesterday; the last night was ${when}`
        : `${inLetters(nights.length)} nights since yesterday`;
  if (standing.length === 0)
    return `${slept}. ${nights.length === 1 ? 'It was' : 'All were'} taken back: nothing of ${nights.length === 1 ? 'it' : 'them'} stands.`;
  const did = deeds(told);
  const also = back === 0 ? '' : ` ${inLetters(back)} ${back === 1 ? 'night was' : 'nights were'} taken back.`;
  return `${slept}: ${did === '' ? 'nothing in memory or on the board changed' : did}.${also}`;
}

function deeds({ memory, learned, board, tales }: Omit<Told, 'kind' | 'nights'>): string {
  const many = (...wanted: readonly string[]): number => memory.filter(({ did }) => wanted.includes(did)).length;
  const observed = learned.filter(({ kind }) => kind === 'observation').length;
  const moved = board.moves.filter(({ became }) => became === 'taken').length;
  const suggested = board.moves.filter(({ became }) => became === 'waiting' || became === 'advised').length;
  const parts = [
    [tales.length, 'a journal entry was written', 'journal entries were written'],
    [many('promoted'), 'a memory was promoted', 'memories were promoted'],
    [
      many('merged', 'superseded', 'reworded', 'moved', 'noticed'),
      'one change put memory in order',
      'changes put memory in order',
    ],
    [many('demoted', 'forgotten'), 'one entry went to the archive', 'entries went to the archive'],
    [observed, 'one observation was made', 'observations were made'],
    [moved, 'one task was moved', 'tasks were moved'],
    [suggested, 'one move is suggested', 'moves are suggested'],
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
