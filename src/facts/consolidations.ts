// What the ledger knows of consolidations: until where they read, and which lines they wrote.
import * as z from 'zod/mini';
import { isNight, isUndone, type LedgerRead } from '../journal/journal.ts';

const id = z.string().check(z.regex(/^o-[a-z2-7]{8}$/u));

const part = z.object({
  name: z.literal('consolidate'),
  actions: z.int().check(z.minimum(0)),
  light: z.boolean(),
  /** The last step that was read: its time and the hash of its record; null if there was none. */
  steps: z.nullable(z.object({ time: z.string(), sha256: z.string() })),
  /** The lines that it wrote. */
  observed: z.array(id),
});

/** The part of a night's line that tells of a consolidation. */
export type ConsolidatePart = Readonly<z.infer<typeof part>>;

export interface Consolidated extends Omit<ConsolidatePart, 'name'> {
  readonly night: string;
  readonly time: string;
  /** A person took it back: its lines are gone, and what it read counts as read. */
  readonly isUndone: boolean;
}

/** Those of one agent, oldest first. */
export function consolidationsOf(ledger: LedgerRead, agent: string): Consolidated[] {
  return ledger.lines.filter(isNight).flatMap(({ id: night, time, agent: whose, acts = [] }) => {
    if (whose !== agent) return [];
    return acts.flatMap((act) => {
      const known = part.safeParse(act).data;
      if (known === undefined) return [];
      const { name: _, ...rest } = known;
      return [{ ...rest, night, time, isUndone: isUndone(ledger, night) }];
    });
  });
}

/** The ids of the lines that sleeps of this agent wrote, and nobody took back. */
export function ownObservations(ledger: LedgerRead, agent: string): ReadonlySet<string> {
  return new Set(consolidationsOf(ledger, agent).flatMap(({ observed, isUndone: isBack }) => (isBack ? [] : observed)));
}

const deepPart = z.object({ name: z.literal('deep'), pruned: z.array(id) });

/** The ids of lines that a deep sleep took out once. One that stands there again was brought back by a person, and stays. */
export function prunedObservations(ledger: LedgerRead, agent: string): ReadonlySet<string> {
  const nights = ledger.lines.filter(isNight).filter((line) => line.agent === agent);
  return new Set(nights.flatMap(({ acts = [] }) => acts.flatMap((act) => deepPart.safeParse(act).data?.pruned ?? [])));
}
