// What comes next on the board, as everything that speaks of it has it: without what looks done.
import { pickTask, type Task } from '../board/board.ts';
import type { Facts } from './facts-types.ts';
import { lookingDone } from './looks-done.ts';

type BoardFacts = Pick<Facts, 'board' | 'agent' | 'looksDone'>;

/** What it would start. */
export function nextTask({ board, agent, looksDone }: BoardFacts): Task | undefined {
  return board === undefined ? undefined : pickTask(board, agent, lookingDone(board, looksDone));
}
