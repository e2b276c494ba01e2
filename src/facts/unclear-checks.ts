// Checks that ran in this cycle and say nothing certain of the files as they are: a pipe took their exit code away, or another tree was put in place.
import type { CheckRun } from '../checks/checks.ts';
import type { Facts } from './facts-types.ts';

/** Of what ran longer ago than this, too much has happened since. */
const counts = 12 * 60 * 60 * 1000;

/** The newest run of each, the latest at the end; not those that a later run of the same made clear, one way or the other, and not what stands as broken, or failed earlier. */
export function unclearChecks({ steps, now }: Pick<Facts, 'steps' | 'now'>): CheckRun[] {
  const newest = new Map<string, CheckRun>();
  for (const run of steps.runs) {
    newest.delete(run.command);
    newest.set(run.command, run);
  }
  // What failed earlier is told with what is known of it since.
  const earlier = steps.lastFailed.filter(({ elsewhere }) => elsewhere === null);
  const broken = new Set([...steps.failures, ...earlier].map(({ command }) => command));
  const since = new Date(Date.parse(now) - counts).toISOString();
  return [...newest.values()].filter(
    ({ result, time, command }) =>
      result === 'unclear' && !broken.has(command) && time >= steps.cycleStart && time >= since,
  );
}
