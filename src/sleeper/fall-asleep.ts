// One sleep: it consolidates if that is due, and then the timer begins.
import { clampedSleep, fatigueLimits, isConsolidating } from '../fatigue/fatigue.ts';
import type { Receipt } from '../night/night.ts';
import type { AgentHome } from '../world/world.ts';
import { beginSleep } from './asleep.ts';
import { logEvent, logIteration } from './logs.ts';
import { tiredness } from './tiredness.ts';

/** The night of a sleep: the acts that are due for it, with the models that the operator chose. */
export type Consolidating = (trigger: 'fatigue' | 'nap', signal: AbortSignal | undefined) => Promise<Receipt>;

export interface SleepRequest {
  readonly seconds: number;
  readonly why: 'nap' | 'fatigue';
  readonly consolidate: Consolidating;
  readonly run?: string | null;
  readonly turns?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FellAsleep {
  readonly since: string;
  readonly until: string;
  readonly seconds: number;
  /** What came of the consolidation; null if this is a nap. */
  readonly receipt: Receipt | null;
  readonly isDeep: boolean;
}

/**
 * Falls asleep. Whatever comes of the consolidation, the agent sleeps: a night that failed keeps its material for the next one. The timer begins after
 * it, so that a long consolidation takes nothing from the sleep.
 */
export async function fallAsleep(home: AgentHome, request: SleepRequest): Promise<FellAsleep> {
  const { world, settings } = home;
  const { why, consolidate, run = null, turns = 0, signal } = request;
  const limits = fatigueLimits(settings);
  const wanted = clampedSleep(request.seconds);
  const { actions, last } = await tiredness(home);
  const since = last === undefined ? Number.POSITIVE_INFINITY : world.now().getTime() - Date.parse(last.time);
  const receipt = why === 'fatigue' || isConsolidating(wanted, since, limits) ? await consolidate(why, signal) : null;
  const isDeep = receipt?.acts.some(({ name, outcome }) => name === 'deep' && outcome === 'ran') === true;
  const seconds = isDeep ? clampedSleep(Math.max(wanted, limits.deepPause / 1000)) : wanted;
  const began = world.now();
  const until = new Date(began.getTime() + seconds * 1000).toISOString();
  const hasConsolidated =
    receipt?.acts.some(({ name, outcome }) => name === 'consolidate' && outcome === 'ran') === true;
  const night = hasConsolidated ? receipt.id : null;
  beginSleep(home, { since: began.toISOString(), until, seconds, why, night });
  logIteration(home, {
    ...{ t: began.toISOString(), run, turns, actions, sleep_s: seconds, why, night },
    ...{ outcome: receipt?.outcome ?? null, deep: isDeep },
  });
  if (receipt !== null)
    logEvent(home, hasConsolidated ? 'consolidated' : 'not consolidated', {
      ...{ night: receipt.id, outcome: receipt.outcome, reason: receipt.reason, deep: isDeep },
    });
  logEvent(home, 'asleep', { run, seconds, until, why });
  return { since: began.toISOString(), until, seconds, receipt, isDeep };
}
