// Idle: memory is put in order when nobody has been there for long enough, something is new since the last time, and the day has not had enough.
import type { Act, NotNow } from '../asking/asking.ts';
import { type IdleChoice, idleChoice } from '../config/config.ts';
import { homeLedger } from '../facts/facts.ts';
import { inWords } from '../text/text.ts';
import { pendingSince } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import { type Absence, type Arrival, absenceOf } from './absence.ts';
import { contentNow, countToday, dayOf, idleMemory, landedIdle, rememberIdle } from './idle-memory.ts';
import { backoff } from './schedule.ts';

/** Why none comes now. */
export type IdleWait = 'somebody-there' | 'nothing-new' | 'messages-wait' | 'failed-before' | 'day-cap';

export type IdleLook =
  | { readonly kind: 'off' }
  | { readonly kind: 'due'; readonly absence: Absence }
  | {
      readonly kind: 'wait';
      readonly why: IdleWait;
      readonly message: string;
      readonly isUntold?: boolean;
      /** For so many milliseconds it stays so, if nothing changes; 0 if that is not known. */
      readonly stays: number;
    };

/** A message that nobody took for so long keeps nothing from being put in order any more. */
const longestMessage = 24 * 60 * 60 * 1000;
/** Absence is looked for at least so often, and never more often than once a second. */
const longestBeat = 60_000;

const forever = Number.POSITIVE_INFINITY;

/** Milliseconds from one look to the next; undefined if nobody has to look. */
export function idleBeat({ settings }: Pick<AgentHome, 'settings'>): number | undefined {
  const choice = idleChoice(settings);
  return choice === undefined ? undefined : Math.max(1000, Math.min(longestBeat, choice.after / 4));
}

/**
 * Whether it is time. What applies first is the answer.
 *
 *     not switched on, or none a day      → off
 *     somebody was there not long ago     → wait
 *     nothing is new since the last one   → wait   nobody worked, and MEMORY.md is as it was left
 *     a message waits for the agent       → wait
 *     the last one failed not long ago    → wait   a minute, two, four …, at most half an hour
 *     the day had enough of them          → wait   said once a day
 */
export async function idleLook(home: AgentHome, arrival?: Arrival): Promise<IdleLook> {
  const choice = idleChoice(home.settings);
  if (choice === undefined || choice.perDay === 0) return { kind: 'off' };
  const absence = await absenceOf(home, arrival);
  return lookAt(home, choice, absence);
}

function lookAt(home: AgentHome, choice: IdleChoice, absence: Absence): IdleLook {
  const now = home.world.now();
  const wait = (why: IdleWait, message: string, stays = 0): IdleLook => ({ kind: 'wait', why, message, stays });
  const left = choice.after - (absence.until - absence.since);
  if (left > 0)
    return wait('somebody-there', `it begins when nobody has been there for ${inWords(choice.after)}`, left);
  if (!hasNews(home, absence)) return wait('nothing-new', 'nothing is new since memory was put in order', forever);
  const waiting = pendingSince(home);
  const waited = waiting === undefined ? longestMessage : now.getTime() - Date.parse(waiting);
  if (waited < longestMessage) return wait('messages-wait', 'a message waits for the agent', longestMessage - waited);
  const { failures, failed, told } = idleMemory(home);
  const passed = failed === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(failed);
  const again = backoff(failures) - passed;
  if (failures > 0 && passed >= 0 && again > 0)
    return wait('failed-before', `the last one failed; it is tried again in ${inWords(again)}`, again);
  const count = countToday(home);
  if (count >= choice.perDay) {
    const message = `today had ${count} of at most ${choice.perDay} (\`dreaming.maxPerDay\`)`;
    return { ...wait('day-cap', message), isUntold: told !== dayOf(home, now.toISOString()) } as IdleLook;
  }
  return { kind: 'due', absence };
}

/** Of one that landed and is not remembered, because its process died or the store was lost, the ledger says when it was. */
function hasNews(home: AgentHome, { sign, since }: Absence): boolean {
  const { completed, sign: before, content } = idleMemory(home);
  const now = home.world.now().toISOString();
  const last = landedIdle(home).findLast((at) => at <= now);
  if (last !== undefined && last > (completed ?? '')) return since > Date.parse(last);
  if (completed !== null) return sign !== before || contentNow(home) !== content || wasGiven(home, completed);
  return sign !== '' || contentNow(home) !== null;
}

/** A person said since whose the memory is: what was out of reach may be put in order now. */
function wasGiven({ world, home, agent }: AgentHome, since: string): boolean {
  const { lines } = homeLedger(world, home);
  return lines.some((line) => line.kind === 'whose' && line.agent === agent && line.time > since);
}

/**
 * The same act, as it is done when nobody is there: under the lease it is asked once more whether it is time, so that two processes that
 * both saw it do it once; and how it ended is remembered under the same lease.
 */
export function whenIdle(act: Act, arrival?: Arrival): Act {
  let sign: string | undefined;
  return {
    ...act,
    gather: async (home, tonight) => {
      const look = await idleLook(home, arrival);
      if (look.kind !== 'due') return notNow(look);
      sign = look.absence.sign;
      return act.gather(home, tonight);
    },
    ended: (home, how) => {
      act.ended?.(home, how);
      const isCap = how.outcome === 'gated' && how.reason === 'day-cap';
      if (sign !== undefined || isCap) rememberIdle(home, sign ?? '', how);
    },
  };
}

function notNow(look: Exclude<IdleLook, { readonly kind: 'due' }>): NotNow {
  return look.kind === 'off'
    ? { kind: 'not now', outcome: 'gated', reason: 'idle-off', message: 'putting memory in order by itself is off' }
    : { kind: 'not now', outcome: 'gated', reason: look.why, message: look.message };
}
