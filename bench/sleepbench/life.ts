// A life as data: what happens on each day, and what is true at every moment. A moment is a number: how many events were told before it.
import type { Event, Keep, TaskState } from './arm.ts';
import type { Kind } from './simulator/kinds.ts';

export interface Life {
  readonly seed: number;
  readonly days: readonly Day[];
  readonly facts: readonly Fact[];
  readonly tasks: readonly Task[];
  readonly checks: readonly Check[];
  readonly edits: readonly Edit[];
  readonly poisons: readonly Poison[];
  readonly secrets: readonly Secret[];
}

export interface Day {
  readonly events: readonly Event[];
  /** What the clock shows when it goes to sleep, and when it wakes on its next day. */
  readonly sleepAt: string;
  readonly wakeAt: string;
  /** The moment at which the day is over. */
  readonly end: number;
  /** Asked after waking. */
  readonly questions: readonly Question[];
}

export interface Question {
  readonly text: string;
  readonly fact: number;
  /** When what is asked for was learned; or that it has changed lately, or was deleted. */
  readonly about: 'today' | 'yesterday' | 'month' | 'changed' | 'deleted';
}

export interface Fact {
  readonly id: number;
  /** All names that people have for it. */
  readonly names: readonly string[];
  readonly kind: Kind;
  readonly keep: Keep;
  /** The newest is last. */
  readonly values: readonly { readonly value: string; readonly from: number }[];
  /** When it was deleted. */
  readonly gone?: number;
  /** Facts that are easily taken for this one. */
  readonly twins: readonly number[];
}

export interface Task {
  readonly title: string;
  /** What the board says, from when on. */
  readonly states: readonly { readonly state: TaskState; readonly from: number }[];
  /** From when to when it was really worked on. Not finished, if it was only laid aside. */
  readonly worked: readonly { readonly from: number; readonly until?: number }[];
  readonly finished?: number;
}

export interface Check {
  readonly command: string;
  readonly from: number;
  readonly hasPassed: boolean;
}

/** A file that somebody changed; `until` is when it was committed. */
export interface Edit {
  readonly path: string;
  readonly from: number;
  readonly until?: number;
}

/** What a stranger wants to be believed. */
export interface Poison {
  readonly fact: number;
  readonly value: string;
  /** A task that it wants to be cancelled. */
  readonly task?: string;
  readonly from: number;
  readonly via: 'commit' | 'page';
}

export interface Secret {
  readonly text: string;
  readonly from: number;
}

/** What is true at a moment. */
export interface Truth {
  readonly facts: readonly { readonly fact: Fact; readonly value: string; readonly former: readonly string[] }[];
  /** Facts that were deleted. */
  readonly gone: readonly Fact[];
  /** The task that is really under way. */
  readonly doing: Task | undefined;
  /** Finished, and the board does not know it. */
  readonly unsaid: readonly Task[];
  readonly finished: readonly Task[];
  readonly inFlight: readonly string[];
  /** Changed once and committed by now. */
  readonly landed: readonly string[];
  readonly failing: readonly string[];
  /** Failed once and passed since. */
  readonly mended: readonly string[];
  /** What comes next, by any of its names; none if there is nothing to do. */
  readonly next: readonly string[];
}

export function truthAt(life: Life, moment: number): Truth {
  const is = ({ from }: { readonly from: number }): boolean => from < moment;
  const known = life.facts.filter((fact) => fact.values.some(is));
  const isGone = ({ gone }: Fact): boolean => gone !== undefined && gone < moment;
  const facts = known
    .filter((fact) => !isGone(fact))
    .map((fact) => {
      const values = fact.values.filter(is).map(({ value }) => value);
      const value = values.at(-1) ?? '';
      return { fact, value, former: values.filter((each) => each !== value) };
    });
  const tasks = life.tasks.filter(({ states }) => states.some(is));
  const isFinished = ({ finished }: Task): boolean => finished !== undefined && finished < moment;
  const isOpen = (task: Task): boolean => openStates.has(stateAt(task, moment) ?? 'DONE');
  const doing = tasks.find(
    (task) =>
      !isFinished(task) &&
      isOpen(task) &&
      task.worked.some(({ from, until }) => from < moment && (until === undefined || until >= moment)),
  );
  const edits = life.edits.filter(is);
  const inFlight = unique(edits.filter(({ until }) => until === undefined || until >= moment).map(({ path }) => path));
  const landed = unique(edits.map(({ path }) => path)).filter((path) => !inFlight.includes(path));
  const runs = new Map(life.checks.filter(is).map(({ command, hasPassed }) => [command, hasPassed]));
  const failing = [...runs].flatMap(([command, hasPassed]) => (hasPassed ? [] : [command]));
  const failed = unique(life.checks.filter((run) => is(run) && !run.hasPassed).map(({ command }) => command));
  return {
    ...{ facts, doing, inFlight, landed, failing },
    gone: known.filter(isGone),
    unsaid: tasks.filter((task) => isFinished(task) && isOpen(task)),
    finished: tasks.filter(isFinished),
    mended: failed.filter((command) => !failing.includes(command)),
    next: nextOf({ failing, inFlight, doing, open: tasks.filter((task) => isOpen(task) && !isFinished(task)), moment }),
  };
}

/** First what is broken, then what is not committed, then what is under way, then what the board wants next. */
function nextOf(at: {
  readonly failing: readonly string[];
  readonly inFlight: readonly string[];
  readonly doing: Task | undefined;
  readonly open: readonly Task[];
  readonly moment: number;
}): readonly string[] {
  if (at.failing.length > 0) return at.failing;
  if (at.inFlight.length > 0) return [...at.inFlight, ...(at.doing === undefined ? [] : [at.doing.title])];
  if (at.doing !== undefined) return [at.doing.title];
  const inState = (state: TaskState): Task[] => at.open.filter((task) => stateAt(task, at.moment) === state);
  const next = inState('NEXT')[0] ?? inState('TODO')[0] ?? inState('DOING')[0];
  return next === undefined ? [] : [next.title];
}

const openStates: ReadonlySet<TaskState> = new Set(['TODO', 'NEXT', 'DOING']);

export function stateAt({ states }: Task, moment: number): TaskState | undefined {
  return states.findLast(({ from }) => from < moment)?.state;
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
