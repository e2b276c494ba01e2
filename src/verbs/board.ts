// Board: the plan listed, what comes next on it, and what looks odd.
import {
  type Board,
  backlogOf,
  boardPath,
  findState,
  type LintFinding,
  lintBoard,
  lintDeleted,
  parseBoard,
  pickTask,
  tasksOf,
} from '../board/board.ts';
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { gatherFacts, homeLedger, lookingDone, looksDoneOn, newestSteps, plansIn } from '../facts/facts.ts';
import { nightsOf } from '../journal/journal.ts';
import { type OpenHome, openHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { noState, readBoard, type ShownTask, shownTask } from './read-board.ts';

export interface BoardRequest {
  /** Only these states. */
  readonly states?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  /** Only tasks claimed by this agent. */
  readonly agent?: string | undefined;
  /** Only what is still to be done. */
  readonly open?: boolean | undefined;
}

export interface ShownPlan {
  /** Below the project's root. */
  readonly file: string;
  /** Its first open box, and how many are open. */
  readonly first: string;
  readonly open: number;
  /** Whether it is in the repository. */
  readonly isTracked: boolean;
}

export interface ListedBoard {
  readonly tasks: readonly ShownTask[];
  readonly lint: readonly LintFinding[];
  /** The title of the task to do next, whatever is listed; null if nothing is left to pick. */
  readonly next: string | null;
  /** The titles of open tasks that look done, whatever is listed. */
  readonly looksDone: readonly string[];
  /** Titles of those that only may be. */
  readonly mayBeDone: readonly string[];
  /** How many tasks there are, with those that are not listed. */
  readonly all: number;
  /** Plans beside the board that were edited or read since the last dream: Markdown and org files with open boxes. Nothing is written to them. */
  readonly plans: readonly ShownPlan[];
  /** Where the plan lies. */
  readonly file: string;
}

export async function board(at: Standpoint, { states, tag, agent, open }: BoardRequest = {}): Promise<ListedBoard> {
  const home = await openHome(at);
  const plan = readBoard(home);
  const wanted = states?.map((state) => state.trim().toUpperCase());
  const unknown = wanted?.find((state) => findState(plan, state) === undefined);
  if (unknown !== undefined) throw noState(plan, unknown);
  const all = tasksOf(plan);
  const shown = all.filter(
    (task) =>
      (wanted === undefined || wanted.includes(task.state.toUpperCase())) &&
      (tag === undefined || task.tags.includes(tag)) &&
      (agent === undefined || task.agent === agent) &&
      (open !== true || !task.isDone),
  );
  const looksDone = await overOn(plan, home);
  return {
    tasks: shown.map((task) => shownTask(plan, task)),
    lint: lintBoard(plan),
    next: pickTask(plan, home.agent, lookingDone(plan, looksDone))?.title ?? null,
    looksDone: looksDone.filter(({ isSure }) => isSure).map(({ task }) => task),
    mayBeDone: looksDone.filter(({ isSure }) => !isSure).map(({ task }) => task),
    all: all.length,
    plans: await plansBeside(home),
    file: `${home.home.home}/${boardPath}`,
  };
}

/** What is or may be done, as a hand-over made now would say it: also by what was committed since the last dream, or on another branch. */
async function overOn(
  plan: Board,
  home: OpenHome,
): Promise<readonly { readonly task: string; readonly isSure: boolean }[]> {
  const { looksDone, doneOnBranch, problems } = await gatherFacts({ ...home, purpose: 'wake' });
  // Where something cannot be read, the board is shown as the last dream knew it; `dk doctor` says what is wrong.
  if (problems.length > 0) return looksDoneOn(plan, home.world, home.home, home.agent);
  const known = new Set(looksDone.map(({ task }) => task));
  return [...looksDone, ...doneOnBranch.flatMap(({ task }) => (known.has(task) ? [] : [{ task, isSure: false }]))];
}

/** A record or project that cannot be read is told by `dk status`; the board is listed all the same. */
async function plansBeside({ world, home, agent, settings }: OpenHome): Promise<ShownPlan[]> {
  try {
    const since = nightsOf(homeLedger(world, home), agent).at(-2)?.digested.steps?.time ?? '';
    const { records } = await newestSteps(world, home, since);
    const recent = records.filter(({ time }) => time > since);
    if (recent.length === 0) return [];
    const repository = await world.git.open(home.project, home.privateDir);
    const { commit = null } = await repository.head();
    const found = await plansIn({ world, home, repository, head: commit, changed: [], records: recent });
    const { redact } = netOf(settings);
    return found.map(({ path, first, open, isTracked }) => ({ file: path, first: redact(first), open, isTracked }));
  } catch (error) {
    if (error instanceof DreamkeeperError) return [];
    throw error;
  }
}

export interface NextTask {
  readonly task: ShownTask | null;
  /** The state tasks wait in on this board. */
  readonly backlog: string;
  /** Open tasks that are not picked because they look done, or may be. */
  readonly mayBeDone: readonly string[];
}

/** The first NEXT, else the top TODO, and of either the first leaf. */
export async function boardNext(at: Standpoint): Promise<NextTask> {
  const home = await openHome(at);
  const plan = readBoard(home);
  const over = lookingDone(plan, await overOn(plan, home));
  const task = pickTask(plan, home.agent, over);
  const mayBeDone = tasksOf(plan).flatMap(({ title, index }) => (over.has(index) ? [title] : []));
  return { task: task === undefined ? null : shownTask(plan, task), backlog: backlogOf(plan), mayBeDone };
}

export async function boardLint(at: Standpoint): Promise<{ readonly lint: readonly LintFinding[] }> {
  const home = await openHome(at);
  return { lint: [...lintBoard(readBoard(home)), ...(await deletedSinceCommit(home))] };
}

async function deletedSinceCommit({ world, home }: OpenHome): Promise<readonly LintFinding[]> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const entry = commit === undefined ? undefined : (await repository.entries(commit, [boardPath])).get(boardPath);
  const now = world.files.read(home.home, boardPath);
  if (entry === undefined || now === undefined) return [];
  return lintDeleted(parseBoard(await repository.readBlob(entry.blob)), parseBoard(now));
}
