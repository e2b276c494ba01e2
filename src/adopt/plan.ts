// Which shape a home takes, decided from facts alone; and everything that would be done about it, before anything is.

import { join, relative, sep } from 'node:path';
import { boardPath } from '../board/board.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { privateLines } from '../steps/steps.ts';
import { printSafe } from '../text/text.ts';
import type { FolderLook, FoundHome, GitPlace } from '../world/world.ts';
import { type Claim, sharedNames } from './claim.ts';
import { asPattern, type ExcludeLine } from './exclude-file.ts';

export interface HomeRequest {
  readonly cwd: string;
  /** Home and project in one repository, here. */
  readonly here: boolean;
  /** A folder named by the owner. */
  readonly home: string | undefined;
}

/** What is known before choosing. */
export interface Facts {
  readonly here: FolderLook;
  /** The root of the main worktree around, if there is one. */
  readonly root: FolderLook | undefined;
  /** Where a home would lie: `.dream` below that root, or the folder the owner named. */
  readonly target: FolderLook | undefined;
  /** Whether the folder that would be home and project in one (the one that is named, or that root) can be ours. */
  readonly claim: Claim;
  readonly found: FoundHome | undefined;
}

export interface HomePlan {
  readonly shape: FoundHome['shape'];
  readonly home: string;
  readonly why: string;
  readonly makeFolder: boolean;
  readonly makeRepository: boolean;
  /** A line for a repository's `info/exclude`, which is never committed. */
  readonly exclude: readonly ExcludeLine[];
  /** The repository that has to know where its home is, if that cannot be seen from where it lies. */
  readonly link: GitPlace | undefined;
}

/** Where it would write. */
export function placesOf({ home, exclude, link }: HomePlan): string[] {
  return [home, ...exclude.map(({ commonDir }) => commonDir), ...(link === undefined ? [] : [link.commonDir])];
}

/** Chooses, or says why no choice is possible. */
export function planHome(request: HomeRequest, facts: Facts): HomePlan {
  const { here, root, target, found, claim } = facts;
  if (request.home !== undefined) return planNamed(request, facts);
  if (found !== undefined && !(request.here && found.home !== here.path)) return existing(found);
  if (found !== undefined) throw insideHome(found);
  const isBeside = here.around?.mainWorktree !== undefined && !request.here;
  if (here.around !== undefined && here.around.worktree === undefined && !isBeside) throw bare(here.path);

  if (request.here) {
    if (here.around !== undefined && here.place === undefined) {
      throw new DreamkeeperError(
        'E_USAGE',
        `${printSafe(here.path)} is inside the repository ${printSafe(here.around.worktree ?? '')}`,
        {
          hint: 'A home is a whole repository. Run `dk init --here` at its root, or `dk init` for a home of its own inside it.',
        },
      );
    }
    return planOne(here, 'you asked for it here');
  }
  if (root !== undefined && claim === 'manifest')
    return planOne(root, 'rem/manifest.json here is ours, so this repository is the home');
  if (root !== undefined && claim === 'start') return planOne(root, 'an init was cut off here, and is finished');
  // A bare repository with worktrees: whatever lies beside it, all of them share one home there.
  if (root !== undefined && here.around !== undefined && root.place?.worktree === undefined)
    return {
      ...planNested(root, target, here.around.commonDir),
      why: 'the repository is bare, so the home of all its worktrees is beside it, and your own git never sees it',
    };
  if (root === undefined && here.around !== undefined) throw noMainWorktree(here.around);
  if (root === undefined && here.entries.length > 0) {
    throw new DreamkeeperError(
      'E_NOT_A_REPOSITORY',
      `${printSafe(here.path)} has files but is not in a git repository`,
      {
        hint: 'Run `git init` first for a home beside your work, or `dk init --here` to make this folder the home itself.',
      },
    );
  }
  if (root === undefined || claim === 'empty')
    return planOne(root ?? here, 'the folder is empty, so home and project can be one repository');
  return planNested(root, target, root.place?.commonDir ?? join(root.path, '.git'));
}

