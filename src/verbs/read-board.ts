// The board as the verbs see it: read from the home, and shown in its documented shape.
import { type Board, boardPath, parseBoard, statesOf, type Task } from '../board/board.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { OpenHome } from '../wire/wire.ts';

/** The board of a home as it is on disk. */
export function readBoard({ world, home }: OpenHome): Board {
  const bytes = world.files.read(home.home, boardPath);
  if (bytes !== undefined) return parseBoard(bytes);
  throw new DreamkeeperError('E_BOARD_MISSING', `there is no plan.org in ${home.home}`, {
    hint: `Bring it back with \`git -C ${home.home} checkout -- plan.org\`, or run \`dk init\` for a new one.`,
  });
}

/** The documented shape of a task; see docs/board.md. */
export interface ShownTask extends Pick<Task, 'title' | 'state' | 'level' | 'line' | 'tags' | 'isDone'> {
  /** The title of the task it hangs under. */
  readonly parent: string | null;
  readonly priority: string | null;
  readonly agent: string | null;
}

export function shownTask(board: Board, task: Task): ShownTask {
  const { title, state, level, line, tags, isDone, priority = null, agent = null } = task;
  const parent = task.parent === undefined ? null : (board.headings[task.parent]?.title ?? null);
  return { title, state, level, line, tags, isDone, parent, priority, agent };
}

/** Says which states a board has. */
export function noState(board: Board, state: string): DreamkeeperError {
  return new DreamkeeperError('E_NO_SUCH_STATE', `this board has no state "${printSafe(oneLine(state, 40))}"`, {
    hint: `It has ${statesOf(board).open.join(' ')} | ${statesOf(board).done.join(' ')} (the #+TODO: line of plan.org).`,
  });
}
