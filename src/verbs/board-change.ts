// Board moves, tasks and log lines: each is one edit and one commit.
import {
  type Board,
  backlogOf,
  findState,
  type Heading,
  matchTask,
  moveTask,
  parseBoard,
  withLogLine,
  withTask,
} from '../board/board.ts';
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { changeBoard, refusal, requireTask, stillThere } from './board-task.ts';
import type { Landed } from './landed.ts';
import { noState, readBoard } from './read-board.ts';

export interface MoveRequest {
  /** Its title, or a beginning of at least 12 characters that only it has. */
  readonly task: string;
  /** A state of this board, such as NEXT, DOING or DONE. */
  readonly state: string;
  /** Kept in the commit, and in the title of a cancelled task. */
  readonly why?: string | undefined;
  /** Which of several tasks with this title. */
  readonly line?: number | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Moved extends Landed {
  readonly task: string;
  readonly from: string;
  readonly to: string;
  readonly result: 'applied' | 'noop';
  /** Why nothing had to be done; null if something had. */
  readonly reason: string | null;
}

/** What is done does not reopen; a cancelled task needs a reason. */
export async function boardMove(at: Standpoint, request: MoveRequest): Promise<Moved> {
  const { state, why, dryRun } = request;
  const home = await openOwnHome(at);
  const board = readBoard(home);
  const task = requireTask(board, request.task, request.line);
  netOf(home.settings).refuse(why ?? '');
  const wanted = moveTask(board, task, state, why);
  if (wanted.kind === 'refused') throw refusal(board, task, state, wanted.reason);
  const { from, to, kind: result } = wanted;
  const edit = (bytes: Uint8Array | undefined): Uint8Array => {
    const plan = parseBoard(bytes ?? new Uint8Array());
    const moved = moveTask(plan, stillThere(plan, board, task), state, why);
    return moved.kind === 'applied' ? moved.bytes : plan.bytes;
  };
  const landed = await changeBoard(home, `board: ${from} → ${to} ${task.title}`, edit, dryRun, why);
  const reason = wanted.kind === 'noop' ? wanted.reason : null;
  return { task: task.title, from, to, result, reason, ...landed };
}

export interface AddRequest {
  readonly title: string;
  /** The task or heading it goes under; at the end of the board if nobody says. */
  readonly under?: string | undefined;
  /** TODO, or the first state of the board. */
  readonly state?: string | undefined;
  /** A letter: A, B, C … */
  readonly priority?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Also if an open task has this title already. */
  readonly again?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Added extends Landed {
  readonly task: string;
  readonly state: string;
}

export async function boardAdd(at: Standpoint, request: AddRequest): Promise<Added> {
  const { title, tags = [] } = request;
  const home = await openOwnHome(at);
  netOf(home.settings).refuse([title, ...tags].join('\n'));
  const board = readBoard(home);
  refuseTwin(board, request);
  const state = findState(board, request.state ?? backlogOf(board)) ?? '';
  const edit = (bytes: Uint8Array | undefined): Uint8Array => addTo(parseBoard(bytes ?? new Uint8Array()), request);
  edit(board.bytes);
  const landed = await changeBoard(home, `board: add ${oneLine(title)}`, edit, request.dryRun);
  return { task: oneLine(title), state, ...landed };
}

export interface LogRequest {
  readonly text: string;
  readonly dryRun?: boolean | undefined;
}

export interface Logged extends Landed {
  readonly logged: string;
  readonly date: string;
  readonly agent: string;
}

/** One dated dash in the log. */
export async function boardLog(at: Standpoint, { text, dryRun }: LogRequest): Promise<Logged> {
  if (oneLine(text) === '')
    throw new DreamkeeperError('E_USAGE', 'there is nothing to log', { hint: 'Give a line of text.' });
  const home = await openOwnHome(at);
  const { agent } = home;
  netOf(home.settings).refuse(text);
  readBoard(home);
  const date = home.world.now().toISOString().slice(0, 10);
  const edit = (bytes: Uint8Array | undefined): Uint8Array =>
    withLogLine(parseBoard(bytes ?? new Uint8Array()), date, agent, text);
  const landed = await changeBoard(home, `board: log ${oneLine(text)}`, edit, dryRun);
  return { logged: oneLine(text), date, agent, ...landed };
}

function addTo(board: Board, { title, tags = [], ...request }: AddRequest): Uint8Array {
  const wanted = request.state ?? backlogOf(board);
  const state = findState(board, wanted);
  if (state === undefined) throw noState(board, wanted);
  const under = request.under === undefined ? undefined : parentCalled(board, request.under);
  const priority = request.priority?.toUpperCase();
  if (priority !== undefined && !/^(?:[A-Z]|[0-9]{1,2})$/u.test(priority))
    throw badOption('--priority', 'one letter, such as A');
  const oddTag = tags.find((tag) => !/^[\p{L}\p{N}_@#%]+$/u.test(tag));
  if (oddTag !== undefined) throw badOption('--tag', 'one word of letters, digits, _ @ # %');
  return withTask(board, { title, state, under, priority, tags });
}

/** The heading somebody wants a task under: a section, or a task; of several with that title, the only open one. */
function parentCalled(board: Board, title: string): Heading {
  const sections = board.headings.filter((heading) => heading.title === title && heading.state === undefined);
  return sections.length === 1 && sections[0] !== undefined ? sections[0] : requireTask(board, title);
}

/** An agent that tries again must not make a second task of the same name: nobody could tell the two apart afterwards. */
function refuseTwin(board: Board, { title, again }: AddRequest): void {
  const match = matchTask(board, title);
  if (
    again === true ||
    match.kind === 'unresolved' ||
    (match.kind === 'found' && (match.task.isDone || match.why !== ''))
  )
    return;
  const lines =
    match.kind === 'found' ? `line ${match.task.line}` : `lines ${match.tasks.map((task) => task.line).join(', ')}`;
  throw new DreamkeeperError('E_TASK_EXISTS', `"${printSafe(oneLine(title, 80))}" is on the board already (${lines})`, {
    hint: 'Move that one, choose another title, or add --again if you mean it.',
  });
}

function badOption(option: string, expected: string): DreamkeeperError {
  return new DreamkeeperError('E_USAGE', `${option} takes ${expected}`, {
    hint: 'Nothing was changed. Run `dk board add --help` for the options.',
  });
}
