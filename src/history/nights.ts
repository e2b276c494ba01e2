// The nights that were, dreamt or not: receipts of this machine, and what the ledger knows besides.
import { homeText } from '../facts/facts.ts';
import { isUndone, parseLedger } from '../journal/journal.ts';
import { type CountedReceipt, readReceipts } from '../night/night.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface ListedNight extends Omit<CountedReceipt, 'v'> {
  /** Whether it was taken back. */
  readonly isUndone: boolean;
}

/** Newest first. After a clone there are no receipts, but the ledger has the nights that landed. */
export function listNights(world: World, home: FoundHome): ListedNight[] {
  const receipts = readReceipts(world, home);
  const known = new Set(receipts.map(({ id }) => id));
  const ledger = parseLedger(homeText(world, home, 'rem/ledger.jsonl'));
  const landed = ledger.lines
    .filter((line) => line.kind === 'night')
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, agent, time, model, entry, verdicts }): ListedNight => ({
        ...{ id, session: `dream:${agent}:${time}`, agent, kind: 'rem', outcome: 'ran', reason: 'dreamt' },
        ...{ message: 'from the ledger; its receipt is on another machine', model, tokens: { input: 0, output: 0 } },
        ...{ entry, commit: null, verdicts: verdicts.map(({ line }) => line) },
        ...{ startedAt: time, endedAt: time, count: 1, since: time, isUndone: isUndone(ledger, id) },
      }),
    );
  return [
    ...receipts.map(({ v: _, ...rest }) => ({ ...rest, isUndone: isUndone(ledger, rest.id) })),
    ...landed,
  ].toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}
