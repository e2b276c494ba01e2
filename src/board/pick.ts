// What to do next: the first NEXT in the order of the file, else the top TODO, and of either the first leaf that can be worked on.
import { toBeClosed } from './close.ts';
import { readable } from './lines.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

const none: ReadonlySet<number> = new Set();

/**
 * Picks for an agent; what another one has claimed by `:AGENT:` is invisible to it. Those in `closed` (indexes) count as done, and what only has to be closed
 * is not there to be started.
 */
export function pickTask(board: Board, agent?: string, closed: ReadonlySet<number> = none): Task | undefined {
  const backlog = backlogOf(board);
  const tasks = tasksOf(board);
  const over = toBeClosed(board, closed);
  const open = tasks.filter(({ isDone, index }) => !isDone && !closed.has(index) && !over.has(index));
  const hasOpenBelow = headingsAbove(board, open);
  const leaves = open.filter((task) => !hasOpenBelow.has(task.index) && isFree(board, task, agent));
  const ready = leaves.filter((task) => task.state === 'NEXT' || task.state === backlog);
  // A NEXT anywhere above a leaf calls for it, and so does its own; of the leaves below one, a NEXT comes before the rest.
  const isReady = new Set([...ready.map((leaf) => leaf.index), ...headingsAbove(board, ready)]);
  const caller = tasks.find((task) => task.state === 'NEXT' && isReady.has(task.index));
  const called = caller === undefined ? ready : ready.filter((leaf) => isWithin(leaf, caller));
  return (caller === undefined ? undefined : called.find((leaf) => leaf.state === 'NEXT')) ?? called[0];
}

/** What an agent has in flight, in the order of the file; of a task and what lies below it, the innermost. Those in `closed` count as done. */
export function underWayOf(board: Board, agent?: string, closed: ReadonlySet<number> = none): Task[] {
  const doing = tasksOf(board).filter(
    (task) =>
      (task.state === 'DOING' || task.state === 'STARTED') && !closed.has(task.index) && isFree(board, task, agent),
  );
  const above = headingsAbove(board, doing);
  return doing.filter((task) => !above.has(task.index));
}

function isWithin(task: Task, above: Task): boolean {
  return task.index >= above.index && task.index < above.subtreeEnd;
}

/** All headings above any of these tasks, found by walking up from each; a heading already met ends the walk. */
function headingsAbove(board: Board, tasks: readonly Task[]): Set<number> {
  const met = new Set<number>();
  for (const task of tasks) {
    for (let above = task.parent; above !== undefined && !met.has(above); above = board.headings[above]?.parent)
      met.add(above);
  }
  return met;
}

/** The state in which tasks wait to be picked: TODO, or on a board with its own words the first of them. */
export function backlogOf({ keywords }: Board): string {
  return keywords.open.includes('TODO') ? 'TODO' : readable(keywords.open[0] ?? 'TODO');
}

/** Whether an agent may work on a task: nobody else has claimed it or what it lies under. */
export function isFree(board: Board, task: Task, agent: string | undefined): boolean {
  let heading: Pick<Task, 'agent' | 'parent' | 'isDone'> | undefined = task;
  // A claim on an objective covers what lies below it; below a done one nothing is left to do.
  while (heading !== undefined) {
    if (heading.agent !== undefined && heading.agent !== agent) return false;
    if (heading !== task && heading.isDone) return false;
    heading = heading.parent === undefined ? undefined : board.headings[heading.parent];
  }
  return true;
}
