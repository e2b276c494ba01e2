// What is not proposed again: what a person rejected or let pass, what was taken back, and what waits already.

import * as z from 'zod/mini';
import { isNight, isUndone, type LedgerRead } from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Operation, wishOf } from './operations.ts';
import { everWaiting, type Waiting } from './waiting.ts';

const part = z.object({
  name: z.literal('curate'),
  did: z.array(z.object({ kind: z.string(), memories: z.array(z.string()) })),
});

/** Those that still wait for an answer, oldest first. */
export function stillWaiting(world: World, home: FoundHome, ledger: LedgerRead): Waiting[] {
  const decided = decidedIn(ledger);
  const now = world.now().toISOString();
  return everWaiting(world, home).filter(
    ({ id, until, night }) => !decided.has(id) && until > now && !isUndone(ledger, night),
  );
}

const decidedIn = (ledger: LedgerRead): ReadonlySet<string> =>
  new Set(ledger.lines.filter((line) => line.kind === 'review').map(({ proposal }) => proposal));

/** Wishes that nobody utters again. */
export function settledWishes(world: World, home: FoundHome, ledger: LedgerRead): ReadonlySet<string> {
  const reviews = ledger.lines.filter((line) => line.kind === 'review');
  const decided = decidedIn(ledger);
  const open = everWaiting(world, home).filter(({ id, night }) => !decided.has(id) && !isUndone(ledger, night));
  const undone = ledger.lines
    .filter(isNight)
    .filter(({ id }) => isUndone(ledger, id))
    .flatMap(({ acts = [] }) => acts.flatMap((act) => part.safeParse(act).data?.did ?? []))
    .map(({ kind, memories }) =>
      wishOf({ kind, id: memories[0] ?? '', of: memories, why: '' } as unknown as Operation),
    );
  const rejected = reviews.filter(({ id, decision }) => decision === 'rejected' || isUndone(ledger, id));
  return new Set([...rejected.map(({ wish }) => wish), ...open.map(({ wish }) => wish), ...undone]);
}
