// Which files and branches that memory names are gone from the project: files that a commit once had, and neither the last commit nor the disk has now; branches that were merged.
import { join } from 'node:path';
import { unlessBug } from '../errors/errors.ts';
import type { AgentHome } from '../world/world.ts';
import { branchesNamed, type Gone, pathsNamed } from './by-rules.ts';
import type { Held } from './held.ts';

/** More are not looked for in one night. */
const mostNames = 60;
const mostCommits = 200;

/** With the day since when. If the project cannot be asked, nothing is gone. */
export async function goneAmong({ world, home }: AgentHome, held: readonly Held[]): Promise<Gone> {
  const ours = held.filter(({ isOurs }) => isOurs);
  const paths = [...new Set(ours.flatMap(({ raw }) => pathsNamed(raw)))].slice(0, mostNames);
  const branches = [...new Set(ours.flatMap(({ raw }) => branchesNamed(raw)))].slice(0, mostNames);
  const { worktree } = home.project;
  const none: Gone = { paths: new Map(), branches: new Map() };
  if (paths.length + branches.length === 0 || worktree === undefined) return none;
  const ask = async (): Promise<Gone> => {
    const repository = await world.git.open(home.project, home.privateDir);
    const { commit } = await repository.head();
    if (commit === undefined) return none;
    const merged =
      branches.length === 0
        ? new Map<string, string>()
        : await world.git.goneBranches(repository, commit, branches, mostCommits);
    const days = new Map([...merged].map(([name, time]) => [name, time.slice(0, 10)]));
    return { paths: await pathsGone(commit, repository), branches: days };
  };
  const pathsGone = async (
    commit: string,
    repository: Awaited<ReturnType<typeof world.git.open>>,
  ): Promise<ReadonlyMap<string, string>> => {
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
  return ask().catch(unlessBug(() => none));
}
