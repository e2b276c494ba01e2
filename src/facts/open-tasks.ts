// What is under way and what comes next on the board, as everything that speaks of it has it: without what looks done.
import { pickTask, type Task, underWayOf } from '../board/board.ts';
import type { Facts } from './facts-types.ts';
import { lookingDone } from './looks-done.ts';

type BoardFacts = Pick<Facts, 'board' | 'agent' | 'looksDone'>;

/** What the agent has in flight, the first of it first. */
export function underWay({ board, agent, looksDone }: BoardFacts): readonly Task[] {
  return board === undefined ? [] : underWayOf(board, agent, lookingDone(board, looksDone));
}

/** What it would start. */
export function nextTask({ board, agent, looksDone }: BoardFacts): Task | undefined {
  return board === undefined ? undefined : pickTask(board, agent, lookingDone(board, looksDone));
}
