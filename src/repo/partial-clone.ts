// Clones that left objects on their server: which they are, and what can be told of them without fetching anything.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, ifPossible } from '../errors/errors.ts';
import { bytesOf, linesOf, type Repository } from './repository.ts';

/** Whether objects may be missing here by their owner's wish (`git clone --filter=…`): git marks the packs it got that way. */
export function isPartialClone({ place }: Pick<Repository, 'place'>): boolean {
  // Without packs, or the right to look, nothing is known to be missing on purpose.
  const packs = ifPossible(() => readdirSync(join(place.commonDir, 'objects', 'pack'))) ?? [];
  return packs.some((name) => name.endsWith('.promisor'));
}

/** Asks; where that fails in a partial clone, an object is taken to be missing, and the other answer is given. */
export async function unlessMissing<Answer, Other>(
  repository: Repository,
  ask: () => Promise<Answer>,
  otherwise: () => Promise<Other> | Other,
): Promise<Answer | Other> {
  try {
    return await ask();
  } catch (error) {
    if (errnoOf(error) !== 'E_GIT' || !isPartialClone(repository)) throw error;
    return otherwise();
  }
}

/** What is not committed, as the lines of `git status` say it, told by the index alone: the folders of the last commit are not here. */
export async function statusByIndex(
  repository: Repository,
  settings: readonly string[],
): Promise<readonly { readonly path: string; readonly kind: 'modified' | 'new' | 'deleted' | 'in conflict' }[]> {
  const ask = async (...args: string[]): Promise<string[]> =>
    linesOf(bytesOf(await repository.inside([...settings, ...args]), 'read the worktree'), '\0');
  const fields = await ask('diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=dirty');
  const untracked = await ask('ls-files', '-z', '--others', '--exclude-standard');
  const kinds = { D: 'deleted', U: 'in conflict' } as const;
  const changed = fields.flatMap((field, at) => {
    const letter = /^:\d+ \d+ \S+ \S+ ([A-Z])/u.exec(field)?.[1];
    if (at % 2 === 1 || letter === undefined) return [];
    return [{ path: fields[at + 1] ?? '', kind: kinds[letter as 'D' | 'U'] ?? 'modified' } as const];
  });
  return [...changed, ...untracked.map((path) => ({ path, kind: 'new' as const }))];
}