function planNested(root: FolderLook, target: FolderLook | undefined, commonDir: string): HomePlan {
  const home = join(root.path, '.dream');
  const isOurs = target === undefined || target.kind === 'absent' || isUnfinished(target);
  if (!isOurs) {
    throw new DreamkeeperError('E_NOT_OURS', `${printSafe(home)} is there already, and it is not a home`, {
      hint: 'Move it away, or choose another place with `dk init --home <folder>`. Nothing was changed.',
    });
  }
  // Whoever has such a file may have meant the other shape.
  const own = sharedNames.filter((name) => root.entries.includes(name)).join(' and ');
  const passedOver =
    own === '' ? '' : `; your own ${own} stays yours (\`dk init --here\` would make this repository the home)`;
  return {
    shape: 'nested',
    home,
    why: `this repository has work of its own, so the home is a repository beside it that your own git never sees${passedOver}`,
    makeFolder: target?.kind !== 'folder',
    makeRepository: target?.place === undefined,
    exclude: [{ commonDir, line: '/.dream/' }, ...hiding(join(home, '.git'))],
    link: undefined,
  };
}

function planOne(folder: FolderLook, why: string): HomePlan {
  if (folder.kind === 'other') throw notAFolder(folder.path);
  const commonDir = folder.place?.commonDir ?? join(folder.path, '.git');
  return {
    shape: 'one',
    home: folder.path,
    why,
    makeFolder: folder.kind === 'absent',
    makeRepository: folder.place === undefined,
    exclude: hiding(commonDir),
    link: undefined,
  };
}

/** `--home`: anywhere. A repository around the caller is told where its home went. */
function planNamed(request: HomeRequest, { here, target, found, claim }: Facts): HomePlan {
  if (target === undefined || target.kind === 'other') throw notAFolder(target?.path ?? request.home ?? '');
  const isHome = target.entries.includes('dreamkeeper.yaml') && target.place !== undefined;
  if (!isHome && claim === undefined) {
    throw new DreamkeeperError('E_NOT_OURS', `${printSafe(target.path)} has other files or commits in it`, {
      hint: 'Name an empty or a new folder. Or run `dk init --here` in that folder to make it the home. Nothing was changed.',
    });
  }
  if (found !== undefined && found.home !== target.path) throw insideHome(found);
  const outer = target.place === undefined ? target.around : undefined;
  if (outer !== undefined && outer.worktree === undefined) throw bare(target.path);
  const below = outer?.worktree === undefined ? undefined : relative(outer.worktree, target.path).split(sep).join('/');
  const one = planOne(target, 'you named this folder');
  const project = here.around?.worktree === undefined || here.around.worktree === target.path ? undefined : here.around;
  return {
    ...one,
    shape: project === undefined ? 'one' : 'elsewhere',
    exclude: [
      ...(outer === undefined || below === undefined
        ? []
        : [{ commonDir: outer.commonDir, line: `/${asPattern(below)}/` }]),
      ...one.exclude,
    ],
    link: project,
  };
}

/** What is private in a home, hidden from the repository it is. */
function hiding(commonDir: string): HomePlan['exclude'] {
  return privateLines.map((line) => ({ commonDir, line }));
}

/** A home that is there already: nothing to make, only what may be missing around it. */
function existing(found: FoundHome): HomePlan {
  const nested = found.shape === 'nested' ? [{ commonDir: found.project.commonDir, line: '/.dream/' }] : [];
  return {
    shape: found.shape,
    home: found.home,
    why: 'it is here already',
    makeFolder: false,
    makeRepository: false,
    exclude: [...nested, ...hiding(found.repository.commonDir)],
    link: undefined,
  };
}

/** What an init that was interrupted leaves behind: nothing but our own two files, perhaps a repository. */
function isUnfinished(look: FolderLook): boolean {
  return look.kind === 'folder' && look.entries.every((name) => name === boardPath || name === 'dreamkeeper.yaml');
}

function insideHome(found: FoundHome): DreamkeeperError {
  return new DreamkeeperError('E_HOME_INSIDE_HOME', `there is a home already, at ${printSafe(found.home)}`, {
    hint: 'One project has one home. Use it, or move it away first. Nothing was changed.',
  });
}

function bare(path: string): DreamkeeperError {
  return new DreamkeeperError('E_BARE_REPOSITORY', `${printSafe(path)} is a bare repository`, {
    hint: 'Run `dk init` in a worktree of it, with `--home <folder>` to say where to put the home.',
  });
}

function noMainWorktree(place: GitPlace): DreamkeeperError {
  return new DreamkeeperError(
    'E_BARE_REPOSITORY',
    `the main repository of this worktree, ${printSafe(place.commonDir)}, has no files of its own`,
    { hint: 'Say where to put the home: `dk init --home <folder>`.' },
  );
}

function notAFolder(path: string): DreamkeeperError {
  return new DreamkeeperError('E_NO_FOLDER', `${printSafe(path)} is not a folder`, {
    hint: 'Name a new or an empty folder. Nothing was changed.',
  });
}
