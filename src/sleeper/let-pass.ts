// The time of a sleep passes: by the clock, looked at again and again, until it is over or somebody ends it.
import type { AgentHome } from '../world/world.ts';
import { asleepNow } from './asleep.ts';

/** At least this often it looks at the clock, and whether somebody woke it: timers stand still while a machine sleeps. */
const slice = 5000;

/** Ends when the time has come by the clock, when so much has passed for certain, when somebody woke the agent, or when it is asked to stop. */
export async function letPass(home: AgentHome, seconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { world } = home;
  for (let passed = 0; passed < seconds * 1000 && signal?.aborted !== true; ) {
    const asleep = asleepNow(home);
    if (asleep === undefined) return;
    const rest = Math.min(slice, Date.parse(asleep.until) - world.now().getTime(), seconds * 1000 - passed);
    await world.pause(Math.max(1, rest), signal);
    passed += Math.max(1, rest);
  }
}
