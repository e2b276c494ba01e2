// When a sweep is due: an interval after the last one that was completed. What the ledger knows of it counts, and what this machine remembers.
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import type { HomeSettings } from '../config/config.ts';
import { sweepsOn } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { homeLedger } from '../facts/facts.ts';
import { type LedgerRead, sweepsOf } from '../journal/journal.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

const time = z.iso.datetime();
const memory = z.object({
  v: z.literal(1),
  /** When one was completed last, also if it changed nothing. */
  completed: z.nullable(time),
  /** How many failed since, and when the last of them did. */
  failures: z.int().check(z.minimum(0)),
  failed: z.nullable(time),
});

export type SweepMemory = Readonly<z.infer<typeof memory>>;

const none: SweepMemory = { v: 1, completed: null, failures: 0, failed: null };
const second = 1000;
const usualInterval = 24 * 60 * 60;
/** One that failed is tried again after a minute, then two, four …, at most this. */
const longestBackoff = 30 * 60 * second;

const memoOf = (agent: string): string => `sweep:${agent}`;

/** What this machine remembers; nothing where there is no store, or none that can be read. */
export function sweepMemory({ world, home, agent }: Pick<AgentHome, 'world' | 'home' | 'agent'>): SweepMemory {
  const read = (): unknown =>
    world.stores.exists(home.privateDir)
      ? jsonIn(withStore(world, home, (store) => store.memo(memoOf(agent))))
      : undefined;
  return memory.safeParse(tryOr(read, () => undefined)).data ?? none;
}

/** Keeps how one ended. One that failed leaves the clock as it is. */
export function rememberSweep(home: AgentHome, isCompleted: boolean): void {
  const { world, home: place, agent } = home;
  const now = world.now().toISOString();
  const before = sweepMemory(home);
  const next: SweepMemory = isCompleted
    ? { ...none, completed: now }
    : { ...before, failures: before.failures + 1, failed: now };
  withStore(world, place, (store) => store.setMemo(memoOf(agent), JSON.stringify(next)));
}

/** The last one that was completed; null if none was, or if nobody could tell because a clock went back. */
export function lastSweep(home: AgentHome, ledger: LedgerRead = homeLedger(home.world, home.home)): string | null {
  const now = home.world.now().toISOString();
  const times = [
    ...sweepsOf(ledger).flatMap(({ agent, time: at }) => (agent === home.agent ? [at] : [])),
    sweepMemory(home).completed ?? '',
  ];
  // What is in the future binds nobody.
  return (
    times
      .filter((at) => at !== '' && at <= now)
      .toSorted()
      .at(-1) ?? null
  );
}

export function sweepInterval({ dreaming }: Pick<HomeSettings, 'dreaming'>): number {
  return (dreaming?.interval_secs ?? usualInterval) * second;
}

/** Milliseconds until one is due by itself, 0 if it is; undefined if none ever is under these settings. */
export function sweepDueIn(home: AgentHome, ledger?: LedgerRead): number | undefined {
  if (!sweepsOn(home.settings)) return undefined;
  const now = home.world.now().getTime();
  const last = lastSweep(home, ledger);
  const { failures, failed } = sweepMemory(home);
  const until = (from: string | null, wait: number): number => {
    const passed = from === null ? Number.POSITIVE_INFINITY : now - Date.parse(from);
    return passed < 0 ? 0 : Math.max(0, wait - passed);
  };
  const backoff = Math.min(longestBackoff, 60 * second * 2 ** Math.min(20, failures - 1));
  return Math.max(until(last, sweepInterval(home.settings)), failures === 0 ? 0 : until(failed, backoff));
}
