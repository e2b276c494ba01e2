// Board done: a task is finished, with the dated dash in the log, in one commit.
import {
  type Board,
  doneText,
  doneWord,
  moveTask,
  parseBoard,
  type Task,
  tasksOf,
  withDoneDash,
} from '../board/board.ts';
import { netOf } from '../change/change.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import type { Moved } from './board-change.ts';
import { changeBoard, refusal, requireTask, stillThere } from './board-task.ts';
import { landedFrom } from './landed.ts';
import { readBoard } from './read-board.ts';

export interface DoneRequest {
  /** Its title, or a beginning of at least 12 characters that only it has. */
  readonly task: string;
  /** A commit, or a word on how: kept in the log and in the commit. */
  readonly why?: string | undefined;
  /** Which of several tasks with this title. */
  readonly line?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Finished extends Moved {
  /** What the log says of it now; null if nothing had to be done. */
  readonly logged: string | null;
  /** The titles of the tasks below it that are still open: they stay as they are. */
  readonly openBelow: readonly string[];
}

/** What is done already stays as it is, without a second dash. */
export async function boardDone(at: Standpoint, { task: title, why, line, dryRun }: DoneRequest): Promise<Finished> {
  const home = await openOwnHome(at);
  const { agent } = home;
  const board = readBoard(home);
  const task = requireTask(board, title, line);
  const net = netOf(home.settings);
  net.refuse(why ?? '');
  // The board has its title already; a log that repeats it need not repeat a credential in it.
  const named = net.redact(task.title);
  const state = doneWord(board) ?? 'DONE';
  const wanted = moveTask(board, task, state);
  if (wanted.kind === 'refused') throw refusal(board, task, state, wanted.reason);
  const { from, to, kind: result } = wanted;
  const openBelow = openBelowOf(board, task);
  const about = { task: task.title, from, to, result, openBelow };
  if (wanted.kind === 'noop') {
    const landed = landedFrom(dryRun === true ? undefined : { kind: 'unchanged', note: undefined });
    return { ...about, reason: wanted.reason, logged: null, ...landed };
  }
  const date = home.world.now().toISOString().slice(0, 10);
  const edit = (bytes: Uint8Array | undefined): Uint8Array => {
    const plan = parseBoard(bytes ?? new Uint8Array());
    const moved = moveTask(plan, stillThere(plan, board, task), state);
    return moved.kind === 'applied'
      ? withDoneDash(parseBoard(moved.bytes), { date, who: agent }, named, why)
      : plan.bytes;
  };
  const landed = await changeBoard(home, `board: ${from} → ${to} ${task.title}`, edit, dryRun, why);
  return { ...about, reason: null, logged: `- ${date} (${agent}): ${doneText(named, why)}`, ...landed };
}

function openBelowOf(board: Board, { index, subtreeEnd }: Task): string[] {
  return tasksOf(board)
    .filter((task) => task.index > index && task.index < subtreeEnd && !task.isDone)
    .map(({ title }) => title);
}
