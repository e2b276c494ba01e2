// Goals, blue sky and fears: lines that point at something in the facts; where there is nothing to point at, they say that.
import {
  type Facts,
  leftBehind,
  namesOf,
  nextAction,
  nothingInFlight,
  someOf,
  withoutPrivate,
} from '../facts/facts.ts';
import { limits } from '../journal/journal.ts';
import { oneLine, present } from '../text/text.ts';
import { short } from './input.ts';
import { mendedIn } from './tale.ts';

export interface Patterns {
  readonly goals: readonly string[];
  readonly blueSky: readonly string[];
  readonly fears: readonly string[];
}

/**
 * Only what a fact of this cycle speaks for, and nothing that the last entry said in the same words; the seed's counts are the most there may be.
 * Where nothing is left to say, one line says so.
 */
export function patternsIn(facts: Facts): Patterns {
  const said = new Set((facts.previous?.text ?? '').split('\n').map((line) => line.replace(/^\s*[-+*] /u, '').trim()));
  const next = goals(facts);
  // The last entry may have had the same goal: the carry still names it, and it is not said twice.
  const noGoal = next.length > 0 ? 'none that is new; what comes next is as before' : 'none that this cycle asks for';
  const some = (found: readonly string[], [, most]: readonly [number, number], none: string): string[] => {
    const fresh = [...new Set(found)].filter((line) => !said.has(line)).slice(0, most);
    return fresh.length > 0 ? fresh : [none];
  };
  const circles = circlesIn(facts);
  return {
    goals: some(next, limits.goals, noGoal),
    blueSky: some(blueSky(facts, circles), limits.blueSky, 'nothing that this cycle points at'),
    fears: some(fears(facts, circles), limits.fears, 'none that this cycle gives a reason for'),
  };
}

/** What comes next, what else is broken, and what only has to be closed. */
function goals(given: Facts): string[] {
  const facts = withoutPrivate(given);
  const { looksDone, steps } = facts;
  const next = nextAction(facts);
  return [
    ...(next === nothingInFlight ? [] : [next]),
    ...steps.failures
      .slice(0, -1)
      .map(({ command, changedSince }) =>
        changedSince === undefined ? `make \`${command}\` pass` : `run \`${command}\` again`,
      ),
    ...looksDone
      .filter(({ isSure }) => isSure)
      .map(({ task, commit }) => `close "${task}"${commit === null ? '' : `, if ${short(commit)} finished it`}`),
  ].map((line) => oneLine(line, 300));
}

function blueSky(facts: Facts, [circle]: readonly Circle[]): string[] {
  const slow = slowest(facts);
  const mended = mendedIn(facts)[0];
  return present([
    circle && `a simpler ${circle.path}: it took ${circle.edits} edits and ${circle.failures} failed checks`,
    mended !== undefined && `a smaller check that would have caught what broke \`${mended}\` sooner`,
    slow && `a quicker \`${slow.command}\`: it took ${slow.seconds} s or more each time`,
  ]);
}

function fears(facts: Facts, [circle]: readonly Circle[]): string[] {
  const { steps, commits } = facts;
  const failure = steps.failures.at(-1);
  const left = leftBehind(facts);
  const newCommits = commits.filter(({ isNew }) => isNew);
  const ran = steps.runs.filter(({ time }) => time >= steps.cycleStart);
  const hasPassed = ran.some(({ result }) => result === 'passed');
  return present([
    failure !== undefined &&
      failure.times >= 2 &&
      `\`${failure.command}\` keeps failing: ${failure.times} times in a row`,
    // Where nothing ever checks, that is how they work here, and no fear of this cycle.
    newCommits.length > 0 &&
      !hasPassed &&
      ran.length > 0 &&
      // Of one that ran, and of which nobody knows, nobody says that it did not pass.
      ran.every(({ result }) => result !== 'unclear') &&
      !facts.news.isFirst &&
      `${someOf(newCommits.map(({ id }) => short(id)))} landed without a check on record that passed`,
    isOvertaken(facts) && 'what passed earlier may not hold for the tree as it was left',
    circle?.isOpen === true &&
      `going in circles in ${circle.path}: edited, failed, and edited again ${circle.failures} times`,
    left.length > 0 && `forgetting what lies uncommitted since before the last commit: ${someOf(namesOf(left))}`,
  ]);
}

/** What passed in this cycle and was overtaken by what was written after it; where something fails, that is no fear but known. */
function isOvertaken({ steps, verified, project }: Facts): boolean {
  const passed = steps.runs.filter(({ result, time }) => result === 'passed' && time >= steps.cycleStart);
  const last = passed.at(-1);
  if (last === undefined || verified.length > 0 || steps.failures.some(({ kind }) => kind === 'check')) return false;
  const isAfter = (time: string | undefined): boolean => time !== undefined && time > last.started;
  return steps.edits.some(({ time }) => isAfter(time)) || project.changed.some(({ written }) => isAfter(written));
}

interface Circle {
  /** No check has passed since it was edited last. */
  readonly isOpen: boolean;
  readonly path: string;
  readonly edits: number;
  readonly failures: number;
}

/** Edited, failed, edited, failed, edited. */
const fewestEdits = 3;

/** Files that were edited, then a check failed, then edited again, at least twice over; the worst first. What passed before the next edit was no circle. */
function circlesIn({ steps }: Facts): Circle[] {
  const ran = steps.runs.filter(({ time }) => time >= steps.cycleStart);
  const failed = ran.filter(({ result }) => result === 'failed');
  if (failed.length < 2) return [];
  const passed = new Map(
    [
      ...Map.groupBy(
        ran.filter(({ result }) => result === 'passed'),
        ({ command }) => command,
      ),
    ].map(([command, runs]) => [command, runs.map(({ time }) => time).toSorted()]),
  );
  return [...Map.groupBy(steps.edits, ({ path }) => path)]
    .filter(([, edits]) => edits.length >= fewestEdits)
    .map(([path, edited]): Circle => {
      const edits = edited.map(({ time }) => time);
      const inOrder = edits.toSorted();
      const isInOrder = edits.every((edit, at) => edit === inOrder[at]);
      const isAround = ({ command, time }: (typeof failed)[number]): boolean => {
        // What was put on record late stands behind what came after it.
        const next = isInOrder ? firstOf(inOrder, (edit) => edit > time) : edits.find((edit) => edit > time);
        if (next === undefined || (edits[0] ?? time) >= time) return false;
        const pass = firstOf(passed.get(command) ?? [], (each) => each > time);
        return pass === undefined || pass >= next;
      };
      // Several failures between two edits are one time round.
      const rounds = new Set(failed.filter(isAround).map(({ time }) => countUntil(inOrder, (edit) => edit >= time)));
      const last = inOrder.at(-1) ?? '';
      const isOpen = !ran.some(({ result, time }) => result === 'passed' && time > last);
      return { path: namesOf([path]).join(''), edits: edits.length, failures: rounds.size, isOpen };
    })
    .filter(({ failures }) => failures >= 2)
    .toSorted((one, other) => other.failures - one.failures);
}

/** How many times, of those in order, come before the first that is wanted: looked up, because a day may have thousands. */
function countUntil(inOrder: readonly string[], isWanted: (time: string) => boolean): number {
  let [from, to] = [0, inOrder.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isWanted(inOrder[middle] ?? '')) to = middle;
    else from = middle + 1;
  }
  return from;
}

function firstOf(inOrder: readonly string[], isWanted: (time: string) => boolean): string | undefined {
  return inOrder[countUntil(inOrder, isWanted)];
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
