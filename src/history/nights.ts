// The nights that were, dreamt or not: receipts of this machine, what a later version kept beside them, and what the ledger knows besides.

import { homeText } from '../facts/facts.ts';
import { isNight, isUndone, ledgerPath, parseLedger } from '../journal/journal.ts';
import { actsIn, type CountedReceipt, readOtherReceipts, readReceipts } from '../night/night.ts';
import { type FollowedVerdict, followHome } from '../record/record.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface ListedNight extends Omit<CountedReceipt, 'v' | 'outcome'> {
  /** A later version may have other words for it. */
  readonly outcome: string;
  /** Whether it was taken back. */
  readonly isUndone: boolean;
  /** Its verdicts, and what became of each; of a night long ago nobody asks any more. */
  readonly fates: readonly FollowedVerdict[];
}

/** What is not known of one whose receipt is not here, or not ours to read. */
const nothing = {
  model: '',
  tokens: { input: 0, output: 0 },
  calls: 0,
  usd: 0,
  leftOut: [],
  entry: null,
  commit: null,
  verdicts: [],
  trigger: null,
  acts: [],
};

/** Newest first. After a clone there are no receipts, but the ledger has the nights that landed. */
export async function listNights(world: World, home: FoundHome): Promise<ListedNight[]> {
  const receipts = readReceipts(world, home);
  const later = readOtherReceipts(world, home);
  const known = new Set([...receipts, ...later].map(({ id }) => id));
  const ledger = parseLedger(homeText(world, home, ledgerPath));
  const followed = Map.groupBy(await followHome(world, home), ({ night }) => night);
  const more = (id: string): Pick<ListedNight, 'isUndone' | 'fates'> => ({
    isUndone: isUndone(ledger, id),
    fates: followed.get(id) ?? [],
  });
  const landed = ledger.lines
    .filter(isNight)
    .filter(({ id }) => !known.has(id))
    .map(
      ({ id, agent, time, model, entry, verdicts, trigger, acts }): ListedNight => ({
        ...nothing,
        id,
        session: `dream:${agent}:${time}`,
        agent,
        kind: 'rem',
        outcome: 'ran',
        reason: entry === null ? 'slept' : 'dreamt',
        trigger: trigger ?? null,
        acts: actsIn(acts ?? []),
        message: 'from the ledger; its receipt is on another machine',
        model,
        usd: null,
        entry,
        verdicts: verdicts.map(({ line }) => line),
        startedAt: time,
        endedAt: time,
        count: 1,
        since: time,
        ...more(id),
      }),
    );
  const others = later.map(
    ({ v: _, session, endedAt, ...rest }): ListedNight => ({
      ...nothing,
      ...rest,
      session: session === '' ? `${rest.kind}:${rest.agent}:${rest.startedAt}` : session,
      endedAt: endedAt ?? rest.startedAt,
      count: 1,
      since: rest.startedAt,
      ...more(rest.id),
    }),
  );
  const nights = receipts.map(({ v: _, ...rest }) => ({ ...rest, ...more(rest.id) }));
  return [...nights, ...others, ...landed].toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}
