// The exact next action, from facts alone: the first that applies.
import { firstOpenBox } from '../board/board.ts';
import type { LineCount } from '../world/world.ts';
import type { StandingFailure } from './changed-since.ts';
import { taskAsked, taskInFlight, underWay } from './doing.ts';
import type { Facts } from './facts-types.ts';
import { ownWorkIn, workIn } from './in-flight.ts';
import { nextTask } from './open-tasks.ts';
import { openTodos } from './todos.ts';

/** What is said when there is nothing to do. */
export const nothingInFlight = 'nothing is in flight';

/** Said behind a task that leads though something fails, or failed before files were written that may have mended it. */
export function stillFails({ command, changedSince }: StandingFailure, names: Naming = plainNames): string {
  return changedSince === undefined
    ? `; ${names.command(command)} still fails`
    : `; run ${names.command(command)} again`;
}

/** Of a row of checks that failed, those that passed since. */
export function passedSinceTold({ passedSince }: Pick<StandingFailure, 'passedSince'>, names: Naming): string {
  return `${passedSince.map(names.command).join(' and ')} ${passedSince.length === 1 ? 'has' : 'have'} passed since`;
}

/** Said of a task of which the newest commits speak. */
export const seeWhatIsLeft = 'see what is left of';

/** How a sentence names what others named. */
export interface Naming {
  path(path: string): string;
  command(command: string): string;
  title(title: string): string;
  /** The state of a task: a board may declare any word. */
  state(state: string): string;
  /** An open box of a task, as something to do. */
  box(text: string): string;
}

/** As the journal writes it, for people and for the carry to be read back. */
export const plainNames: Naming = {
  path: (path) => namesOf([path]).join(''),
  command: (command) => `\`${command}\``,
  title: (title) => `"${title}"`,
  state: (state) => state,
  box: (text) => text,
};

/**
 * In this order: what failed in this cycle and was not mended (or may have been since, and is to be run again), a check or something that was to be done; an agent's own work that is not committed, with the task it is for; what a person asked last,
 * without saying what that was; what is in flight on the board, by its first open box; what is left of the harness's own to-do list; what the board says comes next; the first open box of a plan
 * beside it; files that nobody wrote on
 * record, to be looked at; nothing.
 */
export function nextAction(
  facts: Pick<
    Facts,
    | 'steps'
    | 'inFlight'
    | 'loose'
    | 'unrecorded'
    | 'sizes'
    | 'board'
    | 'agent'
    | 'looksDone'
    | 'doneOnBranch'
    | 'spokenOf'
    | 'news'
    | 'evidence'
    | 'project'
    | 'todos'
    | 'wanted'
    | 'isWantedOver'
    | 'plans'
  >,
  names: Naming = plainNames,
): string {
  const { steps, inFlight, sizes, project, todos } = facts;
  const paths = (all: readonly string[]): string => someNamed(all, names);
  const failure = steps.failures.at(-1);
  const byExit = typeof failure?.exit === 'number' ? ` with exit ${failure.exit}` : '';
  const withExit = failure?.evidence === 'output' ? ' by its output' : byExit;
  if (failure?.result === 'never ended')
    return `run ${names.command(failure.command)} again; its end was never recorded`;
  if (failure !== undefined && failure.kind !== 'check')
    return `find out why ${names.command(failure.command)} failed${withExit}; it has not gone through since`;
  if (failure !== undefined && failure.passedSince.length > 0)
    return `run ${failure.left.map(names.command).join(' and ')} again; of ${names.command(failure.command)}, which failed, only ${passedSinceTold(failure, names)}`;
  if (failure?.changedSince !== undefined)
    return `run ${names.command(failure.command)} again; it failed${withExit}, and ${paths(failure.changedSince)} changed since`;
  if (failure !== undefined) {
    // Only what has passed can pass again, and only then do the edits since say anything.
    if (!failure.hasPassed)
      return `make ${names.command(failure.command)} pass; it failed${withExit}, and no passing run is on record`;
    const why = failure.after.length > 0 ? ` after edits to ${paths(failure.after)}` : withExit;
    return `make ${names.command(failure.command)} pass again; it failed${why}`;
  }
  const work = ownWorkIn(facts);
  if (work.length > 0) {
    const task = isOtherAsked(facts) ? undefined : taskInFlight(facts);
    const what = someNamed(work, { ...names, path: (path) => sizedName(path, names, sizes) });
    const begin = facts.wanted === undefined ? '' : `${withWanted(facts)}; `;
    return `${begin}finish${project.underWay === null ? '' : ` the ${project.underWay}`} and commit ${what}${task === undefined ? '' : ` (for ${names.title(task.title)})`}`;
  }
  const onBoard = goingOn(facts, names);
  if (facts.wanted !== undefined) {
    const task = taskAsked(facts);
    if (task !== undefined)
      return `${withWanted(facts)}: ${names.title(task.title)} (${names.state(task.state)} on the board)`;
    return `${withWanted(facts)}${onBoard === undefined ? '' : `; on the board: ${onBoard}`}`;
  }
  if (onBoard !== undefined) return onBoard;
  const todo = openTodos(todos)[0];
  if (todo !== undefined)
    return `${todo.state === 'doing' ? 'go on with' : 'start'} ${names.title(todo.text)} (from the to-do list of an earlier session)`;
  const task = nextTask(facts);
  if (task !== undefined) return `start ${names.title(task.title)} (${names.state(task.state)} on the board)`;
  const [plan] = facts.plans;
  if (plan !== undefined)
    return `${names.box(plan.first)} (${plan.open === 1 ? 'the last box open' : `the first of ${plan.open} boxes open`} in ${names.path(plan.path)})`;
  const unknown = workIn(facts);
  // Perhaps a person is in the middle of it.
  if (unknown.length > 0)
    return `look at ${someNamed(unknown, { ...names, path: (path) => sizedName(path, names, sizes) })}: changed, not committed, and no edit on record says by whom`;
  // They may be anything, so nobody is told to commit them.
  return inFlight.length > 0
    ? `see whether ${paths(inFlight)} ${inFlight.length === 1 ? 'is' : 'are'} to be kept; git does not know ${inFlight.length === 1 ? 'it' : 'them'} yet`
    : nothingInFlight;
}

