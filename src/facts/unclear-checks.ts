// Checks that ran in this cycle and of whose end nothing is known: behind a pipe that took the exit code away, or told without one.
import type { CheckRun } from '../checks/checks.ts';
import type { Facts } from './facts-types.ts';

/** Of what ran longer ago than this, too much has happened since. */
const counts = 12 * 60 * 60 * 1000;

/** The newest run of each, the latest at the end; not those that a later run of the same made clear, one way or the other. */
export function unclearChecks({ steps, now }: Pick<Facts, 'steps' | 'now'>): CheckRun[] {
  const newest = new Map<string, CheckRun>();
  for (const run of steps.runs) {
    newest.delete(run.command);
    newest.set(run.command, run);
  }
  const since = new Date(Date.parse(now) - counts).toISOString();
  return [...newest.values()].filter(
    ({ result, time }) => result === 'unclear' && time >= steps.cycleStart && time >= since,
  );
}
