// What comes next on the board, as everything that speaks of it has it: without what looks done, here or on another branch.
import { pickTask, type Task } from '../board/board.ts';
import type { Facts } from './facts-types.ts';
import { lookingDone } from './looks-done.ts';

type BoardFacts = Pick<Facts, 'board' | 'agent' | 'looksDone' | 'doneOnBranch'>;

/** What it would start. */
export function nextTask({ board, agent, looksDone, doneOnBranch }: BoardFacts): Task | undefined {
  return board === undefined ? undefined : pickTask(board, agent, lookingDone(board, [...looksDone, ...doneOnBranch]));
}
