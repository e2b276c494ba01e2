// A run's task: what is under way goes on; else one is picked, and the claim is one commit of board, log and ledger, or nothing.
import {
  type Board,
  boardPath,
  bodyOf,
  findState,
  moveTask,
  parseBoard,
  pickTask,
  sameTask,
  type Task,
  underWayOf,
  withLogLine,
  withProperty,
} from '../board/board.ts';
import { ledgerAttributes, ledgerLine, makeChange, netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type FinishedTask, lookingDone } from '../facts/facts.ts';
import { hashOf, type RunStart } from '../journal/journal.ts';
import type { AgentHome } from '../world/world.ts';
import type { WorkRequest } from './work-types.ts';

export interface RunTask {
  readonly title: string;
  /** What stands below it. */
  readonly body: readonly string[];
  /** `open`: it was picked, and this board has no state that says so. */
  readonly how: 'claimed' | 'under way' | 'open';
  /** What a person should know of the claim. */
  readonly note: string | undefined;
}

/** Others may claim what we were about to; then there is another task, or none. */
const tries = 5;

/** The task for this run; undefined if there is none. Throws a DreamkeeperError if the claim cannot be made right now. */
export async function taskFor(
  worker: AgentHome,
  run: string,
  { claims, cadence }: Pick<WorkRequest, 'claims' | 'cadence'>,
  /** What nobody has to work on any more, and what the pack says is under way. */
  { looksDone, doing }: { readonly looksDone: readonly FinishedTask[]; readonly doing: string | null },
): Promise<RunTask | undefined> {
  const { world, home, agent } = worker;
  for (let attempt = 1; ; attempt += 1) {
    const bytes = world.files.read(home.home, boardPath);
    if (bytes === undefined) return undefined;
    const board = parseBoard(bytes);
    if (!claims) return undefined;
    // What only may be done is worked on when nothing else is left.
    const sure = lookingDone(
      board,
      looksDone.filter(({ isSure }) => isSure),
    );
    const over = lookingDone(board, looksDone);
    const other = pickTask(board, agent, over);
    const underWay = underWayOf(board, agent, over);
    const current =
      // Of several, the one that the pack speaks of.
      underWay.find(({ title }) => title === doing) ??
      underWay[0] ??
      (other === undefined ? underWayOf(board, agent, sure)[0] : undefined);
    if (current !== undefined) return runTask(board, current, 'under way', undefined);
    const task = other ?? pickTask(board, agent, sure);
    if (task === undefined) return undefined;
    const state = findState(board, 'DOING') ?? findState(board, 'STARTED');
    if (state === undefined) return runTask(board, task, 'open', undefined);
    try {
      const note = await claim(worker, run, { board, task, state, cadence });
      return runTask(board, task, 'claimed', note);
    } catch (error) {
      const isTaken = error instanceof DreamkeeperError && error.code === 'E_CHANGED_MEANWHILE';
      if (!isTaken || attempt >= tries) throw error;
    }
  }
}

interface ClaimPlan {
  readonly board: Board;
  readonly task: Task;
  readonly state: string;
  readonly cadence: WorkRequest['cadence'];
}

async function claim(
  { world, home, settings, agent }: AgentHome,
  run: string,
  { board, task, state, cadence }: ClaimPlan,
): Promise<string | undefined> {
  const time = world.now().toISOString();
  // The board has its title already; what repeats it need not repeat a credential in it.
  const title = netOf(settings).redact(task.title);
  const isOneOfMany = (settings.agents ?? []).length > 1;
  // The same on whatever version of the board it is given; where the task stands otherwise there, it is not ours to take.
  const edit = (bytes: Uint8Array | undefined): Uint8Array => {
    const plan = parseBoard(bytes ?? new Uint8Array());
    const same = sameTask(plan, board, task);
    const moved = same === undefined ? undefined : moveTask(plan, same, state);
    if (moved?.kind !== 'applied') throw taken(task);
    const named =
      isOneOfMany && task.agent === undefined ? withAgent(moved.bytes, board, task, state, agent) : moved.bytes;
    return withLogLine(parseBoard(named), time.slice(0, 10), agent, `claimed ${title}`);
  };
  const after = edit(board.bytes);
  const line: RunStart = { kind: 'run', id: run, agent, time, cadence, task: title, board: hashOf(after) };
  const changed = await makeChange(world, home, {
    // The board comes first: if its owner writes it meanwhile, nothing has to be taken back.
    files: [{ path: boardPath, edit }, ledgerLine(world, home, line), ledgerAttributes],
    subject: `claim: ${title}`,
    agent,
    id: run,
    secrets: settings.secrets,
  });
  return changed.note;
}

function withAgent(bytes: Uint8Array, board: Board, task: Task, state: string, agent: string): Uint8Array {
  const plan = parseBoard(bytes);
  const same = sameTask(plan, board, { ...task, state });
  if (same === undefined) throw taken(task);
  return withProperty(plan, same, 'AGENT', agent);
}

function taken(task: Task): DreamkeeperError {
  return new DreamkeeperError('E_CHANGED_MEANWHILE', `"${task.title}" is not on the board any more`, {
    hint: 'Somebody changed the board. Nothing was claimed.',
  });
}

function runTask(board: Board, task: Task, how: RunTask['how'], note: string | undefined): RunTask {
  return { title: task.title, body: bodyOf(board, task), how, note };
}
