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
    };

export function newestDream({ previous, ledger }: Facts): NewestDream {
  if (previous === undefined) return { kind: 'none' };
  const { path, bytes } = previous;
  const read = parseEntry(bytes);
  if (read.kind === 'malformed') return { kind: 'malformed', path, reason: read.reason };
  const night = ledger.lines.filter((line) => line.kind === 'night').findLast((line) => line.entry === path);
  const isAsWritten = night?.sha256 === createHash('sha256').update(bytes).digest('hex');
  return {
    kind: 'dream',
    path,
    id: night?.id ?? path,
    entry: read.entry,
    whose: night === undefined ? 'foreign' : isAsWritten ? 'ours' : 'changed',
    night,
  };
}
