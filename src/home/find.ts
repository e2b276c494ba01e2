// Finding the home that belongs to where somebody stands.
import { basename, dirname, join, resolve } from 'node:path';
import { DreamkeeperError, ifPossible } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { bareIn, findGitPlace, type GitPlace, kindOf, placeAt, smallText, upwards } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { lstatSync, realpathSync } = process.getBuiltinModule('node:fs');

/** The names of what lies in a home; docs/home-format.md tells what each is. */
export const names = {
  settings: 'dreamkeeper.yaml',
  steps: '_steps.jsonl',
  /** In the private folder. */
  runs: 'runs.jsonl',
  nested: '.dream',
} as const;

export interface FoundHome {
  readonly home: string;
  /** `nested`: `.dream/` in a project. `one`: home and project are one repository. `elsewhere`: linked from a project, or named. */
  readonly shape: 'nested' | 'one' | 'elsewhere';
  /** The home's own repository. */
  readonly repository: GitPlace;
  /** The repository the agent works in, as seen from where we stand; the home's own if that is the same. */
  readonly project: GitPlace;
  /** Private state, in the git folder, where nothing can stage it. */
  readonly privateDir: string;
}

/** What finding asks of its surroundings. */
export interface Standpoint {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says something beside the result; without it, on standard error. */
  complain?(message: string): void;
}

/** A file in a repository's git folder that says where its home lies; a clone can never bring one along. */
export function linkFile(place: GitPlace): string {
  return join(place.commonDir, 'dreamkeeper', 'home');
}

/** Finds it, or gives undefined. A named home that is not one is an error: silence would send memory elsewhere. */
export function findHome({ cwd, env }: Standpoint): FoundHome | undefined {
  const named = env.DREAMKEEPER_HOME;
  if (named !== undefined && named !== '') {
    const found = homeAt(resolve(cwd, named), cwd);
    if (found !== undefined) return found;
    throw new DreamkeeperError('E_NO_HOME', `DREAMKEEPER_HOME is ${printSafe(named)}, but there is no home there`, {
      hint: `Run \`dk init --home ${printSafe(named)}\`, or unset DREAMKEEPER_HOME.`,
    });
  }
  // A repository inside another is a project of its own: the home beside the outer one is not its home.
  let isOutside = false;
  for (const here of upwards(real(cwd))) {
    const found = homeAt(here, cwd) ?? (isOutside ? undefined : homeBeside(here, cwd));
    if (found !== undefined) return found;
    const place = placeAt(here);
    isOutside ||= (place?.worktree ?? place?.mainWorktree) !== undefined;
  }
  return undefined;
}

/** The worktree of the project it was found from, if that is not the main one. */
export function linkedWorktree({ project: { worktree, mainWorktree } }: FoundHome): string | null {
  return worktree === undefined || worktree === mainWorktree ? null : worktree;
}

/** As `findHome`, for callers who cannot go on without one. */
export function requireHome(standpoint: Standpoint): FoundHome {
  const found = findHome(standpoint);
  if (found !== undefined) return found;
  throw new DreamkeeperError('E_NO_HOME', `no home was found from ${printSafe(standpoint.cwd)} upwards`, {
    hint: 'Run `dk init` in your project to make one. `dk install` with the name of your coding agent makes one, too, and records its sessions. Or name a home with DREAMKEEPER_HOME.',
  });
}

/**
 * Refuses a home of a later version, without reading all of its settings: whoever records a step has no time for that.
 *
 * Whatever else is wrong with the settings is told by the verbs that use them.
 */
export function refuseNewerFormat({ home }: FoundHome): void {
  const format = /^format:[ \t]*(\d+)/mu.exec(smallText(join(home, names.settings)) ?? '')?.[1];
  if (format === undefined || Number(format) <= 1) return;
  throw new DreamkeeperError(
    'E_FORMAT_NEWER',
    `${printSafe(home)} has format ${format}, which is newer than this program`,
    { hint: 'Update dreamkeeper; an older one must not write to this home.' },
  );
}

/** The home of the repository whose worktree root is here: `.dream` in its main worktree, or where its link says. */
function homeBeside(here: string, cwd: string): FoundHome | undefined {
  const place = placeAt(here);
  if (place === undefined) return undefined;
  const nested = place.mainWorktree === undefined ? undefined : join(place.mainWorktree, names.nested);
  // A link of that name can come with a clone, and would lead to somebody else's memory.
  const found = nested === undefined || isLink(nested) ? undefined : homeAt(nested, cwd);
  if (found !== undefined) return found;
  // Without a worktree it may be a bare repository that lies, as plain files, in somebody's clone: its link is not to be trusted.
  if (place.worktree === undefined) return undefined;
  const link = smallText(linkFile(place))?.replace(/\r?\n$/u, '');
  if (link === undefined || link === '') return undefined;
  const linked = homeAt(link, cwd);
  if (linked !== undefined) return linked;
  throw new DreamkeeperError('E_NO_HOME', `this project's home should be at ${printSafe(link)}, but it is not there`, {
    hint: `Bring it back, or make another with \`dk init --home <folder>\`; the note is in ${printSafe(linkFile(place))}.`,
  });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * The home that is exactly here: settings, at the root of a repository. A `.dream` folder that merely came with a clone has no `.git` in
 * it (git never lets one in), so it is not a home.
 */
function homeAt(here: string, cwd: string): FoundHome | undefined {
  if (kindOf(join(here, names.settings)) !== 'file') return undefined;
  const home = real(here);
  const repository = placeAt(home);
  if (repository?.worktree !== home) return undefined;
  const project = workedIn(cwd, home);
  const around = basename(home) === names.nested ? repositoryAround(dirname(home)) : undefined;
  if (around !== undefined) return found(home, 'nested', repository, project ?? around);
  return project === undefined || project.commonDir === repository.commonDir
    ? found(home, 'one', repository, repository)
    : found(home, 'elsewhere', repository, project);
}

/** The repository whose home lies in this folder; its own before one that is further out. */
function repositoryAround(folder: string): GitPlace | undefined {
  return placeAt(folder) ?? bareIn(folder) ?? findGitPlace(folder);
}

function found(home: string, shape: FoundHome['shape'], repository: GitPlace, project: GitPlace): FoundHome {
  return { home, shape, repository, project, privateDir: join(repository.commonDir, 'dreamkeeper') };
}

/** The repository around the current folder, if that is not inside the home. */
function workedIn(cwd: string, home: string): GitPlace | undefined {
  const place = findGitPlace(real(cwd));
  return place?.worktree === undefined || place.worktree === home ? undefined : place;
}

function real(path: string): string {
  // Not there (yet): the path as given is the best name for it.
  return ifPossible(() => realpathSync.native(path)) ?? resolve(path);
}
