// Goals, blue sky and fears: lines that point at something in the facts; where there is nothing to point at, they say that.
import { type Board, type Task, tasksOf } from '../board/board.ts';
import {
  type Facts,
  leftBehind,
  lookingDone,
  namesOf,
  nextAction,
  nextTask,
  someOf,
  underWay,
  withoutPrivate,
  workIn,
} from '../facts/facts.ts';
import { limits } from '../journal/journal.ts';
import { oneLine, present } from '../text/text.ts';
import { editCounts, short } from './input.ts';
import { count, mendedIn } from './tale.ts';

export interface Patterns {
  readonly goals: readonly string[];
  readonly blueSky: readonly string[];
  readonly fears: readonly string[];
}

export function patternsIn(facts: Facts): Patterns {
  return {
    goals: within(limits.goals, goals(facts), [
      ...(nextTask(facts) !== undefined ? [] : ['give the board a next task, so that the next run need not choose']),
      'run the checks once before the first edit, to know what is green',
      'commit in small steps, each with a check behind it',
      'look at the newest commits once more, with fresh eyes',
    ]),
    blueSky: within(limits.blueSky, blueSky(facts), [
      'a day in which every commit has a passing check behind it',
      'a board on which nothing waits longer than a week',
    ]),
    fears: within(limits.fears, fears(facts), [
      'what was not recorded cannot be in this dream',
      'doing again what was done already: the history knows more than the last few commits',
    ]),
  };
}

/** At most as many as the limit allows, and filled up to the least it asks for. */
function within(
  [least, most]: readonly [number, number],
  found: readonly string[],
  filling: readonly string[],
): string[] {
  const lines = [...new Set(found)].slice(0, most);
  return [...lines, ...filling.slice(0, Math.max(0, least - lines.length))];
}

function goals(given: Facts): string[] {
  const facts = withoutPrivate(given);
  const { board, looksDone, steps } = facts;
  const over = board === undefined ? undefined : lookingDone(board, looksDone);
  const open: readonly Task[] =
    board === undefined ? [] : tasksOf(board).filter(({ isDone, index }) => !isDone && over?.has(index) !== true);
  const parents = new Set(open.map(({ parent }) => parent));
  const leaves = open.filter(({ index }) => !parents.has(index));
  const inState = (state: string): readonly Task[] => leaves.filter((task) => task.state === state);
  const next = nextAction(facts);
  return [
    ...(steps.failures.length > 0 || workIn(facts).length > 0 ? [next] : []),
    ...underWay(facts).map(({ title }) => `finish "${title}"`),
    ...inState('NEXT').map(({ title }) => `start "${title}"`),
    ...inState('TODO').map(({ title }) => `later: "${title}"`),
  ].map((line) => oneLine(line, 300));
}

function blueSky(facts: Facts): string[] {
  const { steps, board } = facts;
  const [busiest] = editCounts(facts);
  const slow = slowest(facts);
  const mended = mendedIn(facts)[0];
  const crowded = board === undefined ? undefined : mostCrowded(board);
  return present([
    busiest !== undefined &&
      busiest.times >= 4 &&
      `a simpler ${busiest.path}: it took ${busiest.times} edits in one cycle`,
    mended !== undefined && `a smaller check that would have caught what broke \`${mended}\` sooner`,
    slow && `a quicker \`${slow.command}\`: it took ${slow.seconds} s or more each time`,
    crowded && `"${oneLine(crowded.title, 100)}" in smaller pieces: ${crowded.open} are open below it`,
    steps.runs.length === 0 && facts.commits.length > 0 && 'one command that checks everything, run before each commit',
  ]);
}

function fears(facts: Facts): string[] {
  const { steps, inFlight, commits, verified } = facts;
  const failure = steps.failures.at(-1);
  const again = editCounts(facts).filter(({ times }) => times >= 3);
  const left = leftBehind(facts);
  const newCommits = commits.filter(({ isNew }) => isNew);
  const hasChecked = steps.runs.some(({ result, time }) => result === 'passed' && time >= steps.cycleStart);
  return present([
    failure !== undefined &&
      failure.times >= 2 &&
      `\`${failure.command}\` keeps failing: ${failure.times} times in a row`,
    newCommits.length > 0 &&
      !hasChecked &&
      !facts.news.isFirst &&
      `${someOf(newCommits.map(({ id }) => short(id)))} landed without a check on record that passed`,
    inFlight.length > 0 && `losing uncommitted work: ${someOf(namesOf(inFlight))}`,
    verified.length === 0 && hasChecked && 'what passed before the last edit may not hold any more',
    again.length > 0 &&
      `going in circles in ${someOf(again.map(({ path, times }) => `${path} (${count(times, 'edit')})`))}`,
    left.length > 0 && `forgetting what lies uncommitted since before the last commit: ${someOf(namesOf(left))}`,
    underWay(facts).length > 1 && 'too much in flight at once on the board',
  ]);
}

/** The first open task with five or more open ones right below it. */
function mostCrowded(board: Board): { readonly title: string; readonly open: number } | undefined {
  const open = tasksOf(board).filter(({ isDone }) => !isDone);
  const below = new Map<number, number>();
  for (const { parent } of open) if (parent !== undefined) below.set(parent, (below.get(parent) ?? 0) + 1);
  const crowded = open.find(({ index }) => (below.get(index) ?? 0) >= 5);
  return crowded === undefined ? undefined : { title: crowded.title, open: below.get(crowded.index) ?? 0 };
}

/** A check that took half a minute or more, each of at least three times. */
function slowest({ steps }: Facts): { readonly command: string; readonly seconds: number } | undefined {
  const times = new Map<string, number[]>();
  for (const { command, time, started, result } of steps.runs.filter((run) => run.time >= steps.cycleStart)) {
    if (result === 'never ended') continue;
    const taken = times.get(command) ?? [];
    taken.push((Date.parse(time) - Date.parse(started)) / 1000);
    times.set(command, taken);
  }
  return [...times]
    .filter(([, seconds]) => seconds.length >= 3 && seconds.every((each) => each >= 30))
    .map(([command, seconds]) => ({ command, seconds: Math.round(Math.min(...seconds)) }))
    .toSorted((one, other) => other.seconds - one.seconds)[0];
}
