// What looks done, for everybody who speaks of the board: what commits finished, or may have, and what only has to be closed.

import { createHash } from 'node:crypto';
import { type Board, bodyOf, type Task, tasksOf, toBeClosed } from '../board/board.ts';
import { type DreamLine, isUndone, type LedgerRead } from '../journal/journal.ts';
import type { Facts } from './facts-types.ts';
import type { FinishedTask } from './finished.ts';

/** The tasks that look done, in the order of the board. */
export function looksDoneIn(board: Board, finished: readonly FinishedTask[]): readonly FinishedTask[] {
  const known = new Map<number, FinishedTask>();
  for (const { title, state, index } of openTasks(board)) {
    const found = finished.find((each) => each.task === title && each.from === state);
    if (found !== undefined) known.set(index, found);
  }
  // A person's own task is done when that person says so.
  const closed = [...known.keys()].filter((index) => !(board.headings[index] as Task).isProtected);
  for (const index of toBeClosed(board, new Set(closed))) {
    if (known.has(index)) continue;
    const { title: task, state: from } = board.headings[index] as Task;
    known.set(index, {
      task,
      from,
      commit: null,
      why: 'all below it is done',
      isSure: isSureBelow(board, index, known),
    });
  }
  return [...known].toSorted(([one], [other]) => one - other).map(([, each]) => each);
}

/** Each of several tasks below it looks done for sure: then so does what they are parts of. One part alone may be the first of more. */
function isSureBelow(board: Board, above: number, known: ReadonlyMap<number, FinishedTask>): boolean {
  const below = tasksOf(board).filter(({ parent }) => parent === above);
  const open = below.filter(({ isDone }) => !isDone);
  return below.length > 1 && open.length > 0 && open.every(({ index }) => known.get(index)?.isSure === true);
}

/**
 * The last night with what still counts of what it said was finished. Only a night of this machine that was not taken back says anything; not of a task that a wake
 * closed since then (if that is open again, its owner wants it so), nor of one below which somebody wrote what is left.
 */
export function stillSaid<Night extends Pick<DreamLine, 'id' | 'finished'>>(
  night: Night | undefined,
  board: Board | undefined,
  ledger: LedgerRead,
  evidence: LedgerRead['lines'],
): Night | undefined {
  if (night?.finished === undefined || board === undefined) return night;
  const isOurs = evidence.some(({ id }) => id === night.id) && !isUndone(ledger, night.id);
  const at = ledger.lines.findIndex(({ id }) => id === night.id);
  const closed = new Set(
    ledger.lines
      .slice(at + 1)
      .flatMap((line) => (line.kind === 'wake' ? line.verdicts : []))
      .flatMap(({ move, result, task }) => (move === 'done' && result === 'applied' ? [task] : [])),
  );
  const open = new Map(openTasks(board).map((task) => [task.title, task]));
  const isAsItWas = ({ task: title, body }: { readonly task: string; readonly body?: string | undefined }): boolean => {
    const task = open.get(title);
    return task !== undefined && !closed.has(title) && (body === undefined || body === bodyHash(board, task));
  };
  return { ...night, finished: isOurs ? night.finished.filter(isAsItWas) : [] };
}

/** The commit among what was gathered that a text names, by seven letters of its id or more. */
export function commitNamed(
  { commits, landed, looksDone }: Pick<Facts, 'commits' | 'landed' | 'looksDone'>,
  text: string,
): string | undefined {
  const ids = [...landed, ...commits].map(({ id }) => id).concat(looksDone.flatMap(({ commit }) => commit ?? []));
  const named = text.toLowerCase().match(/\b[0-9a-f]{7,64}\b/gu) ?? [];
  return ids.find((id) => named.some((each) => id.startsWith(each)));
}

/** The indexes of those that are still open on a board. */
export function lookingDone(board: Board, looksDone: readonly Pick<FinishedTask, 'task'>[]): ReadonlySet<number> {
  if (looksDone.length === 0) return new Set();
  const titles = new Set(looksDone.map(({ task }) => task));
  return new Set(openTasks(board).flatMap(({ title, index }) => (titles.has(title) ? [index] : [])));
}

/** Whether something below a task is open, and not among `over`: then it is not to be closed by a verdict. */
export function hasOpenBelow(board: Board, task: Task, over: ReadonlySet<number>): boolean {
  return tasksOf(board).some(
    ({ index, isDone }) => index > task.index && index < task.subtreeEnd && !isDone && !over.has(index),
  );
}

/** One of two open tasks of the same title could be either, so neither is known by it. */
function openTasks(board: Board): Task[] {
  const open = tasksOf(board).filter(({ isDone }) => !isDone);
  const count = new Map<string, number>();
  for (const { title } of open) count.set(title, (count.get(title) ?? 0) + 1);
  return open.filter(({ title }) => count.get(title) === 1);
}

/** By this a task is known as it was: whoever writes below it what is left to do has said that it is not done. To tick a box says no such thing. */
export function bodyHash(board: Board, task: Task): string {
  const lines = bodyOf(board, task)
    .map((line) => line.replace(/\[[ xX-]\]/u, '[ ]').trim())
    .filter((line) => line !== '');
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

/** Whoever wakes goes on from what the last night saw. */
export function spokenOfSince(now: readonly string[], night: DreamLine | undefined): readonly string[] {
  const then = (night?.doing ?? []).flatMap(({ task, landed }) => (landed === true ? [task] : []));
  return [...new Set([...then, ...now])];
}
