// What a pack tells of the board: the task that is next in its own words, and the top of the rest.
import { bodyOf, isFree, type Task, tasksOf } from '../board/board.ts';
import { isOneOfMany, lookingDone, nextTask, ownWorkIn, taskAsked, underWay } from '../facts/facts.ts';
import { type Block, listed } from './block.ts';
import type { PackParts } from './pack.ts';

const mostBoxes = 5;
const mostProse = 3;
const mostOfKind = 5;

/** The beginning of what is written below the task that was asked for, is under way, or else comes next, and its open boxes. Nothing of a task that is not what the agent is at. */
export function taskBlock({ facts, isOther, toldTask, words }: PackParts): Block {
  const { board } = facts;
  const isBusy = facts.wanted !== undefined || ownWorkIn(facts).length > 0;
  const task =
    taskAsked(facts) ??
    (isOther || isOneOfMany(facts) ? undefined : (underWay(facts)[0] ?? (isBusy ? undefined : nextTask(facts))));
  if (board === undefined || task === undefined || task.title === toldTask) return listed('others', '', []);
  const body = bodyOf(board, task);
  const boxes = body.filter((text) => /\[ \]/u.test(text));
  // Lists, drawers, logs and dates are for whoever keeps the board.
  const prose = body
    .map((text) => text.trim())
    .filter((text) => /^[\p{L}\p{N}"'`(]/u.test(text) && !/^[A-Z]+:/u.test(text));
  const lines = [
    ...prose.slice(0, mostProse),
    ...boxes.slice(0, mostBoxes).map((text) => text.trim().replace(/^[-+]\s+/u, '')),
  ];
  const more = boxes.length - mostBoxes;
  return listed('others', `The board says of ${words.names.title(task.title)}:`, [
    ...words.lines(lines, 'dk board'),
    ...(more > 0 ? [`(and ${more} more open)`] : []),
  ]);
}

/** Other work in flight, NEXT, and the top of the rest. */
export function boardLines({ facts, claimed, looksDone: told, words }: PackParts): string[] {
  const { board, agent, looksDone, doneOnBranch } = facts;
  if (board === undefined) return [];
  const isTold = new Set([claimed, ...told.map(({ task }) => task)]);
  const open = tasksOf(board).filter((task) => !task.isDone && !isTold.has(task.title) && isFree(board, task, agent));
  const [over, there] = [lookingDone(board, looksDone), lookingDone(board, doneOnBranch)];
  const [doing, ...alsoDoing] = underWay(facts);
  // The state is a word of the board's own; a title is looked at by itself.
  const line = (task: Task): string =>
    `${words.line(task.state, 'dk board', 20)} ${words.line(task.title, 'dk board')}${over.has(task.index) ? ' (may be done)' : there.has(task.index) ? ' (may be done on another branch)' : ''}`;
  const next = open.filter(({ state }) => state === 'NEXT');
  const rest = open.filter(
    ({ state, index }) => state !== 'NEXT' && (over.has(index) || (state !== 'DOING' && state !== 'STARTED')),
  );
  const shown = [...alsoDoing, ...next.slice(0, mostOfKind), ...rest.slice(0, mostOfKind)];
  // What stands on the first line of the pack is told, and what has open tasks below it counts as well.
  const isShown = new Set([doing, ...shown].map((task) => task?.index));
  const more = open.filter(({ index }) => !isShown.has(index)).length;
  return [...shown.map(line), ...(more > 0 ? [`(and ${more} more: \`dk board\`)`] : [])];
}
