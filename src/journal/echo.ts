// Whether a dream only repeats the one before it.
import type { DreamEntry } from './entry.ts';
import { type LedgerRead, nightsOf, wakeFor } from './ledger.ts';
import type { DreamLine } from './ledger-lines.ts';

/** From here on it is an echo. */
export const echoFrom = 0.85;

/** How alike tale and verdicts of two entries are: shared words over all words, 0 to 1. */
export function likeness(one: DreamEntry, other: DreamEntry): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  const all = mine.size + theirs.size - shared;
  return all === 0 ? 1 : shared / all;
}

function wordsOf({ tale, verdicts }: DreamEntry): Set<string> {
  return new Set(
    [tale, ...verdicts]
      .join('\n')
      .toLowerCase()
      .match(/[\p{L}\p{N}_./-]+/gu) ?? [],
  );
}

/** It repeats a dream whose verdicts were dealt with. If nobody woke in between, they are still to be done. */
export function isIdleEcho(ledger: LedgerRead, night: DreamLine): boolean {
  if (!night.echo) return false;
  const nights = nightsOf(ledger, night.agent);
  const previous = nights[nights.findIndex(({ id }) => id === night.id) - 1];
  return previous !== undefined && wakeFor(ledger, previous.id) !== undefined;
}
