// The nights that were, dreamt or not: receipts of this machine, and what the ledger knows besides.
import { type FollowedVerdict, followHome, homeText } from '../facts/facts.ts';
import { isUndone, parseLedger } from '../journal/journal.ts';
import { type CountedReceipt, readReceipts } from '../night/night.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface ListedNight extends Omit<CountedReceipt, 'v'> {
  /** Whether it was taken back. */
  readonly isUndone: boolean;
  /** Its verdicts, and what became of each; of a night long ago nobody asks any more. */
  readonly fates: readonly FollowedVerdict[];
}

/** Newest first. After a clone there are no receipts, but the ledger has the nights that landed. */
export async function listNights(world: World, home: FoundHome): Promise<ListedNight[]> {
  const receipts = readReceipts(world, home);
  const known = new Set(receipts.map(({ id }) => id));
  const ledger = parseLedger(homeText(world, home, 'rem/ledger.jsonl'));
  const followed = Map.groupBy(await followHome(world, home), ({ night }) => night);
  const more = (id: string): Pick<ListedNight, 'isUndone' | 'fates'> => ({
    isUndone: isUndone(ledger, id),
    fates: followed.get(id) ?? [],
  });
  const landed = ledger.lines
    .filter((line) => line.kind === 'night')
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, agent, time, model, entry, verdicts }): ListedNight => ({
        ...{ id, session: `dream:${agent}:${time}`, agent, kind: 'rem', outcome: 'ran', reason: 'dreamt' },
        ...{ message: 'from the ledger; its receipt is on another machine', model },
        ...{ tokens: { input: 0, output: 0 }, calls: 0, usd: null, leftOut: [] },
        ...{ entry, commit: null, verdicts: verdicts.map(({ line }) => line) },
        ...{ startedAt: time, endedAt: time, count: 1, since: time, ...more(id) },
      }),
    );
  return [...receipts.map(({ v: _, ...rest }) => ({ ...rest, ...more(rest.id) })), ...landed].toSorted((one, other) =>
    one.startedAt < other.startedAt ? 1 : -1,
  );
}
