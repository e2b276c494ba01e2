// Work that was put away with `git stash`: it is in no commit and no longer in the tree, so it is told, or it is forgotten.
import type { Repository, Stash, World } from '../world/world.ts';

/** What was put away longer ago is not what somebody is in the middle of. */
const counts = 14 * 24 * 60 * 60 * 1000;

export async function putAway(
  { git }: Pick<World, 'git'>,
  repository: Repository | undefined,
  now: string,
): Promise<readonly Stash[]> {
  return repository === undefined ? [] : git.stashes(repository, new Date(Date.parse(now) - counts).toISOString());
}

/** How much one holds, at the beginning of a sentence: `2 files are` or `Work is`. */
export function amountOf({ files }: Pick<Stash, 'files'>, was = false): string {
  if (files === undefined) return was ? 'Work was' : 'Work is';
  const many = `${files} ${files === 1 ? 'file' : 'files'}`;
  return `${many} ${files === 1 ? (was ? 'was' : 'is') : was ? 'were' : 'are'}`;
}
