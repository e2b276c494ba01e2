// Which moves are legal. State changes are the workflow: a task is never deleted, and what is done stays done.
import { whySuffix, withState } from './edit.ts';
import { findKeyword } from './keywords.ts';
import { readable } from './lines.ts';
import { type Board, parseBoard, type Task } from './parse.ts';
import { withoutClaim } from './property-edit.ts';

/** What came of wanting to move a task. Refusing is an answer, with the reason in words. */
export type MoveResult =
  | {
      readonly kind: 'applied';
      readonly bytes: Uint8Array;
      readonly from: string;
      readonly to: string;
      /** Whose claim it was, and is no more. */
      readonly released?: string;
    }
  | { readonly kind: 'noop'; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly kind: 'refused'; readonly from: string; readonly reason: string };

/** The verdicts that name a task: three of the seed's, and `done`, which is ours. */
export type Verb = 'pick up' | 'put down' | 'cancel' | 'done';

const underWay: readonly string[] = ['DOING', 'STARTED'];
const waiting: readonly string[] = ['WAITING', 'BLOCKED'];
const cancelled: readonly string[] = ['CANCELLED', 'CANCELED'];

/** Moves a task as its owner or agent asks: to any state of the board, but never out of a done one. */
export function moveTask(board: Board, task: Task, state: string, why = ''): MoveResult {
  const keyword = findKeyword(board.keywords, state);
  if (keyword === undefined) return refused(task, `this board has no state ${state}`);
  const to = readable(keyword);
  if (to === task.state) return { kind: 'noop', from: task.state, to, reason: `it is ${to} already` };
  if (task.isDone) return refused(task, `it is ${task.state}, and what is done does not reopen`);
  const suffix = cancelled.includes(to) ? whySuffix(why) : '';
  if (cancelled.includes(to) && suffix === '') return refused(task, 'a cancelled task needs a reason');
  const bytes = withState(board, task, keyword, suffix);
  return { kind: 'applied', bytes, from: task.state, to, ...(to === 'TODO' ? released(bytes, task) : {}) };
}

/** Moves a task as a dream's verdict says: only the seed's own transitions and `done`, and nothing that belongs to a person. */
export function moveByVerdict(board: Board, task: Task, verb: Verb, why: string): MoveResult {
  const to = verb === 'pick up' ? 'NEXT' : verb === 'put down' ? 'TODO' : closing(board, verb);
  const noop = (reason: string): MoveResult => ({ kind: 'noop', from: task.state, to: to ?? task.state, reason });
  if (verb === 'cancel' && cancelled.includes(task.state)) return noop('it is cancelled already');
  if (verb === 'done' && task.isDone && !cancelled.includes(task.state)) return noop(`it is ${task.state} already`);
  if (task.isDone) return refused(task, `it is ${task.state}, and what is done does not reopen`);
  if (verb === 'pick up' && (task.state === 'NEXT' || underWay.includes(task.state)))
    return noop(`it is ${task.state} already`);
  if (verb === 'put down' && task.state === 'TODO') return noop('it is TODO already');
  if (task.isProtected) return refused(task, 'it belongs to a person (:OWNER: or :PIN:)');
  if (verb !== 'cancel' && waiting.includes(task.state))
    return refused(task, `it is ${task.state}; only its owner knows what it waits for`);
  if (verb === 'pick up' && task.state !== 'TODO')
    return refused(task, `only TODO can be picked up, it is ${task.state}`);
  if (verb === 'put down' && task.state !== 'NEXT' && !underWay.includes(task.state)) {
    return refused(task, `only NEXT and DOING can be put down, it is ${task.state}`);
  }
  if (to === undefined) return refused(task, `this board has no state ${verb === 'done' ? 'DONE' : 'CANCELLED'}`);
  return moveTask(board, task, to, why);
}

/** What goes back to the backlog is nobody's: the next one may take it. */
function released(bytes: Uint8Array, { index, agent }: Task): { bytes: Uint8Array; released?: string } {
  const board = parseBoard(bytes);
  const heading = board.headings[index];
  const free = heading === undefined ? bytes : withoutClaim(board, heading);
  return free === board.bytes || agent === undefined ? { bytes } : { bytes: free, released: agent };
}

function closing(board: Board, verb: 'cancel' | 'done'): string | undefined {
  return verb === 'done' ? doneWord(board) : cancelled.find((word) => board.keywords.done.includes(word));
}

/** The word with which this board says that a task is done: DONE, or the first of its own. */
export function doneWord({ keywords }: Pick<Board, 'keywords'>): string | undefined {
  const word = keywords.done.includes('DONE') ? 'DONE' : keywords.done.find((each) => !cancelled.includes(each));
  return word === undefined ? undefined : readable(word);
}

/** Whether a state says that a task was given up. */
export function isCancelled({ state }: Pick<Task, 'state'>): boolean {
  return cancelled.includes(state);
}

function refused(task: Task, reason: string): MoveResult {
  return { kind: 'refused', from: task.state, reason };
}
