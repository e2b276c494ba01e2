// With a ledger that is not whole nothing is carried out and nothing is added: nobody could tell what has happened before.
import { DreamkeeperError } from '../errors/errors.ts';
import type { LedgerRead } from './ledger.ts';

/** What is wrong with a ledger, and what to do, in words; undefined if it is whole. */
export function tellDamage(ledger: LedgerRead): string | undefined {
  const damage = damageOf(ledger);
  return damage === undefined ? undefined : `${damage}; \`dk doctor --fix\` repairs it, or says what to do`;
}

/** For whoever is about to add to it, or to go by what it says. */
export function requireWhole(ledger: LedgerRead): void {
  const damage = damageOf(ledger);
  if (damage === undefined) return;
  throw new DreamkeeperError('E_LEDGER_BROKEN', damage, {
    hint: 'Nothing was changed. `dk doctor --fix` repairs it from what is certainly ours, or says what to do.',
  });
}

function damageOf({ broken }: LedgerRead): string | undefined {
  if (broken === undefined) return undefined;
  return `the ledger is not whole (line ${broken.line} of rem/ledger.jsonl: ${broken.reason})`;
}
