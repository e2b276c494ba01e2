// Which files that memory names are gone from the project: those that a commit once had, and neither the last commit nor the disk has now.
import { join } from 'node:path';
import { unlessBug } from '../errors/errors.ts';
import type { AgentHome } from '../world/world.ts';
import { type GonePaths, pathsNamed } from './by-rules.ts';
import type { Held } from './held.ts';

/** More are not looked for in one night. */
const mostPaths = 60;
const mostCommits = 200;

/** With the day since when. If the project cannot be asked, nothing is gone. */
export async function gonePaths({ world, home }: AgentHome, held: readonly Held[]): Promise<GonePaths> {
  const ours = held.filter(({ isOurs }) => isOurs);
  const paths = [...new Set(ours.flatMap(({ raw }) => pathsNamed(raw)))].slice(0, mostPaths);
  const { worktree } = home.project;
  if (paths.length === 0 || worktree === undefined) return new Map();
  const ask = async (): Promise<GonePaths> => {
    const repository = await world.git.open(home.project, home.privateDir);
    const { commit } = await repository.head();
    if (commit === undefined) return new Map();
    const blobs = await world.git.blobsThen(
      repository,
      paths.map((path) => ({ commit, path })),
    );
    const missing = paths.filter(
      (path, at) => blobs[at] === undefined && world.disk.at(join(worktree, path)) === undefined,
    );
    if (missing.length === 0) return new Map();
    const versions = await world.git.earlier(repository, commit, missing, mostCommits);
    const since = new Map<string, string>();
    for (const { path, until } of versions) if (!since.has(path)) since.set(path, until.slice(0, 10));
    return since;
  };
  return ask().catch(unlessBug((): GonePaths => new Map()));
}
