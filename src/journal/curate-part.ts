// What a night's line in the ledger says of a curation: what it did with which entries, and what it left to a person.
import * as z from 'zod/mini';
import type { LedgerRead } from './ledger.ts';
import { isNight, isUndone } from './ledger.ts';

const part = z.lazy(() =>
  z.object({
    name: z.literal('curate'),
    did: z.array(z.object({ kind: z.string(), memories: z.array(z.string()) })),
    waiting: z._default(z.array(z.object({ id: z.string() })), []),
  }),
);

export interface Curation extends Omit<z.infer<typeof part>, 'name'> {
  readonly night: string;
  readonly agent: string;
  readonly time: string;
  /** Nobody was there. */
  readonly isIdle: boolean;
  readonly isUndone: boolean;
}

/** All that changed something or asked a person something, whoever's, oldest first. */
export function curationsOf(ledger: LedgerRead): Curation[] {
  return ledger.lines.filter(isNight).flatMap(({ id: night, agent, time, trigger, acts = [] }) =>
    acts.flatMap((act) => {
      const known = part.safeParse(act).data;
      if (known === undefined) return [];
      const { name: _, ...rest } = known;
      return [{ ...rest, night, agent, time, isIdle: trigger === 'idle', isUndone: isUndone(ledger, night) }];
    }),
  );
}
