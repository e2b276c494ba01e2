// A git in memory, for simulated days and nights by the hundred: the names git gives, and no process. It keeps to `repo/git-contract.ts`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import * as homes from '../../src/home/home.ts';
import { mergeTexts, openRepository, safeObject } from '../../src/repo/repo.ts';
import * as telemetry from '../../src/telemetry/telemetry.ts';
import { dayRecord } from '../../src/wire/day-record.ts';
import type { Repository, World } from '../../src/world/world.ts';
import type { PersonsGit } from '../persons-git.ts';
import { memoryCommit } from './commit.ts';
import { countsOf } from './line-counts.ts';
import { memoryLog } from './log.ts';
import { memoryObjects } from './objects.ts';
import { memoryPerson } from './person.ts';
import { memoryPlaces } from './places.ts';
import { refused } from './refused.ts';
import { entriesAt, memoryTrees, trackedBy } from './trees.ts';
import { memoryWorktree, touchedAt, youngest } from './worktree.ts';

export interface MemoryGit {
  readonly git: World['git'];
  /** A world whose git this is, also where the record of the day asks what is tracked. */
  world(real: World): World;
  /** What a person does in a folder. */
  person(folder: string, env: Readonly<Record<string, string>>): PersonsGit;
}

/** What a handle reads off small files is read by the real one. To join texts is real git's, too: it asks nothing of a repository. */
const program = { path: 'git', searchPath: process.env.PATH ?? '' };

export function memoryGit(): MemoryGit {
  const objects = memoryObjects();
  const places = memoryPlaces(objects);
  const worktree = memoryWorktree();
  const real = new WeakMap<Repository, Repository>();
  const open: World['git']['open'] = async (place, scratch) => {
    const handle = await openRepository(program, place, scratch);
    const kept = places.of(place);
    const repository: Repository = {
      ...handle,
      head: async () => kept.head(),
      tip: async (ref) => kept.tip(ref),
      entries: async (commit, paths) => entriesAt(objects, kept, commit, paths),
      readBlob: async (blob) => {
        const content = objects.blob(safeObject(blob));
        if (content === undefined) throw new DreamkeeperError('E_GIT', `git could not read ${blob}`, { hint: '' });
        return content;
      },
      throughLens: async ([command = '']) => refused(`run ${command}`),
      inside: async ([command = '']) => refused(`run ${command}`),
    };
    real.set(repository, handle);
    return repository;
  };
  const git: World['git'] = {
    ...{ ...memoryCommit(objects, places), ...memoryLog(objects, places), ...memoryTrees(objects, places) },
    require: async () => undefined,
    create: async (folder) => places.create(folder),
    open,
    // Nobody is killed here in the middle of a commit.
    reclaim: () => undefined,
    merge: async (repository, sides) => mergeTexts(real.get(repository) ?? refused('know this handle'), sides),
    changed: async ({ place }) => {
      const kept = places.of(place);
      return { head: kept.head(), files: worktree.changed(kept), more: 0 };
    },
    lineCounts: async ({ place }, head, files) => countsOf(objects, places.of(place), head, files),
    lastWritten: async ({ place }, isWanted) => youngest(place.worktree ?? '', places.of(place).index, isWanted),
    writtenAt: touchedAt,
    // It keeps no log of HEAD; a git may not.
    headMoves: () => [],
    ownNames: () => new Set(),
    goneBranches: async () => new Map(),
    stashes: async () => [],
    // No night that was not worked through has any; whoever works is lived on real git.
    prune: async ({ place }, { below }) => {
      const refs = join(place.gitDir, below);
      return existsSync(refs) && readdirSync(refs).length > 0 ? refused('drop snapshots') : [];
    },
    snapshot: async () => refused('keep snapshots'),
    blame: async () => refused('blame lines'),
    patch: async () => refused('print patches'),
  };
  const repo = {
    openRepository: (_: unknown, ...asked: Parameters<typeof open>) => open(...asked),
    trackedIn: trackedBy(places),
  };
  return {
    git,
    person: (folder, env) => memoryPerson({ objects, places, worktree }, folder, env),
    world: (world) => ({
      ...world,
      git,
      lines: { ...world.lines, day: (home) => dayRecord({ homes, telemetry, program, repo }, home) },
    }),
  };
}
