// Which of what looks done is no longer under way: nearly all of it.
import { type Board, firstOpenBox, type Task, tasksOf } from '../board/board.ts';
import { isDream } from '../journal/journal.ts';
import { type Facts, hasNews } from './facts-types.ts';
import { lookingDone } from './looks-done.ts';

/**
 * The indexes of tasks that nobody goes on with. What only may be done goes on as long as work lies open and a box of it does. At the first dream, and the wake
 * after it, nobody knows when boxes were ticked: there the board has the word.
 */
export function notUnderWay(
  board: Board,
  { looksDone, inFlight, news, evidence }: Pick<Facts, 'looksDone' | 'inFlight' | 'news' | 'evidence'>,
): ReadonlySet<number> {
  const isFirst = news.isFirst || (!hasNews(news) && evidence.filter(isDream).length <= 1);
  const over = looksDone.filter(({ task: title, commit, isSure }) => {
    const task = tasksOf(board).find((each) => each.title === title && !each.isDone);
    if (task === undefined) return false;
    return isSure
      ? commit !== null || !isFirst || hasTasksBelow(board, task)
      : inFlight.length === 0 || firstOpenBox(board, task) === undefined;
  });
  return lookingDone(board, over);
}

function hasTasksBelow(board: Board, { index, subtreeEnd }: Task): boolean {
  return tasksOf(board).some((task) => task.index > index && task.index < subtreeEnd);
}
