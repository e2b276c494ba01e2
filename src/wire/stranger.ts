// Somebody else's home: told before anything is written there, unless the operator allows it.
import type { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome, Standpoint, Stranger } from '../world/world.ts';
import { operatorFile } from './operator-file.ts';

type Homes = typeof import('../home/home.ts');

/** Why whoever runs this must not write in a home: it is somebody else's, and the operator does not allow it. */
export async function strangerTo(
  { home }: Pick<FoundHome, 'home'>,
  at: Standpoint,
  us?: number,
): Promise<DreamkeeperError | undefined> {
  const homes = await import('../home/home.ts');
  return refusal(homes, homes.strangerAt(home, us), at);
}

/** Refuses to write where one of these places is somebody else's, whether it is there already or would be made. */
export async function refuseOthersPlaces(paths: readonly (string | undefined)[], at: Standpoint): Promise<void> {
  const homes = await import('../home/home.ts');
  for (const path of paths) {
    const why = path === undefined ? undefined : refusal(homes, homes.strangerAtOrAbove(path), at);
    if (why !== undefined) throw why;
  }
}

function refusal(homes: Homes, stranger: Stranger | undefined, at: Standpoint): DreamkeeperError | undefined {
  if (stranger === undefined) return undefined;
  const { join } = process.getBuiltinModule('node:path');
  return homes.allowsStrangers(operatorFile(at, join), stranger.path) ? undefined : homes.notOwner(stranger);
}
