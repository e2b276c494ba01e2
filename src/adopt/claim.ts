// Whether a folder is ours already, told by what only we write: not by names that anybody may use for files of their own.
import { join } from 'node:path';
import { boardPath, newBoard } from '../board/board.ts';
import { tryOr } from '../errors/errors.ts';
import { isOurManifest, manifestPath } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FolderLook, World } from '../world/world.ts';

/** `manifest`: the journal in it is ours. `start`: only what an init of ours leaves that is cut off. `empty`: no file, no commit, or no folder yet. */
export type Claim = 'manifest' | 'start' | 'empty' | undefined;

/** What a person may have, too. */
export const sharedNames = [boardPath, 'rem'] as const;

/** Whether a folder can be ours as a whole. */
export async function claimOn(world: World, look: FolderLook): Promise<Claim> {
  const { path, kind, entries } = look;
  if (kind === 'absent') return 'empty';
  if (kind !== 'folder') return undefined;
  if (entries.includes('rem') && isOurManifest(textIn(world, path, manifestPath))) return 'manifest';
  const isStart = entries.every((name) => name === boardPath || name === 'dreamkeeper.yaml');
  const isOurBoard = !entries.includes(boardPath) || textIn(world, path, boardPath) === newBoard();
  // A folder without files may be a branch without files: whoever has commits has work.
  if (!isStart || !isOurBoard || (await hasCommits(world, look))) return undefined;
  return entries.length === 0 ? 'empty' : 'start';
}

async function hasCommits(world: World, { place }: FolderLook): Promise<boolean> {
  if (place === undefined) return false;
  const repository = await world.git.open(place, join(place.commonDir, 'dreamkeeper'));
  if ((await repository.head()).commit !== undefined) return true;
  const listed = await repository.inside(['for-each-ref', '--count=1', '--format=%(refname)']);
  return listed.kind !== 'ok' || listed.stdout.length > 0;
}

function textIn(world: World, folder: string, path: string): string {
  return tryOr(
    () => decodeUtf8(world.files.read(folder, path) ?? new Uint8Array()),
    // A folder or a link of that name, or more than anybody's manifest: not what we write.
    () => '',
  );
}
