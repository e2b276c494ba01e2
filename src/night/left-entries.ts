// Entries of ours that no commit has: the next night takes them along.
import { knownLedger } from '../change/change.ts';
import { type Facts, homeBytes } from '../facts/facts.ts';
import { isDream, ledgerPath } from '../journal/journal.ts';
import type { HeadState, Place, Repository } from '../world/world.ts';

/**
 * Entries of earlier nights of this machine that lie here as they were written and in no commit: of a branch that was never born, or of a
 * night whose store was lost. Only looked for if the ledger is not as we left it. What somebody else put there stays uncommitted.
 */
export async function leftEntries(
  { world, home }: Place,
  { evidence }: Facts,
  repository: Repository,
  { commit }: HeadState,
): Promise<string[]> {
  const disk = world.files.read(home.home, ledgerPath);
  if (disk === undefined) return [];
  if (commit !== undefined && knownLedger(world, home)?.sha256 === world.files.hash(disk)) return [];
  const here = evidence
    .filter(isDream)
    .filter(({ entry, sha256 }) => world.files.hash(homeBytes(world, home, entry)) === sha256)
    .map(({ entry }) => entry);
  const committed = commit === undefined || here.length === 0 ? new Map() : await repository.entries(commit, here);
  return here.filter((path) => !committed.has(path));
}
