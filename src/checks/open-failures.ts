// What stands after a day of checks and deeds: which checks passed, and what failed and was not mended since.
import { comparing } from './broader.ts';
import type { CheckRun } from './check-runs.ts';
import { comparingDeeds, type DeedRun } from './deed-runs.ts';
import { comparingKinds } from './outshone.ts';

/** A check or deed, and where it was tried. */
export type Run = (CheckRun | DeedRun) & {
  /** The worktree, if it is not the main one. */
  readonly worktree?: string | undefined;
};

/** A command that stands as failed: none of its runs since has passed. */
export interface OpenFailure {
  readonly command: string;
  readonly kind: 'check' | DeedRun['kind'];
  readonly result: 'failed' | 'never ended';
  /** What says that it failed, if that is not its exit code. */
  readonly evidence?: 'output';
  readonly exit: number | null;
  readonly time: string;
  /** How often it has failed since it last passed. */
  readonly times: number;
  /** Whether all of it has passed on record before. */
  readonly hasPassed: boolean;
  /** Files edited between its last success (or the beginning) and the first failure after it, newest first; prose only where nothing else was. */
  readonly after: readonly string[];
  /** The checks in it that have passed since, where it is not all of them. */
  readonly passedSince: readonly string[];
  /** The others: all of it, where none has. */
  readonly left: readonly string[];
  readonly head: string | null;
  readonly branch: string | null;
  readonly worktree?: string | undefined;
  /** It was run again since, and nobody knows how that ended. */
  readonly isRunSince: boolean;
  /** A check of its kind that looks at everything has passed in the same place since. */
  readonly isOverGreen: boolean;
}

export interface EditAt {
  readonly path: string;
  readonly time: string;
  /** The worktree, if it is not the main one. */
  readonly worktree?: string | undefined;
}

/** The newest proven success of each check that has not failed since, oldest first. An unclear run changes nothing. */
export function passedChecks(runs: readonly CheckRun[]): CheckRun[] {
  const newest = new Map<string, CheckRun>();
  const covers = comparing();
  for (const run of runs) {
    if (run.result === 'unclear') continue;
    // Put in anew, so that the order is that of the newest runs.
    for (const part of run.parts) newest.delete(part);
    // A part of it fails: then the whole does, too.
    if (run.result !== 'passed')
      for (const wider of newest.keys()) if (run.parts.some((part) => covers(wider, part))) newest.delete(wider);
    if (run.result === 'passed') newest.set(run.command, run);
  }
  return [...newest.values()];
}

interface Open {
  readonly run: Run;
  /** When it failed first since it last passed, and when that was. */
  readonly first: string;
  readonly since: string;
  readonly times: number;
  left: readonly string[];
  isRunSince: boolean;
  isOverGreen: boolean;
}

