// The heartbeat: a clock of its own beside the ticks. When the interval of sweeps has passed, one is swept; nobody's turn is waited for, and none is used.
import type { Act, Trigger } from '../asking/asking.ts';
import { heartbeatOf } from '../config/config.ts';
import { lastSweep, sweepDueIn, sweepInterval } from '../sweep/sweep.ts';
import type { AgentHome } from '../world/world.ts';
import { actsFor } from './acts-for.ts';
import type { Tell } from './events.ts';
import type { Keeping } from './keeping.ts';
import { shortest } from './schedule.ts';
import { whoIsAtWork } from './tick.ts';

/** Milliseconds to the next one; undefined where there is none. */
export function beatOf({ settings }: Pick<AgentHome, 'settings'>): number | undefined {
  const beat = heartbeatOf(settings);
  return beat === undefined ? undefined : Math.max(shortest, beat);
}

/** One beat. Most of them do nothing, and leave nothing. Asked to stop, a sweep that is not sealed writes nothing. */
export async function beatOnce(keeping: Keeping, tell: Tell, signal?: AbortSignal): Promise<void> {
  const { world, home, env } = keeping;
  if (world.places.off(home) !== undefined || sweepDueIn(keeping) !== 0) return;
  if (!isLate(keeping) && (await whoIsAtWork(keeping)) !== undefined) return;
  const { id, outcome, reason, message, commit } = await keeping.sleep({ trigger: 'heartbeat', env, signal });
  const landed = commit === null ? '' : `, commit ${commit.slice(0, 7)}`;
  tell({ event: 'night', id, outcome, reason, message: `${message}${landed}` });
}

/** It waits for whoever is at work, but not for ever: some always are. */
function isLate(keeping: Keeping): boolean {
  const last = lastSweep(keeping);
  return last !== null && keeping.world.now().getTime() - Date.parse(last) >= 2 * sweepInterval(keeping.settings);
}

/** What a night has at the end of a session or run: that counts as a beat, so that homes without a keeper are swept, too. */
export function actsAtEnd(home: AgentHome, trigger: Trigger, acts: readonly Act[]): readonly Act[] {
  const own = actsFor(trigger, acts);
  const beating = sweepDueIn(home) === 0 ? actsFor('heartbeat', acts) : [];
  return acts.filter((act) => own.includes(act) || beating.includes(act));
}
