// What changed on the board since the last dream, as far as that one kept which tasks were open.
import { type Task, tasksOf } from '../board/board.ts';
import { type Facts, markOf } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';

export interface BoardNews {
  /** Tasks that were open then, and are not any more. */
  readonly closed: readonly Task[];
  /** Open tasks that were not there, at least not by this title. */
  readonly added: readonly Task[];
}

/** So many of each are told. */
const most = 3;
/** A night that kept so many marks may have left some out; then nobody knows what is new. */
const mostMarks = 500;

export function boardNews({ board, news, lastNight }: Facts): BoardNews {
  const marks = lastNight?.open;
  if (board === undefined || !news.board || marks === undefined || marks.length >= mostMarks)
    return { closed: [], added: [] };
  const before = new Set(marks);
  const all = tasksOf(board).filter(({ title }) => title !== '' && !/["\n]/u.test(title) && !readsLikeOrder(title));
  const open = new Set(all.filter(({ isDone }) => !isDone).map(({ title }) => title));
  return {
    closed: all.filter(({ title, isDone }) => isDone && !open.has(title) && before.has(markOf(title))).slice(0, most),
    added: all.filter(({ title, isDone }) => !isDone && !before.has(markOf(title))).slice(0, most),
  };
}
