// The ledger held against what this machine remembers: a line of ours that somebody wrote anew, with all hashes, is a break like any other.
import type { LedgerRead } from '../journal/journal.ts';
import type { MadeHere } from './made-here.ts';

/**
 * The same ledger, called broken where a line goes by the id of one that was written here and is not that one. A chain whose hashes fit proves
 * nothing by itself: whoever changes a line can hash the rest anew.
 */
export function asWritten(ledger: LedgerRead, { hashes }: Pick<MadeHere, 'hashes'>): LedgerRead {
  if (ledger.broken !== undefined) return ledger;
  // A copy beside ours is somebody else's line, and counts for nothing; in the place of ours it is a break.
  const there = new Set(ledger.lines.filter(({ id, hash }) => hashes.get(id)?.has(hash) === true).map(({ id }) => id));
  const altered = ledger.lines.find(({ id }) => hashes.has(id) && !there.has(id));
  if (altered === undefined) return ledger;
  return { ...ledger, broken: { line: altered.at, reason: `${altered.id} is not as this machine wrote it` } };
}
