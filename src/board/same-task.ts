// A task of one version of the board, found again in another.
import { type Board, type Heading, type Task, tasksOf } from './parse.ts';

/**
 * The task that was meant on `board`, in `plan`: same title, same state, same headings above it; undefined if it is not there.
 *
 * Nothing looser will do. The version in the last commit may have other tasks on these lines, or another one of this title elsewhere.
 */
export function sameTask(plan: Board, board: Board, task: Task): Task | undefined {
  const wanted = above(board, task);
  const same = tasksOf(plan).filter(
    (one) => one.title === task.title && one.state === task.state && above(plan, one) === wanted,
  );
  return same.find(({ line }) => line === task.line) ?? same[0];
}

function above({ headings }: Board, task: Heading): string {
  const titles: string[] = [];
  for (let at = task.parent; at !== undefined; at = headings[at]?.parent) titles.push(headings[at]?.title ?? '');
  return titles.join('\n');
}
