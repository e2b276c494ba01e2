// Which acts a night has: those of its trigger, and whatever else is due by its own clock. They are one night, in the order in which acts are given.
import type { Act, Trigger } from '../asking/asking.ts';
import { sweepDueIn } from '../sweep/sweep.ts';
import type { AgentHome } from '../world/world.ts';
import type { Arrival } from './absence.ts';
import { actsFor } from './acts-for.ts';
import { idleLook, whenIdle } from './idle.ts';

/** Nothing waits for a turn of its own, so nothing starves: a night that comes for one reason takes along what is due for another. */
export async function actsDue(
  home: AgentHome,
  trigger: Trigger,
  acts: readonly Act[],
  arrival?: Arrival,
): Promise<readonly Act[]> {
  const wanted = new Set(actsFor(trigger, acts));
  if (sweepDueIn(home) === 0) for (const act of actsFor('heartbeat', acts)) wanted.add(act);
  const idle = actsFor('idle', acts);
  // Asked for because nobody is there: it says itself, under the lease, whether that is still so.
  if (trigger === 'idle' || (await idleLook(home)).kind === 'due') for (const act of idle) wanted.add(act);
  return acts.flatMap((act) => (!wanted.has(act) ? [] : [idle.includes(act) ? whenIdle(act, arrival) : act]));
}
