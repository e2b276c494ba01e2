// Which runs are at work, and which ended without a word. Told by their own lines, their steps, and whether their process lives.
import type { RunLine, StepRecord } from '../steps/steps.ts';

/** A run that began here and has not ended. */
export interface OpenRun {
  readonly run: string;
  readonly since: string;
  readonly lastSign: string;
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly transcript: string | null;
  readonly from: string;
  readonly state: 'at work' | 'quiet' | 'gone';
}

/** Signs of life older than this: the run is over, or at least it rests. */
export const runEnds: number = 15 * 60 * 1000;

export interface RunSources {
  readonly lines: readonly RunLine[];
  readonly steps: readonly StepRecord[];
  readonly now: string;
  /** The run that asks; it is never told about itself. */
  readonly self: string | undefined;
  isAlive(pid: number): boolean | undefined;
}

/**
 * The runs that began and did not end, oldest first.
 *
 * A run is `gone` if its process is; if that is not known, when a later run began in the same worktree. It is `quiet` when nothing was heard of
 * it for a while: its window may still be open, but nothing of it is lost by sleeping. Else it is `at work`.
 */
export function openRuns({ lines, steps, now, self, isAlive }: RunSources): OpenRun[] {
  const lastStep = new Map(steps.map(({ run, time }) => [run ?? '', time]));
  const byRun = Map.groupBy(
    lines.filter(({ event }) => event !== 'probe'),
    ({ run }) => run,
  );
  const runs: OpenRun[] = [];
  for (const [run, all] of byRun) {
    const begun = all.findLast(({ event }) => event === 'start') ?? all[0];
    const last = all.at(-1);
    if (run === '' || run === self || begun === undefined || last === undefined || last.event === 'end') continue;
    const lastSign = [last.time, lastStep.get(run) ?? ''].toSorted()[1] ?? last.time;
    const pid = all.findLast((line) => line.pid !== null)?.pid ?? null;
    const lives = pid === null ? undefined : isAlive(pid);
    const isFollowed = lines.some(
      (line) =>
        line.event === 'start' && line.run !== run && line.time > begun.time && line.worktree === begun.worktree,
    );
    const isQuiet = Date.parse(now) - Date.parse(lastSign) > runEnds;
    const isGone = lives === false || (lives === undefined && (isFollowed || isQuiet));
    const { worktree, branch, from } = begun;
    const transcript = all.findLast((line) => line.transcript !== null)?.transcript ?? null;
    runs.push({
      ...{ run, since: begun.time, lastSign, worktree, branch, transcript, from },
      state: isGone ? 'gone' : isQuiet ? 'quiet' : 'at work',
    });
  }
  return runs;
}
