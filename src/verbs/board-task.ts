// Which task a verb means, in words that help where there is none; and one edit of the board as one commit.
import { type Board, boardPath, matchTask, sameTask, type Task, tasksOf } from '../board/board.ts';
import { makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { matchKey, nearest, oneLine, printSafe } from '../text/text.ts';
import type { OpenHome } from '../wire/wire.ts';
import { type Landed, landedFrom } from './landed.ts';
import { noState } from './read-board.ts';

/** One edit of the board as one commit. */
export async function changeBoard(
  { world, home, agent, settings }: OpenHome,
  subject: string,
  edit: (bytes: Uint8Array | undefined) => Uint8Array,
  dryRun: boolean | undefined,
  body?: string,
): Promise<Landed> {
  if (dryRun === true) return landedFrom(undefined);
  const files = [{ path: boardPath, edit }];
  return landedFrom(await makeChange(world, home, { files, subject, body, agent, secrets: settings.secrets }));
}

/** The task somebody means; if its line is known and still has that title, exactly that one. */
export function requireTask(board: Board, title: string, line?: number): Task {
  const there = line === undefined ? undefined : taskOnLine(board, title, line);
  if (there !== undefined) return there;
  const match = matchTask(board, title, { prefix: true });
  if (match.kind === 'found' && match.why === '') return match.task;
  const shown = printSafe(oneLine(title, 80));
  if (match.kind === 'ambiguous') {
    throw new DreamkeeperError('E_AMBIGUOUS_TASK', `"${shown}" could be more than one task: ${match.reason}`, {
      hint: `Say which with --line: ${match.tasks.map((task) => `${task.line} (${task.state})`).join(', ')}.`,
    });
  }
  const guess = nearest(
    title,
    tasksOf(board).map((task) => task.title),
  );
  const lookAlike = match.kind === 'unresolved' && match.reason !== 'no task has this title' ? match.reason : undefined;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `no task is called "${shown}"`, {
    hint:
      lookAlike ??
      (guess === undefined ? 'Run `dk board` to see the titles.' : `Did you mean "${printSafe(oneLine(guess, 80))}"?`),
  });
}

/** The task that was meant, in the version of the board that is changed. */
export function stillThere(plan: Board, board: Board, task: Task): Task {
  const found = sameTask(plan, board, task);
  if (found !== undefined) return found;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `"${printSafe(oneLine(task.title, 80))}" is not there any more`, {
    hint: 'Somebody changed the board. Look at it with `dk board`.',
  });
}

/** The task on a line, if its title is the one meant, however it is spelled. */
function taskOnLine(board: Board, title: string, line: number): Task | undefined {
  const heading = tasksOf(board).find((task) => task.line === line);
  return heading !== undefined && matchKey(heading.title).key === matchKey(title).key ? heading : undefined;
}

export function refusal(board: Board, task: Task, state: string, reason: string): DreamkeeperError {
  if (reason.startsWith('this board has no state')) return noState(board, state);
  const hint = task.isDone
    ? 'Add a new task for what is left to do.'
    : 'Nothing was changed. For CANCELLED, give --why "the reason".';
  return new DreamkeeperError('E_MOVE_REFUSED', `"${printSafe(oneLine(task.title, 80))}" was not moved: ${reason}`, {
    hint,
  });
}
