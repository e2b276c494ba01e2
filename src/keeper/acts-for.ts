// Which acts a night has, by what made it begin.
import type { Act, Trigger } from '../asking/asking.ts';

/**
 * Cadence, the end of a run or of a session: dream. Absence: curate. The heartbeat: sweep. Fatigue and naps: consolidate. By hand: dream, and
 * others only by name. Each act says so itself; those that are due together are one night, in the order in which they are given.
 */
export function actsFor(trigger: Trigger, acts: readonly Act[]): readonly Act[] {
  return acts.filter((act) => act.triggers.includes(trigger));
}
