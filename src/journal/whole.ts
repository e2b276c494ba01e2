// With a ledger that is not whole nothing is carried out and nothing is added: nobody could tell what has happened before.
import { DreamkeeperError } from '../errors/errors.ts';
import type { LedgerRead } from './ledger.ts';

/** What is wrong with a ledger, in words; undefined if it is whole. */
export function damageOf({ broken }: LedgerRead): string | undefined {
  return broken === undefined ? undefined : `line ${broken.line} of rem/ledger.jsonl: ${broken.reason}`;
}

/** For whoever is about to add to it, or to go by what it says. */
export function requireWhole(ledger: LedgerRead): void {
  const damage = damageOf(ledger);
  if (damage === undefined) return;
  throw new DreamkeeperError('E_LEDGER_BROKEN', `the ledger is not whole (${damage})`, {
    hint: 'Nothing was changed. `dk doctor --fix` puts it right from what is known to be ours, or says what to do.',
  });
}
