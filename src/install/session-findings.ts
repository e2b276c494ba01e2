// What a doctor says about the sessions of a harness: that none of them ever ends, or that one was held and nothing of it was heard.
import { type Finding, type HarnessFinding, harnessFinding } from '../doctor/doctor.ts';
import { openRuns } from '../keeper/keeper.ts';
import { parseSteps, type RunLine } from '../steps/steps.ts';
import type { FoundHome } from '../world/world.ts';
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
  const open = openRuns({ lines, steps: [], now, self: undefined, isAlive: world.isAlive });
  const live = new Set(open.filter(({ state }) => state !== 'gone').map(({ run }) => run));
  const over = [...new Set(lines.map(({ run }) => run).toReversed())].filter((run) => !live.has(run)).slice(0, enough);
  const isUnended = (run: string): boolean => open.some((each) => each.run === run);
  if (over.length < enough || !over.every(isUnended)) return [];
  const isOld = ours.some(({ entries }) => entries.some(({ isOutdated }) => isOutdated === true));
  const message = `The last ${enough} sessions of ${setup.title} never said that they ended. So no night came when they were over, and the next one read that they "ended without a word".`;
  const hint = isOld
    ? `The hooks of an earlier version can be why: \`dk install ${setup.name}\` upgrades them.`
    : `If they were not killed, update ${setup.title}: the docs have the versions that were tried. Nothing is lost: a night comes at the next start instead. This goes when a session ends.`;
  return say(site, 'unended', message, hint);
}

/** Whether the newest session that the harness kept of this folder since we were installed was heard of. */
async function checkHeard(
  site: Site,
  home: FoundHome,
  ours: readonly SettingsPlace[],
  lines: readonly RunLine[],
): Promise<Finding[]> {
  const { world, setup } = site;
  const since = installedAt(site, home, ours);
  if (since === undefined) return [];
  const here = home.project.worktree ?? home.home;
  const kept = world.harnesses.newest(here, since, 5).filter(({ from }) => from === setup.name);
  const begun = kept.flatMap(({ session, steps }) => {
    const [first] = steps.flatMap(({ time }) => time ?? []).toSorted();
    return first !== undefined && Date.parse(first) > since.getTime() ? [{ session, first }] : [];
  });
  const newest = begun.toSorted((one, other) => (one.first < other.first ? -1 : 1)).at(-1);
  if (newest === undefined) return [];
  const { records } = parseSteps((await world.lines.day(home)).newest(mostOfRecord));
  const isHeard = [...lines, ...records].some(({ run }) => run === newest.session);
  if (isHeard) return [];
  const isLinked = home.project.mainWorktree !== undefined && home.project.mainWorktree !== here;
  const message = `${setup.title} held a session in ${here} on ${newest.first.slice(0, 16).replace('T', ' ')} UTC, and none of its hooks arrived.`;
  const hint =
    isLinked && setup.worktreesFrom !== undefined
      ? `${setup.title} before ${setup.worktreesFrom} loads no hooks in a worktree like this one. Update it, or run \`dk uninstall ${setup.name}\` and \`dk install ${setup.name} --user\`: those it loads everywhere.`
      : `If Dreamkeeper was off then, all is well. Else look whether ${setup.title} says there that hooks are off, or that it does not trust the folder. This goes when a session is heard of.`;
  return say(site, 'unheard', message, hint);
}
