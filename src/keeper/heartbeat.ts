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

/**
 * One beat. Most of them do nothing, and leave nothing. Asked to stop, a sweep that is not sealed writes nothing. Gives for how many
 * milliseconds another one would do nothing, either, if nothing changes; 0 if that is not known.
 */
export async function beatOnce(keeping: Keeping, tell: Tell, signal?: AbortSignal): Promise<number> {
  const { world, home, env } = keeping;
  const off = world.places.off(home);
  if (off !== undefined) return off.until === null ? forever : Date.parse(off.until) - world.now().getTime();
  const notice = idleNotice(keeping);
  if (notice !== undefined) {
    tell({ event: 'notice', message: notice });
    idleNoticed(keeping);
  }
  const { trigger, stays } = await triggerOf(keeping);
  if (trigger === undefined) return notice === undefined ? stays : 0;
  const { id, outcome, reason, message, commit } = await keeping.sleep({ trigger, env, signal });
  const landed = commit === null ? '' : `, commit ${commit.slice(0, 7)}`;
  tell({ event: 'night', id, outcome, reason, message: `${message}${landed}` });
  return 0;
}

const forever = Number.POSITIVE_INFINITY;

interface Beat {
  readonly trigger: 'heartbeat' | 'idle' | undefined;
  /** For so many milliseconds there is nothing to beat for, as far as time alone goes. */
  readonly stays: number;
}

/** What it beats for, if for anything. What is due for another reason comes along. */
async function triggerOf(keeping: Keeping): Promise<Beat> {
  const dueIn = sweepDueIn(keeping) ?? forever;
  const isSweep = dueIn === 0;
  const idle = await idleLook(keeping);
  const isIdle = idle.kind === 'due' || (idle.kind === 'wait' && idle.isUntold === true);
  if (!isSweep && !isIdle)
    return { trigger: undefined, stays: Math.min(dueIn, idle.kind === 'wait' ? idle.stays : forever) };
  // Nobody's work is disturbed, not even by a look that takes long; a sweep that is late does not wait for it any more.
  const isBusy = (await whoIsAtWork(keeping)) !== undefined;
  if (isSweep && (!isBusy || isLate(keeping))) return { trigger: 'heartbeat', stays: 0 };
  return { trigger: isIdle && !isBusy ? 'idle' : undefined, stays: 0 };
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
