// Which failures are the next thing to do, and which are only told: those of an earlier cycle or another branch, and those that a later check outshone.
import {
  type CheckRun,
  checkRuns,
  deedRuns,
  type EditAt,
  joined,
  type OpenFailure,
  openFailures,
  type Run,
} from '../checks/checks.ts';
import { type Call, callsOf, isDismissal, isIntent, type StepRecord } from '../steps/steps.ts';
import { clock } from '../text/text.ts';
import { editsAmong } from './edits.ts';
import type { ProjectFacts } from './facts-types.ts';
import { type Naming, passedSinceTold } from './next-action.ts';

export interface Standing {
  /** To be mended now: of this cycle and branch, the latest at the end. */
  readonly failures: readonly OpenFailure[];
  /** To be known of, and no order; the latest at the end. */
  readonly lastFailed: readonly LastFailed[];
  /** Checks that failed before that and are red still: what a session is told, and no tale tells again. */
  readonly stillRed: readonly LastFailed[];
}

export interface LastFailed extends OpenFailure {
  /** The branch it failed on, if that is not the one that is checked out here. */
  readonly elsewhere: string | null;
}

export interface StandingSources {
  readonly records: readonly StepRecord[];
  /** The calls in this worktree, their checks, and the edits among them. */
  readonly calls: readonly Call[];
  readonly runs: readonly CheckRun[];
  readonly edits: readonly EditAt[];
  readonly project: Pick<ProjectFacts, 'branch' | 'head' | 'changed'>;
  /** Runs that are at work now. */
  readonly atWork: readonly string[];
  readonly worktree: string;
  /** Where a step was made that names no worktree. */
  readonly mainWorktree: string;
  /** When the cycle that is spoken of began, and the one before it. */
  readonly start: string;
  readonly startBefore: string;
  /** A tale is told, and no session. */
  readonly isTale: boolean;
  /** Since when a check that fails here is told, whatever came between. */
  readonly redSince: string;
  /** Whether a run is not over, though whoever asks does not say that it is at work. */
  isOpen(run: string): boolean;
  isWork(path: string): boolean;
  readonly checks: readonly string[];
}

const mostTold = 4;

export function standingOf(sources: StandingSources): Standing {
  const { records, project, worktree, mainWorktree, start, startBefore, redSince, isTale } = sources;
  const isHere = ({ branch, worktree: of }: OpenFailure): boolean =>
    branch === null ? (of ?? mainWorktree) === worktree : branch === project.branch;
  const { runs, edits } = everywhere(sources);
  const dismissed = dismissedIn(records);
  // What nobody has repaired, run again or dismissed is red still, and who reads of nothing thinks that all is well.
  const isRed = (failure: OpenFailure): boolean =>
    failure.kind === 'check' && failure.result === 'failed' && !failure.isOverGreen && isHere(failure);
  const open = openFailures(runs, edits)
    .filter((failure) => failure.time >= (isRed(failure) && redSince < startBefore ? redSince : startBefore))
    .filter(({ time, command }) => time > (dismissed.get(command) ?? ''))
    .filter((failure) => (isHere(failure) ? !isSettled(failure, sources) : failure.branch !== null));
  const isPassedBy = open.length === 0 ? () => false : passedBy(sources);
  const isOrder = (failure: OpenFailure): boolean =>
    isHere(failure) &&
    failure.kind !== 'means' &&
    failure.time >= start &&
    !failure.isOverGreen &&
    !isPassedBy(failure.time);
  const told = open
    .filter((failure) => !isOrder(failure))
    .map((failure) => ({ ...failure, elsewhere: isHere(failure) ? null : failure.branch }));
  const isOfTale = ({ time }: OpenFailure): boolean => !isTale || time >= startBefore;
  return {
    failures: open.filter(isOrder),
    lastFailed: told.filter(isOfTale).slice(-mostTold),
    stillRed: told.filter((failure) => !isOfTale(failure)).slice(-mostTold),
  };
}

