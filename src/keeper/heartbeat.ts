// The heartbeat: a clock of its own beside the ticks. When the interval of sweeps has passed, one is swept; nobody's turn is waited for, and none is used.
import type { Act, Trigger } from '../asking/asking.ts';
import { heartbeatOf } from '../config/config.ts';
import { lastSweep, sweepDueIn, sweepInterval } from '../sweep/sweep.ts';
import type { AgentHome } from '../world/world.ts';
import { actsFor } from './acts-for.ts';
import type { Tell } from './events.ts';
import { idleBeat, idleLook } from './idle.ts';
import { idleNotice, idleNoticed } from './idle-told.ts';
import type { Keeping } from './keeping.ts';
import { shortest } from './schedule.ts';
import { whoIsAtWork } from './tick.ts';

/** Milliseconds to the next one; undefined where there is none. Absence is looked for also where no heart beats. */
export function beatOf({ settings }: Pick<AgentHome, 'settings'>): number | undefined {
  const beats = [heartbeatOf(settings), idleBeat({ settings })].filter((beat) => beat !== undefined);
  return beats.length === 0 ? undefined : Math.max(shortest, Math.min(...beats));
}

/** One beat. Most of them do nothing, and leave nothing. Asked to stop, a sweep that is not sealed writes nothing. */
export async function beatOnce(keeping: Keeping, tell: Tell, signal?: AbortSignal): Promise<void> {
  const { world, home, env } = keeping;
  if (world.places.off(home) !== undefined) return;
  const notice = idleNotice(keeping);
  if (notice !== undefined) {
    tell({ event: 'notice', message: notice });
    idleNoticed(keeping);
  }
  const trigger = await triggerOf(keeping);
  if (trigger === undefined) return;
  const { id, outcome, reason, message, commit } = await keeping.sleep({ trigger, env, signal });
  const landed = commit === null ? '' : `, commit ${commit.slice(0, 7)}`;
  tell({ event: 'night', id, outcome, reason, message: `${message}${landed}` });
}

/** What it beats for, if for anything. What is due for another reason comes along. */
async function triggerOf(keeping: Keeping): Promise<'heartbeat' | 'idle' | undefined> {
  const isSweep = sweepDueIn(keeping) === 0;
  const idle = await idleLook(keeping);
  const isIdle = idle.kind === 'due' || (idle.kind === 'wait' && idle.isUntold === true);
  if (!isSweep && !isIdle) return undefined;
  // Nobody's work is disturbed, not even by a look that takes long; a sweep that is late does not wait for it any more.
  const isBusy = (await whoIsAtWork(keeping)) !== undefined;
  if (isSweep && (!isBusy || isLate(keeping))) return 'heartbeat';
  return isIdle && !isBusy ? 'idle' : undefined;
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