/** What stands as failed, the one that failed last at the end. What is broken on one branch is not mended on another. */
export function openFailures(runs: readonly Run[], edits: readonly EditAt[]): OpenFailure[] {
  const open = new Map<string, Open>();
  const passed = new Map<string, string>();
  const [covers, isSameDeed, isGreenOver] = [comparing(), comparingDeeds(), once(comparingKinds())];
  const speaksFor = once((again, part) => covers(again, part) || isSameDeed(again, part));
  /** When all of it had last passed, or more than it; '' if that never was. */
  const lastPassOf = ({ parts }: Run): string => {
    const lastOf = (part: string): string =>
      [...passed].reduce((last, [by, at]) => (at > last && speaksFor(by, part) ? at : last), passed.get(part) ?? '');
    return parts.map(lastOf).toSorted()[0] ?? '';
  };
  for (const run of runs) {
    if (run.result === 'failed' || run.result === 'never ended') {
      const key = `${placeOf(run)}\n${run.command}`;
      const before = open.get(key);
      const times = (before?.times ?? 0) + 1;
      const { first, since } = before ?? { first: run.time, since: lastPassOf(run) };
      open.delete(key);
      open.set(key, { run, first, since, times, left: run.parts, isRunSince: false, isOverGreen: false });
      continue;
    }
    if (run.result === 'passed') passed.set(run.command, run.time);
    for (const [key, failure] of open) {
      if (!isSamePlace(run, failure.run)) continue;
      const left = failure.left.filter((part) => !run.parts.some((again) => speaksFor(again, part)));
      const isAgain = left.length < failure.left.length;
      // A pipe says nothing about a check. Of a deed it is enough that somebody saw to it: nobody is sent to push twice.
      if (run.result === 'passed' || (isAgain && 'kind' in failure.run)) failure.left = left;
      else if (isAgain) failure.isRunSince = true;
      if (run.result === 'passed' && failure.left.every((part) => isGreenOver(run.command, part)))
        failure.isOverGreen = true;
      const isEnough =
        'kind' in failure.run && failure.run.kind === 'means' && run.result === 'passed' && !('kind' in run);
      if (failure.left.length === 0 || isEnough) open.delete(key);
    }
  }
  return [...open.values()].map(({ run, first, since, times, left, isRunSince, isOverGreen }) => {
    const { command, parts, result, evidence, exit, time, head, branch, worktree } = run;
    const edited = edits
      .filter((edit) => edit.worktree === worktree && edit.time > since && edit.time <= first)
      .map(({ path }) => path);
    const after = edited.some((path) => !isProse(path)) ? edited.filter((path) => !isProse(path)) : edited;
    const passedSince = parts.filter((part) => !left.includes(part));
    return {
      ...{ command, exit, time, times, head, branch, worktree, passedSince, left, isRunSince, isOverGreen },
      ...(evidence === undefined ? {} : { evidence }),
      kind: 'kind' in run ? run.kind : 'check',
      hasPassed: parts.every((part) => passed.has(part)),
      result: result === 'never ended' ? result : 'failed',
      after: [...new Set(after.toReversed())],
    };
  });
}

/** The same answer for the same two commands, asked once: a day has thousands of runs, and few commands. */
function once(compare: (one: string, other: string) => boolean): (one: string, other: string) => boolean {
  const known = new Map<string, Map<string, boolean>>();
  return (one, other) => {
    const of = known.get(one) ?? new Map<string, boolean>();
    if (of.size === 0) known.set(one, of);
    const answer = of.get(other) ?? compare(one, other);
    of.set(other, answer);
    return answer;
  };
}

/** What people read: beside code that was edited, it is not what a check failed after. */
export function isProse(path: string): boolean {
  return /\.(?:md|markdown|mdx|rst|adoc|org|txt)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS)$/iu.test(path);
}

/** A branch is one place in whatever worktree; without one, a worktree is. */
function placeOf({ branch, worktree }: Run): string {
  return branch ?? `\0${worktree ?? ''}`;
}

/** A new branch of the same commit takes uncommitted work along; what was refused on one branch is often done on another. */
function isSamePlace(later: Run, failed: Run): boolean {
  if (placeOf(later) === placeOf(failed)) return true;
  const isSameTree = later.worktree === failed.worktree;
  return isSameTree && ('kind' in failed || (later.head !== null && later.head === failed.head));
}

/** Checks and deeds as they came. A row of checks that ends in a deed is one: it is over when all of it is. */
export function joined(checks: readonly Run[], deeds: readonly (Run & DeedRun)[]): Run[] {
  if (deeds.length === 0) return [...checks];
  const keyOf = ({ time, command, result }: Run): string => `${result}\n${time}\n${command}`;
  const failedDeeds = new Map(deeds.filter(({ result }) => result === 'failed').map((deed) => [keyOf(deed), deed]));
  const rows = new Set<string>();
  const all = checks.map((check): Run => {
    const deed = failedDeeds.get(keyOf(check));
    if (deed === undefined) return check;
    rows.add(keyOf(check));
    // Whether something is to be committed, the files say.
    return deed.kind !== 'deed' ? check : { ...check, parts: [...check.parts, ...deed.parts] };
  });
  const others = deeds.filter((deed) => !rows.has(keyOf(deed)));
  return [...all, ...others].toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
}
