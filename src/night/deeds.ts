// What the ledger keeps of what an act did to memory: its claims, as hashes.
import type { MemoryClaims } from '../asking/asking.ts';
import { hashOf, type MemoryDeeds } from '../journal/journal.ts';

export function deedsOf({ operations, frame, came = [], left = [] }: MemoryClaims): MemoryDeeds {
  const hashes = (texts: readonly string[]): string[] => texts.map(hashOf);
  return {
    operations: operations.map(({ kind, name, path, takes, brings, archives = [], rests = [], origin }) => ({
      ...{ kind, name, path, takes: hashes(takes), brings: hashes(brings) },
      ...(archives.length === 0 ? {} : { archives: hashes(archives) }),
      ...(rests.length === 0 ? {} : { rests: hashes(rests) }),
      ...(origin === undefined || origin === null ? {} : { origin }),
    })),
    frame: frame.map(({ path, brings }) => ({ path, brings: hashOf(brings) })),
    ...{ came: [...came], left: [...left] },
  };
}
