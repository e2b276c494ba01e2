// What the ledger keeps of what an act did to memory: its claims, as hashes.
import type { MemoryClaims } from '../asking/asking.ts';
import type { MemoryDeeds } from '../journal/journal.ts';
import { hashOfUnit } from '../proof/proof.ts';

export function deedsOf({ operations, frame, came = [], left = [] }: MemoryClaims): MemoryDeeds {
  const hashes = (texts: readonly string[]): string[] => texts.map(hashOfUnit);
  return {
    operations: operations.map(({ kind, name, path, takes, brings, archives = [], rests = [], origin }) => ({
      ...{ kind, name, path, takes: hashes(takes), brings: hashes(brings) },
      ...(archives.length === 0 ? {} : { archives: hashes(archives) }),
      ...(rests.length === 0 ? {} : { rests: hashes(rests) }),
      ...(origin === undefined || origin === null ? {} : { origin }),
    })),
    frame: frame.map(({ path, brings }) => ({ path, brings: hashOfUnit(brings) })),
    ...{ came: [...came], left: [...left] },
  };
}
