// The dream a wake goes by: the newest, and whose it is.
import { createHash } from 'node:crypto';
import type { Facts, PreviousDream } from '../facts/facts.ts';
import { type DreamEntry, type DreamLine, isDream, parseEntry } from '../journal/journal.ts';

export type NewestDream =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly path: string; readonly reason: string }
  | {
      readonly kind: 'dream';
      readonly path: string;
      /** What it goes by in the ledger: the night's id, or the path of an entry that no line speaks of. */
      readonly id: string;
      readonly entry: DreamEntry;
      /** `ours`, as this machine wrote it; `changed` since; or `foreign`: another machine's or program's, that came by clone or merge. */
      readonly whose: 'ours' | 'changed' | 'foreign';
      readonly night: DreamLine | undefined;
      /** The hash of its bytes: by this a copy under another name is known. */
      readonly sha256: string;
    };

/** One that can be read. */
export type Dream = Extract<NewestDream, { kind: 'dream' }>;

/** The dream a wake goes by: our own newest; where there is none, the newest from elsewhere. */
export function newestDream(facts: Facts): NewestDream {
  return facts.previous === undefined ? { kind: 'none' } : dreamIn(facts, facts.previous);
}

/** A younger dream from elsewhere: its verdicts are told, its words are quoted, and it takes nobody's place. */
export function dreamBeside(facts: Facts): Dream | undefined {
  const beside = facts.beside === undefined ? undefined : dreamIn(facts, facts.beside);
  return beside?.kind === 'dream' ? beside : undefined;
}

/** Ours is what a line says that was written here. A line from elsewhere, or a header, only gives it a name, and none that is ours. */
function dreamIn({ ledger, evidence }: Facts, { path, bytes }: PreviousDream): NewestDream {
  const read = parseEntry(bytes);
  if (read.kind === 'malformed') return { kind: 'malformed', path, reason: read.reason };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const night = evidence.filter(isDream).findLast((line) => line.entry === path);
  const isOurs = (id: string): boolean => evidence.some((line) => line.id === id);
  const named = ledger.lines
    .filter(isDream)
    .findLast((line) => line.entry === path && line.sha256 === sha256 && !isOurs(line.id));
  const isAsWritten = night?.sha256 === sha256;
  return {
    kind: 'dream',
    path,
    id: night?.id ?? named?.id ?? path,
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
