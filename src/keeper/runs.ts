// Which runs are at work, and which ended without a word. Told by their own lines, their steps, and whether their process lives.
import type { RunLine, StepRecord } from '../steps/steps.ts';

/** A run that began here and has not ended. */
export interface OpenRun extends Pick<RunLine, 'run' | 'worktree' | 'branch' | 'transcript' | 'from'> {
  readonly since: string;
  readonly lastSign: string;
  readonly state: 'at work' | 'quiet' | 'gone';
  /** It answered, and nothing was heard of it since: it waits for a person, or is being closed. */
  readonly isResting: boolean;
}

/** Signs of life older than this: the run is over, or at least it rests. */
export const runEnds: number = 15 * 60 * 1000;

/** After so long nobody waits for a run, whatever lives under its number. */
const longestSilence = 12 * 60 * 60 * 1000;

export interface RunSources {
  readonly lines: readonly RunLine[];
  readonly steps: readonly StepRecord[];
  readonly now: string;
  /** The run that asks; it is never told about itself. */
  readonly self: string | undefined;
  isAlive(pid: number): boolean | undefined;
  /** Whether a harness holds several sessions in one process, so that a later one under the same number ends none. */
  holdsSeveral?(from: string): boolean;
}

/**
 * The runs that began and did not end, oldest first.
 *
 * A run is `gone` if its process is; if that is not known, when a later run began in the same worktree. It is `quiet` when nothing was heard of
 * it for a while: its window may still be open, but nothing of it is lost by sleeping. Else it is `at work`.
 */
export function openRuns({ lines, steps, now, self, isAlive, holdsSeveral }: RunSources): OpenRun[] {
  const lastStep = new Map(steps.map(({ run, time }) => [run ?? '', time]));
  const byRun = Map.groupBy(
    lines.filter(({ event }) => event !== 'probe'),
    ({ run }) => run,
  );
  const runs: OpenRun[] = [];
  for (const [run, all] of byRun) {
    const begun = all.findLast(({ event }) => event === 'start') ?? all[0];
    const last = all.at(-1);
    if (run === '' || run === self || begun === undefined || last === undefined) continue;
    // A sign of life that comes in late does not bring a run back.
    if (all.findLast(({ event }) => ['start', 'prompt', 'end'].includes(event))?.event === 'end') continue;
    const lastSign = [last.time, lastStep.get(run) ?? ''].toSorted()[1] ?? last.time;
    const pid = all.findLast((line) => line.pid !== null)?.pid ?? null;
    const later = lines.filter((line) => line.event === 'start' && line.run !== run && line.time > begun.time);
    // Numbers are used again: whoever has it now is not the one we knew.
    const isShared = (line: RunLine): boolean => line.from === begun.from && holdsSeveral?.(line.from) === true;
    const isOthers = pid !== null && later.some((line) => line.pid === pid && !isShared(line));
    const lives = pid === null ? undefined : !isOthers && isAlive(pid);
    const isFollowed = later.some(({ worktree }) => worktree === begun.worktree);
    const silence = Date.parse(now) - Date.parse(lastSign);
    // A sign from the future is a clock that was wrong; it says nothing about now.
    const isQuiet = silence > runEnds || silence < -runEnds;
    const isGone =
      lives === false || (lives === undefined && (isFollowed || isQuiet)) || Math.abs(silence) > longestSilence;
    const { worktree, branch, from } = begun;
    const transcript = all.findLast((line) => line.transcript !== null)?.transcript ?? null;
    const state = isGone ? 'gone' : isQuiet ? 'quiet' : 'at work';
    const isResting = last.event === 'stop' && lastSign === last.time;
    runs.push({ run, since: begun.time, lastSign, worktree, branch, transcript, from, state, isResting });
  }
  return runs;
}

/** The run that asks, if it was cut off before and is resumed now: between its last beginning and this one it did not end. */
export function cutOff({ lines, steps, self }: RunSources): OpenRun | undefined {
  const own = lines.filter(({ run, event }) => run === self && ['start', 'prompt', 'end'].includes(event));
  const at = own.findLastIndex(({ event }) => event === 'start');
  const [now, last] = [own[at], own[at - 1]];
  if (now === undefined || last === undefined || now.why !== 'resume' || last.event === 'end') return undefined;
  const lastStep = steps.findLast(({ run }) => run === self)?.time ?? '';
  const { run, worktree, branch, from, time } = last;
  const since = own.slice(0, at).findLast(({ event }) => event === 'start')?.time ?? time;
  const transcript = now.transcript ?? last.transcript;
  return {
    run,
    since,
    lastSign: lastStep > time ? lastStep : time,
    worktree,
    branch,
    transcript,
    from,
    state: 'gone',
    isResting: false,
  };
}

export interface Heard {
  readonly since: string;
  readonly branch: string | null;
  /** The project's commit then, if it is known. */
  readonly head: string | null;
}

/**
 * When the run that asks was last heard of before it began again; undefined if that was never. What a harness made shorter in between is no longer known there: then it is
 * the beginning before this one.
 */
export function lastHeard({ lines, steps, self }: RunSources): Heard | undefined {
  const own = lines.filter(({ run, event }) => run === self && run !== '' && event !== 'probe');
  const before = own.slice(
    0,
    Math.max(
      0,
      own.findLastIndex(({ event }) => event === 'start'),
    ),
  );
  const [last, begun] = [before.at(-1), before.findLast(({ event }) => event === 'start')];
  if (last === undefined || begun === undefined) return undefined;
  if (last.event === 'compact') return heardIn(begun);
  const step = steps.findLast(({ run }) => run === self);
  return heardIn(step !== undefined && step.time > last.time ? step : last);
}

function heardIn({ time, branch, head = null }: RunLine | StepRecord): Heard {
  return { since: time, branch, head };
}
