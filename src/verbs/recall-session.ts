// In which session somebody asks: as the harness's environment tells, or the run at work there.
import { join } from 'node:path';
import { parseRunLines } from '../steps/steps.ts';
import { harnesses, type OpenHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

/** Null if nobody knows, or if several are at work here and it could be any of them. */
export async function sessionAt(
  { env, harnesses: known = harnesses }: Standpoint,
  { world, home }: Pick<OpenHome, 'world' | 'home'>,
): Promise<string | null> {
  for (const load of Object.values(known)) {
    const told = (await load()).session(env);
    if (told !== undefined) return told.slice(0, longest);
  }
  if (env.DREAMKEEPER_RUN) return env.DREAMKEEPER_RUN.slice(0, longest);
  const lines = parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl'), mostBytes));
  if (lines.length === 0) return null;
  // Only for whoever asks outside of a session that says so: most do not, and need not load it.
  const { openRuns } = await import('../keeper/keeper.ts');
  const { isAlive, harnesses } = world;
  const { holdsSeveral } = harnesses;
  const sources = { lines, steps: [], now: world.now().toISOString(), self: undefined, isAlive, holdsSeveral };
  const here = openRuns(sources).filter(({ state, worktree }) => state !== 'gone' && isHere(worktree));
  const atWork = here.filter(({ state }) => state === 'at work');
  const [only, ...others] = atWork.length > 0 ? atWork : here;
  return only === undefined || others.length > 0 ? null : only.run;

  /** The main worktree is not named. */
  function isHere(worktree: string | null): boolean {
    return (worktree ?? home.project.mainWorktree ?? null) === (home.project.worktree ?? null);
  }
}

const longest = 200;
const mostBytes = 256 * 1024;
