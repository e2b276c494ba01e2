// A move that was made taken back, or made again: the keyword, the reason a cancelled task got, the dash of one that was done, the claim of one
// that was put down, and no other byte.
import { commitIn, type DoneDash, withDoneDash, withoutDoneDash } from './done-dash.ts';
import { titleEnd, whySuffix, withState } from './edit.ts';
import { findKeyword } from './keywords.ts';
import { toByteText } from './lines.ts';
import { type Board, parseBoard, type Task, tasksOf } from './parse.ts';
import { withoutClaim, withProperty } from './property-edit.ts';

/** A move as the ledger keeps it. */
export interface MadeMove {
  readonly task: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
  /** The dash it left in the log, if it finished the task. */
  readonly dash?: DoneDash | undefined;
  /** Whose claim went with it. */
  readonly released?: string | undefined;
}

const suffixOf = ({ to, why }: MadeMove): string => (/^CANCELL?ED$/u.test(to) ? whySuffix(why) : '');

/** The board without the move; undefined unless exactly one task stands as the move left it. */
export function takeBackMove(board: Board, move: MadeMove): Uint8Array | undefined {
  const suffix = suffixOf(move);
  const task = only(board, `${move.task}${suffix}`, move.to);
  const keyword = findKeyword(board.keywords, move.from);
  if (task?.parts.keyword === undefined || keyword === undefined) return undefined;
  const { text } = board;
  const at = titleEnd(board, task);
  const added = toByteText(suffix);
  if (text.slice(at - added.length, at) !== added) return undefined;
  const { start, end } = task.parts.keyword;
  const back = Buffer.from(
    text.slice(0, start) + keyword + text.slice(end, at - added.length) + text.slice(at),
    'latin1',
  );
  if (move.released !== undefined) return claimed(back, task.index, move.released);
  return move.dash === undefined ? back : withoutDoneDash(parseBoard(back), move.dash, move.task);
}

/** The board with the move made again; undefined unless exactly one task stands as it did before. */
export function makeMoveAgain(board: Board, move: MadeMove): Uint8Array | undefined {
  const task = only(board, move.task, move.from);
  const keyword = findKeyword(board.keywords, move.to);
  if (task === undefined || keyword === undefined) return undefined;
  const again = withState(board, task, keyword, suffixOf(move));
  if (move.released !== undefined) return freed(again, task.index);
  return move.dash === undefined ? again : withDoneDash(parseBoard(again), move.dash, move.task, commitIn(move.why));
}

function freed(bytes: Uint8Array, index: number): Uint8Array {
  const board = parseBoard(bytes);
  const heading = board.headings[index];
  return heading === undefined ? bytes : withoutClaim(board, heading);
}

function claimed(bytes: Uint8Array, index: number, agent: string): Uint8Array {
  const board = parseBoard(bytes);
  const heading = board.headings[index];
  return heading === undefined ? bytes : withProperty(board, heading, 'AGENT', agent);
}

function only(board: Board, title: string, state: string): Task | undefined {
  // Another task of that title, whatever its state, could be the one that was meant.
  const [one, ...others] = tasksOf(board).filter((task) => task.title === title);
  return others.length === 0 && one?.state === state ? one : undefined;
}
