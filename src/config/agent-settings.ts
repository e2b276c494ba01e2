// Whose home it is, and what its settings say for that agent: resolved once, so that nobody has to ask twice.
import type { HomeSettings } from './home-schema.ts';

/** The agent that is meant: named now, named by the home, the first of several, or simply `agent`. */
export function agentOf(settings: Pick<HomeSettings, 'agent' | 'agents'>, named: string | undefined): string {
  return named || settings.agent || settings.agents?.[0]?.id || 'agent';
}

/** Blocks that an agent may have of its own. Which model it has is asked elsewhere: there the person is told who said so. */
const blocks = ['identity', 'keeper', 'work', 'night', 'heartbeat', 'dreaming', 'rem', 'fatigue'] as const;

/** The settings with the agent's own words over the home's, line by line. */
export function settingsFor(settings: HomeSettings, agent: string): HomeSettings {
  const own = settings.agents?.find(({ id }) => id === agent);
  if (own === undefined) return settings;
  const merged = blocks.flatMap((block) =>
    own[block] === undefined ? [] : [[block, { ...settings[block], ...own[block] }] as const],
  );
  return { ...settings, ...Object.fromEntries(merged) };
}
