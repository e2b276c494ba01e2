// `dk uninstall <harness> --data`: the home itself, shown first, and removed only if it is one of its own beside a project.

import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { boardPath } from '../board/board.ts';
import { DreamkeeperError, errnoOf, tryOr, unlessBug } from '../errors/errors.ts';
import { entryFiles } from '../facts/facts.ts';
import { printSafe } from '../text/text.ts';
import type { FoundHome, GitPlace, World } from '../world/world.ts';

export interface HomeData {
  readonly home: string;
  readonly privateDir: string;
  readonly dreams: number;
  /** Null if it is damaged, and nobody can count, or nobody asked. */
  readonly commits: number | null;
  /** Files in it that are in no commit; null as above. */
  readonly uncommitted: number | null;
  /** Why we do not remove it, and how its owner can; undefined if we would. */
  readonly stays: string | undefined;
}

/** The home that was found, or what is left of one where this project's would lie; undefined if there is nothing at all. */
export async function lookAtData(
  world: World,
  found: FoundHome | undefined,
  project: GitPlace | undefined,
  isCounted: boolean,
): Promise<HomeData | undefined> {
  const { home, privateDir } = found ?? presumed(project) ?? {};
  if (home === undefined || privateDir === undefined) return undefined;
  if (found === undefined && lstatSync(home, { throwIfNoEntry: false }) === undefined) return undefined;
  return {
    home,
    privateDir,
    dreams: entryFiles(world, home).length,
    // Whoever wants to be rid of a damaged home must not need a whole one for it.
    ...(found === undefined || !isCounted
      ? uncountable
      : await counts(world, found).catch(unlessBug(() => uncountable))),
    stays: found === undefined ? await whyRemainsStay(world, home) : whyItStays(found),
  };
}

/** Where this project's home lies if it is beside it, whether it is there or not. */
export function presumed(project: GitPlace | undefined): Pick<FoundHome, 'home' | 'privateDir'> | undefined {
  if (project?.mainWorktree === undefined) return undefined;
  const home = join(project.mainWorktree, '.dream');
  return { home, privateDir: join(home, '.git', 'dreamkeeper') };
}

const uncountable = { commits: null, uncommitted: null } as const;

async function counts(world: World, found: FoundHome): Promise<Pick<HomeData, 'commits' | 'uncommitted'>> {
  const repository = await world.git.open(found.repository, found.privateDir);
  const counted = await repository.inside(['rev-list', '--count', 'HEAD', '--']);
  const changed = await world.git.changed(repository);
  if (counted.kind !== 'ok') return uncountable;
  return { commits: Number(counted.stdout.toString('utf8').trim()), uncommitted: changed.files.length + changed.more };
}

function whyItStays({ home, shape, project }: FoundHome): string | undefined {
  if (shape === 'one')
    return 'home and project are one repository here, so its files and commits are not ours to remove; how you can is said below.';
  // A home beside another project may have been found from here, by a link, by its name, or from a repository inside that project.
  const isThisProjects = home === join(project.mainWorktree ?? '', '.dream') && lstatSync(home).isDirectory();
  if (shape !== 'nested' || !isThisProjects)
    return 'it is not this project’s own, and others may use it: remove that folder yourself if you want to.';
  return undefined;
}

/** What is no home any more, or not yet, goes only if it can be nobody else's. */
async function whyRemainsStay(world: World, home: string): Promise<string | undefined> {
  const look = world.places.look(home);
  const isOurs =
    look.entries.includes('dreamkeeper.yaml') ||
    look.entries.every((name) => name === boardPath) ||
    existsSync(join(home, '.git', 'dreamkeeper'));
  if (look.kind !== 'folder' || !isOurs) return 'it is not a home we know: look at it, and remove it yourself.';
  // As seen from the main worktree, wherever we stand.
  const main = world.places.look(dirname(home)).around;
  if (main === undefined) return undefined;
  const repository = await world.git.open(main, join(main.commonDir, 'dreamkeeper'));
  const listed = await repository.inside(['ls-files', '-z', '--', relative(main.worktree ?? '', home)]);
  return listed.kind === 'ok' && listed.stdout.length === 0
    ? undefined
    : 'your git tracks files in it, so it is the project’s.';
}

/** Removes what is named, as one. Waits for nobody: a night that is under way in `privateDir` keeps all of it. */
export function removeData(world: World, privateDir: string | undefined, paths: readonly string[]): void {
  const locks =
    privateDir !== undefined && existsSync(privateDir)
      ? ['night.db', 'lock.db'].map((name) => taken(world, privateDir, name))
      : [];
  try {
    if (locks.includes(undefined)) {
      throw new DreamkeeperError('E_REPO_BUSY', `another program is using ${printSafe(paths[0] ?? '')} just now`, {
        hint: 'Run this again in a moment. The home is as it was.',
      });
    }
    for (const path of paths) removeWhole(path);
  } finally {
    for (const lock of locks) lock?.release();
  }
}

function taken(world: World, privateDir: string, name: string): { release(): void } | undefined {
  return tryOr(
    () => world.locks.take(privateDir, name),
    // What cannot be a lock (damage, a folder of that name) is held by nobody.
    () => ({ release: () => undefined }),
  );
}

function removeWhole(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (cause) {
    throw new DreamkeeperError(
      'E_NO_PERMISSION',
      `${printSafe(path)} could not be removed completely (${errnoOf(cause) ?? 'unknown'})`,
      { hint: 'Check your permissions for what is left in it, and run this again.', cause },
    );
  }
}
