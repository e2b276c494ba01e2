// Which open tasks are done: commits since the last dream say so, and nothing on the board says otherwise.
import { type Board, type Task, tasksOf } from '../board/board.ts';
import type { LoggedCommit } from '../world/world.ts';

/** An open task that a commit finished. */
export interface FinishedTask {
  /** Its title, and the state it still has. */
  readonly task: string;
  readonly from: string;
  /** The commit that finished it, and its subject. */
  readonly commit: string;
  readonly subject: string;
  /** What about that commit says so, in our words: `it closes #12`. */
  readonly why: string;
}

export interface FinishSources {
  readonly board: Board | undefined;
  /** What landed since the last dream, newest first. */
  readonly landed: readonly LoggedCommit[];
}

/** The open tasks that are finished, in the order of the board. */
export function finishedIn({ board, landed }: FinishSources): FinishedTask[] {
  if (board === undefined) return [];
  return tasksOf(board)
    .filter(({ isDone }) => !isDone)
    .flatMap((task): FinishedTask[] => {
      const commit = landed.find((each) => closes(each, task));
      if (commit === undefined) return [];
      const { id, subject } = commit;
      return [{ task: task.title, from: task.state, commit: id, subject, why: 'it closes its issue' }];
    });
}

function closes({ subject, body }: LoggedCommit, { title }: Task): boolean {
  const number = /#(\d{1,6})\b/u.exec(title)?.[1];
  return (
    number !== undefined &&
    new RegExp(`\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #${number}\\b`, 'iu').test(`${subject}\n${body}`)
  );
}
