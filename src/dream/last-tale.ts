// What the last entry told: what is still so is not told again without a reason.
import { type Facts, isPreviousOurs } from '../facts/facts.ts';
import { parseEntry } from '../journal/journal.ts';

/** The last tale, if it is ours; what a stranger wrote silences nothing. */
export function lastTale(facts: Facts): string {
  if (facts.previous === undefined || !isPreviousOurs(facts)) return '';
  const read = parseEntry(facts.previous.bytes);
  return read.kind === 'dream' ? read.entry.tale : '';
}
