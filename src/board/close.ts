// Which tasks only have to be closed: all that lay below them is done.
import { firstOpenBox } from './body.ts';
import { isCancelled } from './move.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

/**
 * The open tasks below which everything is done, or is among `closed`, or only has to be closed itself. Where all was given up, nothing was done; and
 * what has an open box of its own has something left to do.
 */
export function toBeClosed(board: Board, closed: ReadonlySet<number> = new Set()): ReadonlySet<number> {
  const found = new Set<number>();
  const openBelow = new Set<number>();
  const doneBelow = new Set<number>();
  // What lies below a task comes after it in the file.
  for (const task of tasksOf(board).toReversed()) {
    const { index } = task;
    const isOpen = !task.isDone && !closed.has(index);
    const isOver = doneBelow.has(index) && !openBelow.has(index) && firstOpenBox(board, task) === undefined;
    if (isOpen && isOver) found.add(index);
    if (isOpen && !isOver) markAbove(board, task, openBelow);
    else if (!isCancelled(task)) markAbove(board, task, doneBelow);
  }
  return found;
}

/** A heading that was met before ends the walk. */
function markAbove(board: Board, task: Task, met: Set<number>): void {
  for (let above = task.parent; above !== undefined && !met.has(above); above = board.headings[above]?.parent)
    met.add(above);
}