/** Runs and edits in all worktrees: a branch may be checked out in another one than it was worked on. */
function everywhere(sources: StandingSources): { readonly runs: readonly Run[]; readonly edits: readonly EditAt[] } {
  const { records, calls, runs, edits, worktree, mainWorktree, checks, isWork } = sources;
  const nameOf = (path: string): string | undefined => (path === mainWorktree ? undefined : path);
  const placed = (of: readonly CheckRun[], among: readonly Call[], name: string | undefined): Run[] =>
    joined(of, deedRuns(among, checks)).map((run) => (name === undefined ? run : { ...run, worktree: name }));
  const here = placed(runs, calls, nameOf(worktree));
  const away = Map.groupBy(
    records.filter((record) => (record.worktree ?? mainWorktree) !== worktree && !isIntent(record)),
    (record) => record.worktree ?? mainWorktree,
  );
  if (away.size === 0) return { runs: here, edits };
  const others = [...away].map(([path, theirs]) => {
    const [among, name] = [callsOf(theirs), nameOf(path)];
    const own = editsAmong(among, path).filter((edit) => isWork(edit.path));
    return {
      runs: placed(checkRuns(among, checks), among, name),
      edits: own.map((edit) => ({ ...edit, worktree: name })),
    };
  });
  return {
    runs: [...here, ...others.flatMap((each) => each.runs)].toSorted((one, other) =>
      one.time < other.time ? -1 : Number(one.time > other.time),
    ),
    edits: [...edits.map((edit) => ({ ...edit, worktree: nameOf(worktree) })), ...others.flatMap((each) => each.edits)],
  };
}

/** A commit, merge or rebase is over when the branch has moved on, and when nothing is left to be committed. */
function isSettled({ kind, head }: OpenFailure, { project }: StandingSources): boolean {
  if (kind !== 'commit') return false;
  return head !== project.head || !project.changed.some(({ kind: how, isStaged }) => how !== 'new' || isStaged);
}

/** When each command was last said to be known to fail. */
function dismissedIn(records: readonly StepRecord[]): ReadonlyMap<string, string> {
  return new Map(records.filter(isDismissal).map(({ target, time }) => [target, time]));
}

/**
 * Whether a session began here after a time, did something and is over: it left what failed then as it was, and nobody is sent to it again.
 * One that is at work may still mend it.
 */
function passedBy({ records, atWork, isOpen, worktree, mainWorktree }: StandingSources): (time: string) => boolean {
  const began = new Map<string, string>();
  const isAtWork = (run: string): boolean => atWork.includes(run) || isOpen(run);
  for (const record of records)
    if (
      record.run !== null &&
      !isIntent(record) &&
      (record.worktree ?? mainWorktree) === worktree &&
      !isAtWork(record.run)
    ) {
      // The call in the middle of which a session was killed is put on record later than those after it.
      const first = began.get(record.run);
      if (first === undefined || record.time < first) began.set(record.run, record.time);
    }
  return (time) => [...began.values()].some((start) => start > time);
}

/** Told as it is known, and nobody is sent anywhere by it. */
export function tellLastFailed(
  { command, result, time, isRunSince, passedSince, elsewhere }: LastFailed,
  names: Naming,
  when: (time: string) => string = clock,
): string {
  const name = names.command(command);
  if (elsewhere !== null)
    return `on branch ${names.path(elsewhere)}, ${name} ${result === 'failed' ? `failed at ${when(time)}` : `was started at ${when(time)} and never ended`}`;
  const again = isRunSince ? 'run since, and it is not certain what that says of this tree' : 'not run since';
  const since = passedSince.length > 0 ? `and of it ${passedSinceTold({ passedSince }, names)}` : again;
  return result === 'failed'
    ? `${name} last failed at ${when(time)}, ${since}`
    : `${name} was last started at ${when(time)} and never ended, ${since}`;
}
