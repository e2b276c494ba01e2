// What to do next: the first NEXT in the order of the file, else the top TODO, and of either the first leaf that can be worked on.
import { type Board, type Task, tasksOf } from './parse.ts';

/** Picks for an agent; what another one has claimed by `:AGENT:` is invisible to it. */
export function pickTask(board: Board, agent?: string): Task | undefined {
  const tasks = tasksOf(board).filter((task) => isFree(board, task, agent));
  for (const state of ['NEXT', 'TODO']) {
    for (const task of tasks) {
      if (task.state !== state) continue;
      const leaf = leafOf(tasks, task);
      if (leaf !== undefined) return leaf;
    }
  }
  return undefined;
}

/** The task itself if nothing open lies below it, else the first leaf below that is NEXT or TODO. */
function leafOf(tasks: readonly Task[], task: Task): Task | undefined {
  const below = tasks.filter((other) => other.index > task.index && other.index < task.subtreeEnd && !other.isDone);
  if (below.length === 0) return task;
  const isLeaf = (one: Task): boolean =>
    !below.some((other) => other.index > one.index && other.index < one.subtreeEnd);
  const ready = below.filter((other) => isLeaf(other) && (other.state === 'NEXT' || other.state === 'TODO'));
  return ready.find((other) => other.state === 'NEXT') ?? ready[0];
}

function isFree(board: Board, task: Task, agent: string | undefined): boolean {
  let heading: Pick<Task, 'agent' | 'parent' | 'isDone'> | undefined = task;
  // A claim on an objective covers what lies below it; below a done one nothing is left to do.
  while (heading !== undefined) {
    if (heading.agent !== undefined && heading.agent !== agent) return false;
    if (heading !== task && heading.isDone) return false;
    heading = heading.parent === undefined ? undefined : board.headings[heading.parent];
  }
  return true;
}
