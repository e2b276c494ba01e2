// The dream a wake goes by: the newest, and whose it is.
import { createHash } from 'node:crypto';
import type { Facts } from '../facts/facts.ts';
import { type DreamEntry, type NightLine, parseEntry } from '../journal/journal.ts';

export type NewestDream =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly path: string; readonly reason: string }
  | {
      readonly kind: 'dream';
      readonly path: string;
      /** What it goes by in the ledger: the night's id, or the path of an entry that no night of ours wrote. */
      readonly id: string;
      readonly entry: DreamEntry;
      /** `ours`, as we wrote it; `changed` since we wrote it; or `foreign`, another program's. */
      readonly whose: 'ours' | 'changed' | 'foreign';
      readonly night: NightLine | undefined;
      /** The hash of its bytes: by this a copy under another name is known. */
      readonly sha256: string;
    };

/** One that can be read. */
export type Dream = Extract<NewestDream, { kind: 'dream' }>;

export function newestDream({ previous, ledger }: Facts): NewestDream {
  if (previous === undefined) return { kind: 'none' };
  const { path, bytes } = previous;
  const read = parseEntry(bytes);
  if (read.kind === 'malformed') return { kind: 'malformed', path, reason: read.reason };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const nights = ledger.lines.filter((line) => line.kind === 'night');
  const night = nights.findLast((line) => line.entry === path);
  // A copy of a night's entry is that night under another name, also if somebody changed it a little.
  const copied = nights.findLast((line) => line.sha256 === sha256 || line.id === read.entry.header.id);
  const isAsWritten = night?.sha256 === sha256;
  return {
    kind: 'dream',
    path,
    id: night?.id ?? copied?.id ?? path,
    entry: isAsWritten ? read.entry : withoutReceipts(read.entry),
    whose: night === undefined ? 'foreign' : isAsWritten ? 'ours' : 'changed',
    night,
    sha256,
  };
}

/** A receipt that we did not write proves nothing. */
function withoutReceipts(entry: DreamEntry): DreamEntry {
  const verified = entry.carry.verified.map(({ text }) => ({ text, receipt: null }));
  return { ...entry, carry: { ...entry.carry, verified, covers: null } };
}
