// Sessions that ended without a word, as far as it was found out: nobody told what they were in the middle of.
import { join } from 'node:path';
import { callsOf, parseRunLines, type StepRecord } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface GoneSession {
  /** When it began; when it was found out, where that is not known. */
  readonly began: string;
  /** The call that has no end: the tool and what it was about; undefined where none is on record. */
  readonly inTheMiddle: string | undefined;
}

/** How much of the life of runs is looked at, and how many sessions are told. */
const mostOfRuns = 1024 * 1024;
const mostTold = 3;

/** Those of this worktree that were found out after a time, oldest first. */
export function goneSessions(
  { world, home }: { readonly world: World; readonly home: FoundHome },
  records: readonly StepRecord[],
  since: string,
): GoneSession[] {
  const main = home.project.mainWorktree ?? home.project.worktree ?? home.home;
  const here = home.project.worktree ?? home.home;
  const lines = parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl'), mostOfRuns));
  const gone = lines.filter(
    ({ event, why, time, worktree }) =>
      event === 'end' && why === 'gone' && time > since && (worktree ?? main) === here,
  );
  return gone.slice(-mostTold).map(({ run, time }) => {
    const began = lines.find((line) => line.run === run && line.event === 'start')?.time ?? time;
    const open = callsOf(records.filter((record) => record.run === run)).findLast(
      ({ outcome }) => outcome === 'unfinished',
    );
    return { began, inTheMiddle: open === undefined ? undefined : `${open.tool} ${open.target}`.trim() };
  });
}
