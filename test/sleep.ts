// A night as most tests want it: with the real acts, by hand.
import { dreamAct } from '../src/dream/dream.ts';
import { type NightDone, type SleepOptions, sleepOnce as sleepWith } from '../src/night/night.ts';
import type { AgentHome } from '../src/world/world.ts';

export const realActs = [dreamAct];

export function sleepOnce(
  home: AgentHome,
  options: Omit<SleepOptions, 'acts'> & Partial<Pick<SleepOptions, 'acts'>>,
): Promise<NightDone> {
  return sleepWith(home, { acts: realActs, ...options });
}
