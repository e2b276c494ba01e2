// Where an agent is in its cadence, when it succeeded and when it is due: kept in the home's store, and found again in the ledger if that is lost.
import * as z from 'zod/mini';
import type { LedgerRead } from '../journal/journal.ts';
import { advance, beginning, type Cadence, type Position, settled } from '../lifecycle/lifecycle.ts';
import { jsonIn } from '../text/text.ts';
import { delayAfter, delayAfterGate, type LastTick, type Pace, type Streak } from './schedule.ts';
import type { TickEnd } from './step-types.ts';

const time = z.iso.datetime();
const memory = z.object({
  v: z.literal(1),
  state: z.string(),
  hits: z.int().check(z.minimum(0)),
  /** When each state succeeded last; its gate is measured from there. */
  succeeded: z.record(z.string(), time),
  streak: z.nullable(z.object({ kind: z.enum(['no_work', 'failed']), count: z.int().check(z.minimum(1)) })),
  /** When the last tick began. */
  lastTick: z.nullable(time),
  /** When the next should come; null while one is under way, and after one that never came to its end. */
  due: z.nullable(time),
  /** The hash of the lifecycle this was written under; '' without one. */
  lifecycle: z.string(),
});

export type CadenceMemory = Readonly<z.infer<typeof memory>>;

/** Undefined if it was kept by a later version, or is damaged: then it is found again in the ledger. */
export function parseMemory(text: string | undefined): CadenceMemory | undefined {
  return memory.safeParse(jsonIn(text)).data;
}

export function freshMemory(cadence: Cadence | undefined): CadenceMemory {
  const { state, hits } = cadence === undefined ? { state: '', hits: 0 } : beginning(cadence);
  return { v: 1, state, hits, succeeded: {}, streak: null, lastTick: null, due: null, lifecycle: '' };
}

/**
 * Finds it again. The newest line that knows a position says where: a night of the cadence is done and moves on; a run only began, and counts
 * as not done; any other line (a wake, a night by hand) says where the cadence stood when it was written. Runs after it that left no line may
 * be done again; none is ever skipped.
 */
export function rebuiltMemory(ledger: LedgerRead, agent: string, cadence: Cadence | undefined): CadenceMemory {
  const fresh = freshMemory(cadence);
  if (cadence === undefined) return fresh;
  let position: Position | undefined;
  const succeeded: Record<string, string> = {};
  let lastTick: string | null = null;
  for (const line of ledger.lines) {
    if (line.kind === 'other' || line.agent !== agent) continue;
    const slot = line.kind === 'run' || line.kind === 'night' ? line.cadence : undefined;
    if (!slot) {
      if (line.place !== undefined) position = settled(cadence, line.place);
      continue;
    }
    // Both begin anew if their state is in the lifecycle no more.
    position = line.kind === 'night' ? advance(cadence, slot, 'done') : settled(cadence, slot);
    succeeded[slot.state] = line.time;
    lastTick = line.time;
  }
  return { ...fresh, ...(position ?? beginning(cadence)), succeeded, lastTick };
}

/** After a clock went back: what was in its future happened just now. So a gate shuts again for its whole time, and never for longer. */
export function withoutFuture(known: CadenceMemory, now: Date): CadenceMemory {
  const iso = now.toISOString();
  const past = (moment: string): string => (Date.parse(moment) > now.getTime() ? iso : moment);
  return {
    ...known,
    lastTick: known.lastTick === null ? null : past(known.lastTick),
    succeeded: Object.fromEntries(Object.entries(known.succeeded).map(([state, moment]) => [state, past(moment)])),
  };
}

/** As the schedule wants it. */
export function lastTickOf({ lastTick, due, streak }: CadenceMemory): LastTick {
  const moment = (iso: string | null): number | undefined => (iso === null ? undefined : Date.parse(iso));
  return { lastTick: moment(lastTick), due: moment(due), streak };
}

export interface Conclusion extends Pick<TickEnd, 'outcome' | 'opensIn'> {
  readonly cadence: Cadence | undefined;
  readonly pace: Pace;
  readonly now: Date;
}

/** What is known after a tick. Position, clocks, streak and what comes next are one value, and are kept in one piece or not at all. */
export function memoryAfter(known: CadenceMemory, ended: Conclusion): CadenceMemory {
  const { cadence, outcome, pace, now } = ended;
  if (outcome === 'stopped') return { ...known, due: null };
  const at = (delay: number): string => new Date(now.getTime() + delay).toISOString();
  if (outcome === 'gated')
    return { ...known, due: at(delayAfterGate(pace, ended.opensIn ?? Number.POSITIVE_INFINITY)) };
  const streak = streakAfter(known.streak, outcome);
  const { state, hits } = cadence === undefined ? known : advance(cadence, known, outcome);
  const succeeded =
    outcome === 'done' && cadence !== undefined
      ? { ...known.succeeded, [known.state]: now.toISOString() }
      : known.succeeded;
  return { ...known, state, hits, succeeded, streak, due: at(delayAfter(pace, streak)) };
}

function streakAfter(streak: Streak | null, outcome: 'done' | 'no_work' | 'failed' | 'killed'): Streak | null {
  if (outcome === 'done') return null;
  const kind = outcome === 'no_work' ? 'no_work' : 'failed';
  return { kind, count: streak?.kind === kind ? streak.count + 1 : 1 };
}
