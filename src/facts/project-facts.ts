// The project as it stands: branch, commit, what is not committed, and what others committed.
import type { DreamLine } from '../journal/journal.ts';
import type { StepRecord } from '../steps/steps.ts';
import type { FoundHome, IsOurs, LoggedCommit, Repository, World } from '../world/world.ts';
import type { ProjectFacts } from './facts-types.ts';
import type { Attempt } from './gather.ts';
import { isHomeFile } from './home-files.ts';

const nothing: ProjectFacts = { branch: null, head: null, tree: null, changed: [], moreChanged: 0, underWay: null };

interface ProjectSources {
  readonly world: World;
  readonly home: FoundHome;
  readonly repository: Repository | undefined;
  readonly attempt: Attempt;
  /** Which commits are ours, where any can be. */
  readonly isOurs: IsOurs | undefined;
  /** How many commits to list. */
  readonly most: number;
}

export async function projectFacts({
  world,
  home,
  repository,
  attempt,
  isOurs,
  most,
}: ProjectSources): Promise<{ readonly project: ProjectFacts; readonly logged: readonly LoggedCommit[] }> {
  if (repository === undefined) return { project: nothing, logged: [] };
  const standing = await attempt('the project', () => worktreeOf(world, home, repository), nothing);
  const { head } = standing;
  if (head === null) return { project: standing, logged: [] };
  const logged = await attempt('the commits', () => world.git.commits(repository, head, most, isOurs), []);
  // Where HEAD is one of ours, git is asked; else the log has told its tree already.
  const known = logged.find(({ id }) => id === head)?.tree;
  const tree = known ?? (await attempt('the project', () => world.git.tree(repository, head), undefined)) ?? null;
  return { project: { ...standing, tree }, logged };
}

async function worktreeOf(world: World, home: FoundHome, repository: Repository): Promise<ProjectFacts> {
  const { head, files, more } = await world.git.changed(repository);
  return {
    branch: head.ref?.replace(/^refs\/heads\//u, '') ?? null,
    head: head.commit ?? null,
    tree: null,
    // Repositories inside it, and worktrees that harnesses make for their subagents, are not work on this one.
    changed: files.filter(
      ({ path }) => !isHomeFile(path, home.shape) && !path.endsWith('/') && !world.harnesses.isTheirs(path),
    ),
    moreChanged: more,
    underWay: repository.underWay() ?? null,
  };
}

/** The commits of others since the last dream; undefined if that cannot be known. At the first, since the first recorded step. */
export async function commitsSinceThen(
  { world, repository, isOurs }: Pick<ProjectSources, 'world' | 'repository' | 'isOurs'>,
  head: string | null,
  lastNight: DreamLine | undefined,
  fresh: readonly StepRecord[],
): Promise<readonly string[] | undefined> {
  if (repository === undefined || head === null) return [];
  const before = lastNight === undefined ? fresh[0]?.head : lastNight.head;
  if (before === undefined) return [];
  const isName = before !== null && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(before);
  return isName ? world.git.since(repository, head, before, isOurs) : undefined;
}

/** So many of a cycle are looked at; whoever lands more than this in one is told by the newest. */
const mostLanded = 100;

/** Everything that landed since the last dream, newest first: of many commits more than are told. */
export async function allLanded(
  { world, repository, isOurs }: Pick<ProjectSources, 'world' | 'repository' | 'isOurs'>,
  head: string | null,
  told: readonly (LoggedCommit & { readonly isNew: boolean })[],
  landed: number,
): Promise<readonly LoggedCommit[]> {
  const known = told.filter(({ isNew }) => isNew);
  if (repository === undefined || head === null || landed <= told.length) return known;
  return world.git.commits(repository, head, Math.min(landed, mostLanded), isOurs);
}
