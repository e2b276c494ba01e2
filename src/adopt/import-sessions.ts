// Sessions that were held before we came: their calls become steps, so that the first night has something to dream about.
import type { HomeSettings } from '../config/config.ts';
import { isIntent } from '../steps/steps.ts';
import type { FoundHome, Place, World } from '../world/world.ts';

export interface Imported {
  readonly sessions: number;
  readonly steps: number;
}

/** What is older was lived with since. */
const howFarBack = 14 * 24 * 60 * 60 * 1000;
const mostSessions = 5;
const mostSteps = 2000;

/** What could be taken over: the newest sessions of this project, as their harness kept them. */
export function keptSessions({ world, home }: Place): ReturnType<World['harnesses']['newest']> {
  const since = new Date(world.now().getTime() - howFarBack);
  return world.harnesses.newest(home.project.worktree ?? home.home, since, mostSessions);
}

/**
 * Writes them into the record of the day, oldest first. Only into an empty one: what was recorded live is younger and truer, and a session
 * must not be told twice.
 */
export async function importSessions(world: World, home: FoundHome, settings: HomeSettings): Promise<Imported> {
  const day = await world.lines.day(home);
  if (day.newest(4096) !== '' || day.left.length > 0 || day.problem !== undefined) return { sessions: 0, steps: 0 };
  const sessions = keptSessions({ world, home });
  const { worktree: here, mainWorktree } = home.project;
  const worktree = here === mainWorktree ? null : (here ?? null);
  const keepsIntents = settings.record?.prompts !== false;
  const records = sessions
    .flatMap(({ session, steps }) => steps.map((step) => ({ ...step, session })))
    .filter(({ report, time }) => time !== null && (keepsIntents || !isIntent(report)))
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
    .slice(-mostSteps);
  for (const [seq, { report, time, session }] of records.entries()) {
    const at = new Date(time ?? 0);
    const context = { run: session, agent: null, seq, head: null, branch: null, worktree };
    const now = world.now();
    // A clock that was ahead must not make what comes after it old.
    world.lines.step(home, report, { ...context, time: at > now ? now : at });
  }
  return { sessions: new Set(records.map(({ session }) => session)).size, steps: records.length };
}
