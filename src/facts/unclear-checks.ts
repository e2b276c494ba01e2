// Checks that ran in this cycle and of whose end nothing is known: behind a pipe that took the exit code away, or told without one.
import type { CheckRun } from '../checks/checks.ts';
import type { Facts } from './facts-types.ts';

/** The newest run of each, the latest at the end; not those that a later run of the same made clear, one way or the other. */
export function unclearChecks({ steps }: Pick<Facts, 'steps'>): CheckRun[] {
  const newest = new Map<string, CheckRun>();
  for (const run of steps.runs) {
    newest.delete(run.command);
    newest.set(run.command, run);
  }
  return [...newest.values()].filter(({ result, time }) => result === 'unclear' && time >= steps.cycleStart);
}
