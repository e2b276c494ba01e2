// The contents of files as a commit has them.
import type { HeadState, Repository } from '../world/world.ts';

/** By path; those it does not have are left out. */
export async function inCommit(
  repository: Repository,
  base: HeadState,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (base.commit === undefined || paths.length === 0) return new Map();
  const entries = await repository.entries(base.commit, paths);
  const read = [...entries].map(async ([path, { blob }]) => [path, await repository.readBlob(blob)] as const);
  return new Map(await Promise.all(read));
}
