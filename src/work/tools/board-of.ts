// The board as tools see it, and a task on it by the name somebody gives it.
import {
  type Board,
  boardPath,
  isFree,
  matchTask,
  parseBoard,
  sameTask,
  type Task,
  tasksOf,
} from '../../board/board.ts';
import { DreamkeeperError } from '../../errors/errors.ts';
import { nearest, oneLine, printSafe } from '../../text/text.ts';
import type { AgentHome } from '../../world/world.ts';

/** Throws `E_BOARD_MISSING` if there is none. */
export function boardOf({ world, home }: AgentHome): Board {
  const bytes = world.files.read(home.home, boardPath);
  if (bytes === undefined)
    throw new DreamkeeperError('E_BOARD_MISSING', `there is no ${boardPath} in this home`, {
      hint: 'Bring it back from git.',
    });
  return parseBoard(bytes);
}

/** The one task that is meant, if this agent may work on it. */
export function taskCalled(board: Board, title: string, agent: string): Task {
  const shown = printSafe(oneLine(title, 80));
  const match = matchTask(board, title, { prefix: true });
  if (match.kind === 'found' && match.why === '') {
    if (isFree(board, match.task, agent)) return match.task;
    throw new DreamkeeperError('E_MOVE_REFUSED', `"${shown}" is claimed by another agent, or is below a task that is`, {
      hint: 'Take another task.',
    });
  }
  if (match.kind === 'ambiguous')
    throw new DreamkeeperError('E_AMBIGUOUS_TASK', `"${shown}" could be more than one task: ${match.reason}`, {
      hint: 'Give its whole title.',
    });
  const titles = tasksOf(board).map((task) => task.title);
  const guess = nearest(title, titles);
  const hint = guess === undefined ? 'Look at the board.' : `Did you mean "${printSafe(oneLine(guess, 80))}"?`;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `no task is called "${shown}". ${hint}`, { hint });
}

/** A task, and the board on which it was found. */
export interface FoundTask {
  readonly board: Board;
  readonly task: Task;
}

/** The task that was found, in the version of the board that is changed. */
export function stillThere(plan: Board, { board, task }: FoundTask): Task {
  const found = sameTask(plan, board, task);
  if (found !== undefined) return found;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `"${printSafe(oneLine(task.title, 80))}" is not there`, {
    hint: 'Somebody changed the board. Look at it again.',
  });
}
