// Which commits that claim to be a change of the journal really brought its line: a trailer alone proves nothing.
import { ledgerPath, parseLedger } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { Repository, World } from '../world/world.ts';

export interface Claim {
  readonly id: string;
  readonly commit: string;
}

/** More are not looked at: one is enough to say that something is missing. */
const mostLooked = 50;

export async function broughtLines(world: World, repository: Repository, claims: readonly Claim[]): Promise<Claim[]> {
  const looked = claims.slice(0, mostLooked);
  if (looked.length === 0) return [];
  const blobs = await world.git.blobsThen(
    repository,
    looked.map(({ commit }) => ({ commit, path: ledgerPath })),
  );
  const found: Claim[] = [];
  for (const [index, claim] of looked.entries()) {
    const blob = blobs[index];
    const then = blob === undefined ? [] : parseLedger(decodeUtf8(await repository.readBlob(blob))).lines;
    if (then.some(({ id }) => id === claim.id)) found.push(claim);
  }
  return found;
}