/** Not all that is asked for needs a commit. */
function withWanted({ isWantedOver }: Pick<Facts, 'isWantedOver'>): string {
  return isWantedOver === true ? 'see whether what you were asked is done' : 'go on with what you were asked';
}

/** Whoever was asked for one task has not opened those files for another. */
function isOtherAsked(facts: Parameters<typeof nextAction>[0]): boolean {
  const asked = taskAsked(facts);
  return asked !== undefined && asked.index !== underWay(facts)[0]?.index;
}

/** What is under way on the board, by its first open box. */
function goingOn(facts: Parameters<typeof nextAction>[0], names: Naming): string | undefined {
  const { board } = facts;
  const [doing] = underWay(facts);
  if (board === undefined || doing === undefined) return undefined;
  const box = firstOpenBox(board, doing);
  const title = names.title(doing.title);
  const there = facts.doneOnBranch.find(({ task }) => task === doing.title);
  if (there !== undefined) return `${seeWhatIsLeft} ${title}; it may be done on branch ${names.path(there.branch)}`;
  // Commits speak of it: perhaps all of it is done, and nobody should do it twice.
  if (facts.spokenOf.includes(doing.title))
    return `${seeWhatIsLeft} ${title}${box === undefined ? '' : `; its first open box: ${names.box(box)}`}`;
  return box === undefined ? `go on with ${title}` : `${names.box(box)} (the first open box of ${title})`;
}

/** The first few paths by name, and how many more. Only those are named: to look at a name takes time. */
export function someNamed(paths: readonly string[], names: Naming, most = 3): string {
  const shown = paths.slice(0, most).map(names.path);
  return paths.length > most ? `${shown.join(', ')} and ${paths.length - most} more` : shown.join(', ');
}

/** A path, and how much of it is not committed: `docs/s3.md +68 −3`. */
export function sizedName(path: string, names: Pick<Naming, 'path'>, sizes: ReadonlyMap<string, LineCount>): string {
  const { added = 0, removed = 0 } = sizes.get(path) ?? {};
  return `${names.path(path)}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`;
}

/** Paths as they are named in a sentence: quoted where a blank or a comma would make two of one. */
export function namesOf(paths: readonly string[]): string[] {
  return paths.map((path) => (/[\s,"]/u.test(path) ? JSON.stringify(path) : path));
}

/** The first few of a list, and how many more. */
export function someOf(items: readonly string[], most = 3): string {
  const shown = items.slice(0, most);
  return items.length > most ? `${shown.join(', ')} and ${items.length - most} more` : shown.join(', ');
}
