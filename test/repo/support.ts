// What the tests of this room share: git as it is installed, places, and a request to commit.
import { join } from 'node:path';
import type { HeadState } from '../../src/refs/refs.ts';
import {
  type CommitRequest,
  type GitProgram,
  openRepository,
  type Repository,
  type RepositoryPlace,
} from '../../src/repo/repo.ts';

/** The git on the PATH; put a newer or older one first to try it with the same tests. */
export const program: GitProgram = { path: 'git', searchPath: process.env.PATH ?? '' };

export const agent = { name: 'agent', email: 'agent@dreamkeeper.local' } as const;
export const time: Date = new Date('2026-06-10T15:00:00Z');

export function placeOf(worktree: string): RepositoryPlace {
  const gitDir = join(worktree, '.git');
  return { worktree, gitDir, commonDir: gitDir };
}

/** Opens the repository at a worktree's root, with our folder in its git folder, as the home does. */
export function openAt(worktree: string, git: GitProgram = program): Promise<Repository> {
  return openRepository(git, placeOf(worktree), join(worktree, '.git', 'dreamkeeper'));
}

export function request(
  base: HeadState,
  files: Readonly<Record<string, string | undefined>>,
  more: Partial<CommitRequest> = {},
): CommitRequest {
  const contents = Object.entries(files).map(
    ([path, text]) => [path, text === undefined ? undefined : Buffer.from(text)] as const,
  );
  return { files: new Map(contents), message: 'a change', author: agent, time, base, ...more };
}

/** Works through a list with a few hands at once, in order of beginning. */
export async function each<Item>(
  items: readonly Item[],
  hands: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: hands }, work));
}
