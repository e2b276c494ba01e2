// Whether a folder is ours already, told by what only we write: not by names that anybody may use for files of their own.
import { newBoard } from '../board/board.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { isOurManifest } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FolderLook, World } from '../world/world.ts';

/** `manifest`: the journal in it is ours. `start`: nothing is in it but what an init of ours leaves that is cut off. */
export type Claim = 'manifest' | 'start' | undefined;

/** A folder as it was found, and whether it is ours. */
export interface Claimed extends FolderLook {
  readonly claim: Claim;
}

export function lookAtClaim(world: World, folder: string): Claimed {
  const look = world.places.look(folder);
  return { ...look, claim: claimOf(world, look) };
}

/** What a person may have, too. */
export const sharedNames = ['plan.org', 'rem'] as const;

function claimOf(world: World, { path, kind, entries }: FolderLook): Claim {
  if (kind !== 'folder') return undefined;
  if (entries.includes('rem') && isOurManifest(textIn(world, path, 'rem/manifest.json'))) return 'manifest';
  const isStart = entries.length > 0 && entries.every((name) => name === 'plan.org' || name === 'dreamkeeper.yaml');
  const isOurBoard = !entries.includes('plan.org') || textIn(world, path, 'plan.org') === newBoard();
  return isStart && isOurBoard ? 'start' : undefined;
}

function textIn(world: World, folder: string, path: string): string {
  try {
    return decodeUtf8(world.files.read(folder, path) ?? new Uint8Array());
  } catch (error) {
    // A folder or a link of that name, or more than anybody's manifest: not what we write.
    if (error instanceof DreamkeeperError) return '';
    throw error;
  }
}
