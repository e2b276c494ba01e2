// The manifest made anew from what lies in `rem/`: dreams, whose they are, and the gaps between them.
import { type AllowedSecrets, madeHere, netOf } from '../change/change.ts';
import { entryFiles, homeBytes, homeText, type JournalGap } from '../facts/facts.ts';
import {
  entriesAmong,
  entryOf,
  hashOf,
  isDream,
  type LedgerRead,
  type Manifest,
  type ManifestDream,
  type ManifestGap,
  manifestPath,
  parseEntry,
  parseManifest,
  subjectOf,
  timeOfEntry,
} from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { CountedReceipt } from './receipt.ts';

export interface ManifestSources extends AllowedSecrets {
  readonly world: World;
  readonly home: FoundHome;
  readonly ledger: LedgerRead;
  /** Entries that nobody reads: they are named as gaps, and not as dreams. */
  readonly journalGaps: readonly JournalGap[];
  readonly receipts: readonly CountedReceipt[];
  /** The entry that is about to land, if one is. */
  readonly coming?: { readonly file: string; readonly bytes: Uint8Array };
  /** The entry that is about to go, if one is. */
  readonly leaving?: string;
  readonly keep: number;
}

export function makeManifest(sources: ManifestSources): Manifest {
  const { world, home, ledger, journalGaps, receipts, coming, leaving, keep } = sources;
  const made = madeHere(world, home).lines;
  const names = new Set([...entryFiles(world, home.home), ...(coming === undefined ? [] : [coming.file])]);
  if (leaving !== undefined) names.delete(leaving);
  for (const { path } of journalGaps) names.delete(entryOf(path));
  const entries = entriesAmong([...names]).slice(0, keep);
  const gaps = journalGaps.map(
    ({ path, reason }): ManifestGap => ({
      time: timeOfEntry(entryOf(path)) ?? '',
      reason: 'not-ours',
      message: `${path}: ${reason}`,
    }),
  );
  const dreams = entries.flatMap((file): ManifestDream[] => {
    const isComing = file === coming?.file;
    const bytes = isComing ? coming?.bytes : homeBytes(world, home, `rem/${file}`);
    const read = bytes === undefined ? undefined : parseEntry(bytes);
    if (bytes === undefined || read === undefined || read.kind === 'malformed') {
      const message = read?.kind === 'malformed' ? read.reason : 'it is not a plain file';
      gaps.push({ time: timeOfEntry(file) ?? '', reason: 'malformed', message: `rem/${file}: ${message}` });
      return [];
    }
    const nights = ledger.lines.filter(isDream).filter(({ entry }) => entry === `rem/${file}`);
    const own = nights.findLast(({ hash }) => made.has(hash));
    const night = own ?? nights.at(-1);
    const sha256 = hashOf(bytes);
    const { header, tale, verdicts } = read.entry;
    return [
      {
        file,
        id: night?.id ?? (isComing ? header.id : null),
        time: header.time ?? timeOfEntry(file) ?? null,
        model: header.model,
        agent: header.agent,
        ours: isComing || own?.sha256 === sha256,
        summary: subjectOf(tale).replace(/^rem: /u, ''),
        verdicts: verdicts.length,
      },
    ];
  });
  const failed = receipts
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'rejected')
    .map(({ endedAt, reason, message }): ManifestGap => ({ time: endedAt, reason, message }));
  // What was no dream of anybody may have been committed, or removed, since.
  const known = parseManifest(homeText(world, home, manifestPath)).gaps.filter(({ reason }) => reason !== 'not-ours');
  const all = new Map([...known, ...failed, ...gaps].map((gap) => [`${gap.time} ${gap.reason} ${gap.message}`, gap]));
  const newestFirst = [...all.values()].toSorted((one, other) => (one.time < other.time ? 1 : -1)).slice(0, keep);
  // Names, tales of others and what went wrong are words like any others.
  return netOf(sources).within({ format: 1, entries, dreams, gaps: newestFirst });
}
