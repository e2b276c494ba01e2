// How tired an agent is, when it last slept, and when its next deep sleep comes.
import { tryOr } from '../errors/errors.ts';
import { homeBytes } from '../facts/facts.ts';
import { fatigueLimits } from '../fatigue/fatigue.ts';
import type { LedgerRead } from '../journal/journal.ts';
import { dreamsIn, dreamsPath, selfFolder } from '../observations/observations.ts';
import { asleepNow, lastSleep, tiredness } from '../sleeper/sleeper.ts';
import { tallyFile } from '../steps/steps.ts';
import type { AgentHome } from '../world/world.ts';

export interface Fatigue {
  /** Of its runs since the last consolidation; or of the session that did the most, if sessions tire (`fatigue.hooks`). */
  readonly actions: number;
  readonly warning: number;
  readonly limit: number;
  /** When it last consolidated; null if it never did. */
  readonly lastConsolidation: string | null;
  /** When it last fell asleep; null if it never did. */
  readonly lastSleep: string | null;
  /** Until when it sleeps; null if it is awake. */
  readonly asleepUntil: string | null;
  /** Consolidations that were not light, and the number of the one with which the next deep sleep comes. */
  readonly consolidations: number;
  readonly deepSleepAt: number;
}

export async function fatigueOf(home: AgentHome, ledger: LedgerRead): Promise<Fatigue> {
  const { world, settings, agent } = home;
  const { warning, limit, deepEvery } = fatigueLimits(settings);
  const { actions, last } = await tiredness(home, ledger);
  const dreams = dreamsIn(homeBytes(world, home.home, dreamsPath(selfFolder(settings, agent))));
  const full = dreams.filter(({ light }) => light !== true).length;
  return {
    ...{ actions: Math.max(actions, ...sessionsOf(home)), warning, limit },
    lastConsolidation: last?.time ?? null,
    lastSleep: lastSleep(home)?.since ?? null,
    asleepUntil: asleepNow(home)?.until ?? null,
    ...{ consolidations: full, deepSleepAt: (Math.floor(full / deepEvery) + 1) * deepEvery },
  };
}

/** What each session has done that is counted; none if sessions do not tire. */
function sessionsOf({ world, home, settings }: AgentHome): number[] {
  if (settings.fatigue?.hooks !== true) return [];
  const names = tryOr(() => world.files.list(home.privateDir, '')) ?? [];
  return names
    .filter((name) => tallyFile.test(name) && !name.endsWith('.told'))
    .map((name) => tryOr(() => world.files.read(home.privateDir, name))?.length ?? 0);
}
