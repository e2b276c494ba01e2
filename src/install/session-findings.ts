// What a doctor says about the sessions of a harness: that none of them ever ends, or that one was held, here or in another worktree, and nothing of it was heard.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Finding, type HarnessFinding, harnessFinding } from '../doctor/doctor.ts';
import { openRuns } from '../keeper/keeper.ts';
import { parseSteps, type RunLine } from '../steps/steps.ts';
import type { FoundHome, OffPeriod } from '../world/world.ts';
import { installedAt, type SettingsPlace } from './installed.ts';
import type { Site } from './site.ts';

/** Fewer may have been killed, each for a reason of its own. */
const enough = 3;
/** How much of the record is looked at for the names of sessions. */
const mostOfRecord = 4 * 1024 * 1024;

export async function lookAtSessions(
  site: Site,
  home: FoundHome,
  ours: readonly SettingsPlace[],
  lines: readonly RunLine[],
): Promise<Finding[]> {
  if (site.world.places.off(home) !== undefined) return [];
  return [...checkEnds(site, ours, lines), ...(await checkHeard(site, home, ours, lines))];
}

function say({ setup }: Site, what: HarnessFinding, message: string, hint: string): Finding[] {
  return [harnessFinding(setup.name, what, message, hint)];
}

/** Whether sessions that are over said so. */
function checkEnds(site: Site, ours: readonly SettingsPlace[], all: readonly RunLine[]): Finding[] {
  const { world, setup } = site;
  const lines = all.filter(({ from, event, run }) => from === setup.name && event !== 'probe' && run !== '');
  const now = world.now().toISOString();
  const { holdsSeveral } = world.harnesses;
  const open = openRuns({ lines, steps: [], now, self: undefined, isAlive: world.isAlive, holdsSeveral });
  const live = new Set(open.filter(({ state }) => state !== 'gone').map(({ run }) => run));
  const over = [...new Set(lines.map(({ run }) => run).toReversed())].filter((run) => !live.has(run)).slice(0, enough);
  const isUnended = (run: string): boolean => open.some((each) => each.run === run);
  if (over.length < enough || !over.every(isUnended)) return [];
  const isOld = ours.some(({ entries }) => entries.some(({ isOutdated }) => isOutdated === true));
  const message = `The last ${enough} sessions of ${setup.title} never reported their end. So Dreamkeeper did not sleep when they were over, and the next session read that they "ended without a word".`;
  const hint = isOld
    ? `Perhaps that is because the hooks are from an earlier version: \`dk install ${setup.name}\` updates them.`
    : `If they were not killed, update ${setup.title}: the docs list the versions that we tried. Nothing is lost: Dreamkeeper sleeps at the next start instead. This finding goes away when a session reports its end.`;
  return say(site, 'unended', message, hint);
}

/** Whether the newest session that the harness kept of this folder, and of each other worktree, since we were installed was heard of. */
async function checkHeard(
  site: Site,
  home: FoundHome,
  ours: readonly SettingsPlace[],
  lines: readonly RunLine[],
): Promise<Finding[]> {
  const { world } = site;
  const since = installedAt(site, home, ours);
  if (since === undefined) return [];
  const here = home.project.worktree ?? home.home;
  const { records } = parseSteps((await world.lines.day(home)).newest(mostOfRecord));
  const heard = new Set([...lines, ...records].map(({ run }) => run));
  const off = world.places.wasOff(home);
  const isUser = ours.some(({ scope }) => scope === 'user');
  // Hooks of the person are loaded everywhere: elsewhere nothing is to be said of them that is not said here.
  const others = isUser ? [] : worktreesOf(home).filter((folder) => folder !== here);
  const isLinked = (folder: string): boolean => folder !== (home.project.mainWorktree ?? here);
  return [here, ...others].flatMap((folder) =>
    unheardIn(site, { here: folder, since, heard, off, isLinked: isLinked(folder) }),
  );
}

interface Looking {
  readonly here: string;
  readonly since: Date;
  readonly heard: ReadonlySet<string | null>;
  /** When nothing was to be heard. */
  readonly off: readonly OffPeriod[];
  readonly isLinked: boolean;
}

function unheardIn(site: Site, { here, since, heard, off, isLinked }: Looking): Finding[] {
  const { world, setup } = site;
  const wasOff = (time: string): boolean => {
    const at = new Date(time).toISOString();
    return off.some((period) => at >= period.since && at <= period.until);
  };
  const kept = world.harnesses.newest(here, since, 5).filter(({ from }) => from === setup.name);
  const begun = kept.flatMap(({ session, steps }) => {
    const [first] = steps.flatMap(({ time }) => time ?? []).toSorted();
    return first !== undefined && Date.parse(first) > since.getTime() && !wasOff(first) ? [{ session, first }] : [];
  });
  const newest = begun.toSorted((one, other) => (one.first < other.first ? -1 : 1)).at(-1);
  if (newest === undefined || heard.has(newest.session)) return [];
  const message = `${setup.title} had a session in ${here} on ${newest.first.slice(0, 16).replace('T', ' ')} UTC, and none of its hooks arrived.`;
  const elsewhere = `\`dk uninstall ${setup.name}\` and \`dk install ${setup.name} --user\`: it loads hooks in your own settings in every worktree.`;
  const hint =
    isLinked && setup.worktreesFrom !== undefined
      ? setup.worktreesFrom === 'never'
        ? `${setup.title} loads no hooks of the main worktree in another one. Run ${elsewhere}`
        : `${setup.title} before ${setup.worktreesFrom} loads no hooks in another worktree. Update it, or run ${elsewhere}`
      : `${setup.afterwards === undefined ? '' : `${setup.afterwards} `}If Dreamkeeper was off everywhere then, all is well. Otherwise see whether ${setup.title} says there that hooks are off, or that it does not trust the folder. This finding goes away when a hook arrives.`;
  return say(site, 'unheard', message, hint);
}

/** So many worktrees are looked at. */
const mostWorktrees = 50;

/** The main worktree and those that git knows beside it. */
function worktreesOf({ project }: FoundHome): string[] {
  const folder = join(project.commonDir, 'worktrees');
  const linked = namesIn(folder).flatMap((name) => {
    try {
      return [dirname(readFileSync(join(folder, name, 'gitdir'), 'utf8').trim())];
    } catch {
      // Half made or half gone: git says so, and no session was held there.
      return [];
    }
  });
  return [...(project.mainWorktree === undefined ? [] : [project.mainWorktree]), ...linked];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, mostWorktrees);
  } catch {
    // There is none beside the main one.
    return [];
  }
}
