// Where agents of other programs usually keep what they know, for this project and for this person.
import { dirname, join } from 'node:path';
import type { AgentHome } from '../world/world.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Folders, whether they are there or not: of this project first. */
export function usualPlaces({ world, home }: Pick<AgentHome, 'world' | 'home'>, env: Env): string[] {
  const { worktree, mainWorktree } = home.project;
  const projects = [worktree, mainWorktree].filter((each) => each !== undefined);
  const kept = projects.flatMap((project) =>
    world.harnesses.notes(project).flatMap(({ path, by }) => (by === 'agent' ? [dirname(path)] : [])),
  );
  const person = env.HOME;
  const own = person === undefined || person === '' ? [] : ownFolders(person, env);
  return [...new Set([...projects, ...kept, ...own])];
}

/** As the pages of these programs name them. */
function ownFolders(person: string, env: Env): string[] {
  return [
    join(env.CODEX_HOME || join(person, '.codex'), 'memories'),
    env.OPENCLAW_WORKSPACE_DIR || join(person, '.openclaw', 'workspace'),
    join(person, '.nanobot', 'workspace'),
    join(person, '.ethos'),
  ];
}
