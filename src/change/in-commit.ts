// The contents of files as commits have them.
import type { HeadState, Repository, World } from '../world/world.ts';

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

/** What files were in commits, in the order of the question; undefined where there was none. */
export async function contentsThen(
  { git }: World,
  repository: Repository,
  wanted: readonly { readonly commit: string; readonly path: string }[],
): Promise<readonly (Uint8Array | undefined)[]> {
  const contents: (Uint8Array | undefined)[] = [];
  for (const blob of await git.blobsThen(repository, wanted))
    contents.push(blob === undefined ? undefined : await repository.readBlob(blob));
  return contents;
}
