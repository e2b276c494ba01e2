// What this machine remembers of nights that came because nobody was there: how many today, what the last one knew, and which failed.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { homeLedger } from '../facts/facts.ts';
import { isNight, type LedgerRead } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import { jsonIn, localTime } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

const time = z.iso.datetime();
const memory = z.object({
  v: z.literal(1),
  /** The calendar day of the home's zone that `count` speaks of. */
  day: z.string(),
  count: z.int().check(z.minimum(0)),
  /** When one was completed last, also if it changed nothing; and what it knew: the newest sign of anybody, and MEMORY.md as it left it. */
  completed: z.nullable(time),
  sign: z.nullable(z.string()),
  content: z.nullable(z.string()),
  /** How many failed since, and when the last of them did. */
  failures: z.int().check(z.minimum(0)),
  failed: z.nullable(time),
  /** The day on which it was said that there are no more for today. */
  told: z.string(),
});

export type IdleMemory = Readonly<z.infer<typeof memory>>;

const none: IdleMemory = {
  ...({ v: 1, day: '', count: 0, completed: null, sign: null, content: null } as const),
  ...{ failures: 0, failed: null, told: '' },
};
const memoOf = (agent: string): string => `idle:${agent}`;

/** Nothing where there is no store, or none that can be read: then the ledger and the record are asked. */
export function idleMemory({ world, home, agent }: Pick<AgentHome, 'world' | 'home' | 'agent'>): IdleMemory {
  const read = (): unknown =>
    world.stores.exists(home.privateDir)
      ? jsonIn(withStore(world, home, (store) => store.memo(memoOf(agent))) ?? '')
      : undefined;
  return memory.safeParse(tryOr(read, () => undefined)).data ?? none;
}

function keep({ world, home, agent }: AgentHome, next: IdleMemory): void {
  withStore(world, home, (store) => store.setMemo(memoOf(agent), JSON.stringify(next)));
}

/** The calendar day there: `2026-06-10`. */
export function dayOf(home: AgentHome, at: string): string {
  return localTime(at, zoneOf(home.settings, home.world)).slice(4, 14);
}

/** What MEMORY.md is like now; null if there is none. */
export function contentNow({ world, home }: Pick<AgentHome, 'world' | 'home'>): string | null {
  const bytes = world.files.read(home.home, memoryPath);
  return bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex');
}

/** Nights of this kind that landed, whatever else they did; those that a person asked for are none. */
export function landedIdle(home: AgentHome, ledger: LedgerRead = homeLedger(home.world, home.home)): string[] {
  return ledger.lines
    .filter(isNight)
    .flatMap(({ agent, time: at, trigger, acts = [] }) =>
      agent === home.agent && trigger !== 'hand' && acts.some(({ name }) => name === 'curate') ? [at] : [],
    );
}

/**
 * How many there were today, by what is remembered and by the ledger: whichever knows of more.
 *
 * A clock that went back into an earlier day lifts no limit: what counted for the day it came from counts for this one. It binds no other.
 */
export function countToday(home: AgentHome): number {
  const today = dayOf(home, home.world.now().toISOString());
  const known = idleMemory(home);
  if (known.day > today) keep(home, { ...known, day: today });
  return countTodayThere(home);
}

/** The same for whoever only looks. */
export function countTodayThere(home: AgentHome): number {
  const today = dayOf(home, home.world.now().toISOString());
  const known = idleMemory(home);
  const landed = landedIdle(home).filter((at) => dayOf(home, at) === today).length;
  return Math.max(known.day >= today ? known.count : 0, landed);
}

/** How an attempt ended: it counts if it landed or a model was paid for it. One that failed only puts off the next. */
export function rememberIdle(
  home: AgentHome,
  sign: string,
  { outcome, reason, calls }: { readonly outcome: string; readonly reason: string; readonly calls: number },
): void {
  const now = home.world.now().toISOString();
  const today = dayOf(home, now);
  const before = idleMemory(home);
  // Somebody came, or everything was asked to stop: it comes back when nobody is there again.
  if (reason === 'stopped') return;
  if (outcome === 'failed' || outcome === 'rejected')
    return keep(home, { ...before, failures: before.failures + 1, failed: now });
  if (outcome === 'gated') return reason === 'day-cap' ? keep(home, { ...before, told: today }) : undefined;
  if (outcome !== 'ran' && outcome !== 'noop') return;
  const counts = outcome === 'ran' || calls > 0;
  // Its own line may be in the ledger already.
  const count = counts ? Math.max(countBefore(before, today) + 1, countToday(home)) : countBefore(before, today);
  const done = { completed: now, sign, content: contentNow(home) };
  keep(home, { ...none, ...done, day: today, count, told: before.told });
}

function countBefore({ day, count }: IdleMemory, today: string): number {
  return day >= today ? count : 0;
}
