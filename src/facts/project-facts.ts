// The project as it stands: branch, commit, what is not committed, and what others committed.
import type { DreamLine } from '../journal/journal.ts';
import type { StepRecord } from '../steps/steps.ts';
import type { FoundHome, IsOurs, LoggedCommit, Repository, World } from '../world/world.ts';
import type { Attempt } from './attempt.ts';
import type { ProjectFacts } from './facts-types.ts';
import { isHomeFile } from './home-files.ts';

type WorktreeState = Awaited<ReturnType<World['git']['changed']>>;

const nothing: ProjectFacts = { branch: null, head: null, tree: null, changed: [], moreChanged: 0, underWay: null };

interface ProjectSources {
  readonly world: World;
  readonly home: FoundHome;
  readonly repository: Repository | undefined;
  /** What git says of the worktree; it was asked before. */
  readonly worktree: Promise<WorktreeState>;
  readonly attempt: Attempt;
  /** Which commits are ours, where any can be. */
  readonly isOurs: IsOurs | undefined;
  /** How many commits to list. */
  readonly most: number;
}

export interface ProjectRead {
  /** Without its tree, which the log tells. */
  readonly standing: ProjectFacts;
  readonly logged: Promise<readonly LoggedCommit[]>;
  readonly tree: Promise<string | null>;
}

/** The worktree; the log is asked for, and not waited for. */
export async function projectFacts(sources: ProjectSources): Promise<ProjectRead> {
  const { world, home, repository, attempt, isOurs, most } = sources;
  const none = { logged: Promise.resolve([]), tree: Promise.resolve(null) };
  if (repository === undefined) return { standing: nothing, ...none };
  const standing = await attempt(
    'the project',
    async () => worktreeOf(world, home, repository, await sources.worktree),
    nothing,
  );
  const { head } = standing;
  if (head === null) return { standing, ...none };
  const logged = attempt('the commits', () => world.git.commits(repository, head, most, isOurs), []);
  // Where HEAD is one of ours, git is asked; else the log has told its tree already.
  const treeOf = async (): Promise<string | undefined> =>
    (await logged).find(({ id }) => id === head)?.tree ?? world.git.tree(repository, head);
  const tree = attempt('the project', treeOf, undefined).then((found) => found ?? null);
  return { standing, logged, tree };
}

function worktreeOf(
  world: World,
  home: FoundHome,
  repository: Repository,
  { head, files, more }: WorktreeState,
): ProjectFacts {
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

/** What landed since the last dream, and when the commit before all that was made; '' where nobody knows. */
export interface Landed {
  /** Newest first: of many commits more than are told. */
  readonly landed: readonly LoggedCommit[];
  readonly lastBefore: string;
}

export async function allLanded(
  { world, repository, isOurs }: Pick<ProjectSources, 'world' | 'repository' | 'isOurs'>,
  head: string | null,
  told: readonly (LoggedCommit & { readonly isNew: boolean })[],
  count: number,
): Promise<Landed> {
  const lastTold = told.find(({ isNew }) => !isNew)?.time ?? '';
  // With fewer than are told, the one before them is among those.
  if (repository === undefined || head === null || count < told.length || count === 0)
    return { landed: told.filter(({ isNew }) => isNew), lastBefore: lastTold };
  const most = Math.min(count, mostLanded);
  const logged = await world.git.commits(repository, head, most + 1, isOurs);
  return { landed: logged.slice(0, most), lastBefore: logged[most]?.time ?? lastTold };
}
