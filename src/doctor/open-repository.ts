// The repository of a home, opened once for all checks: where it stands, and what it has of ours.

import { dirname, join } from 'node:path';
import { boardPath } from '../board/board.ts';
import { ledgerPath } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import type { FoundHome, HeadState, Repository, World } from '../world/world.ts';
import { attempt } from './attempt.ts';

export interface OpenRepository {
  readonly repository: Repository;
  readonly head: HeadState;
  /** What a person is in the middle of. */
  readonly busy: string | undefined;
  /** Our files as the last commit has them; undefined if it cannot be read. */
  readonly committed: ReadonlyMap<string, string> | undefined;
  /** Nothing is wrong with it: our own place to read from is taken by something else, or shut. */
  readonly isOutOfReach: boolean;
  /** The commits in which nights, wakes and undos landed, newest first. */
  readonly nightCommits: readonly { readonly id: string; readonly commit: string }[];
  /** Files of the journal that a sparse checkout leaves out of the worktree: not on disk, and not missing. */
  readonly hidden: ReadonlySet<string>;
  /** History ends somewhere: what is older is on no commit here. */
  readonly isShallow: boolean;
  /** The repository of the project that a nested home lies in. */
  readonly around: Repository | undefined;
}

/** Everything a home keeps in git that is ours, or that we read. */
export const ourPaths: readonly string[] = [boardPath, 'dreamkeeper.yaml', memoryPath, 'DREAMS.md', 'rem', 'notes'];

export async function openRepository(world: World, home: FoundHome): Promise<OpenRepository> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const head = await repository.head();
  const { commit } = head;
  const committed = await attempt(() => filesOf(repository, commit));
  const nightCommits = await attempt(() => (commit === undefined ? [] : world.git.nights(repository, commit)));
  // Beside a bare repository nobody's git sees the home; a repository further out has nothing to do with it.
  const around = home.shape === 'nested' ? world.places.look(dirname(home.home)).place : undefined;
  return {
    repository,
    head,
    busy: repository.underWay(),
    committed: 'value' in committed && 'value' in nightCommits ? committed.value : undefined,
    isOutOfReach: 'error' in committed && ['E_NOT_A_FILE', 'E_NO_PERMISSION'].includes(committed.error.code),
    nightCommits: 'value' in nightCommits ? nightCommits.value : [],
    hidden: await leftOut(world, repository),
    isShallow: world.disk.at(join(repository.place.commonDir, 'shallow')) !== undefined,
    around: around?.worktree === undefined ? undefined : await world.git.open(around, home.privateDir),
  };
}

async function filesOf(repository: Repository, commit: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (commit === undefined) return new Map();
  const listed = await repository.throughLens(['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...ourPaths]);
  return new Map(
    listed
      .toString('utf8')
      .split('\0')
      .flatMap((line): [string, string][] => {
        const [, blob = '', path = ''] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/su.exec(line) ?? [];
        return path === '' ? [] : [[path, blob]];
      }),
  );
}

/** What git listed with `-z`; nothing if it could not say. */
export function namesIn(answer: Awaited<ReturnType<Repository['inside']>>): string[] {
  const names = answer.kind === 'ok' ? answer.stdout.toString('utf8').split('\0') : [];
  return names.filter((each) => each !== '');
}

async function leftOut(world: World, repository: Repository): Promise<ReadonlySet<string>> {
  if (world.disk.at(join(repository.place.gitDir, 'info', 'sparse-checkout')) === undefined) return new Set();
  const lines = namesIn(await repository.inside(['ls-files', '-t', '-z', '--', 'rem']));
  return new Set(lines.filter((line) => line.startsWith('S ')).map((line) => line.slice(2)));
}

/** The ledger as the last commit has it; undefined if it has none. */
export async function committedLedger({ repository, committed }: OpenRepository): Promise<Uint8Array | undefined> {
  const blob = committed?.get(ledgerPath);
  return blob === undefined ? undefined : repository.readBlob(blob);
}
