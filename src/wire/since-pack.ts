// What happened after a hand-over was made, as far as the newest lines of two files and HEAD tell: a hook has no time for more.
import { type HandedOver, parseRunLines } from '../steps/steps.ts';
import { jsonIn } from '../text/text.ts';

export interface SinceSources {
  readonly time: string;
  /** The commit it spoke of; undefined if it does not say. */
  readonly head: string | null | undefined;
  readonly headNow: string | null;
  readonly worktree: string | null;
  /** The session that asks. */
  readonly run: HandedOver['run'];
  /** When the board was written last; undefined if there is none. */
  readonly boardWritten?: string | undefined;
  /** The newest lines of the record of the day, and of what sessions said of themselves. */
  readonly steps: string;
  readonly runs: string;
  isAlive(pid: number): boolean;
}

/** In words that follow "since then". */
export function sincePack(sources: SinceSources): readonly string[] {
  const { time, head, headNow, worktree, run, boardWritten = '', steps, runs, isAlive } = sources;
  const hasWorked = steps.split('\n').some((line) => {
    const step = jsonIn(line) as Partial<Record<string, unknown>> | null | undefined;
    const isLater = typeof step?.time === 'string' && step.time > time && step.run !== run;
    return isLater && (step.worktree ?? null) === worktree;
  });
  const later = parseRunLines(runs).filter(
    (line) => line.run !== run && line.time > time && line.worktree === worktree,
  );
  const isGone = [...Map.groupBy(later, (line) => line.run).values()].some((lines) => {
    const last = lines.findLast(({ event }) => ['start', 'prompt', 'end'].includes(event));
    const pid = lines.findLast((line) => line.pid !== null)?.pid ?? null;
    return last !== undefined && last.event !== 'end' && pid !== null && !isAlive(pid);
  });
  return [
    ...(hasWorked ? ['somebody worked here'] : []),
    ...(head !== undefined && head !== headNow ? ['other commits came here'] : []),
    ...(boardWritten > time ? ['the board was changed'] : []),
    ...(isGone ? ['a session stopped without a proper end'] : []),
  ];
}

/** When a file was written last; undefined if it is not there. */
export function writtenAt(path: string): string | undefined {
  return process.getBuiltinModule('node:fs').statSync(path, { throwIfNoEntry: false })?.mtime.toISOString();
}
