// The files that a cycle only looked into: what an investigation leaves.
import type { Call } from '../steps/steps.ts';
import type { Repository, World } from '../world/world.ts';
import { inProject } from './edits.ts';

/** The files that calls looked into, each once, by its last time. */
export function readsAmong(calls: readonly Call[], worktree: string): string[] {
  const paths = calls.flatMap(({ tool, target, outcome }) => {
    if (outcome === 'failed' || !/(?:^|[_.-])(?:read|view|open)(?:_?file)?$/iu.test(tool)) return [];
    return inProject(target, worktree) ?? [];
  });
  return [...new Set(paths.toReversed())].toReversed();
}

/** So many are looked up, and told. */
const most = 8;

/** The last of them that are in the repository: a file that is not may be private, and so is its name. */
export async function committedReads(
  { git }: Pick<World, 'git'>,
  repository: Repository | undefined,
  head: string | null,
  reads: readonly string[],
): Promise<string[]> {
  const last = reads.slice(-most);
  if (repository === undefined || head === null || last.length === 0) return [];
  const known = await git.blobsThen(
    repository,
    last.map((path) => ({ commit: head, path })),
  );
  return last.filter((_, at) => known[at] !== undefined);
}
