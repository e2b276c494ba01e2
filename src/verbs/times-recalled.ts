// How often a memory was asked for, and when: as far as it is still known on this machine.
import { withStore } from '../change/change.ts';
import { keepsRecalls } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import type { AgentHome } from '../world/world.ts';

export interface TimesRecalled {
  readonly times: number;
  /** How many different questions that were. */
  readonly questions: number;
  /** On how many days, in UTC. */
  readonly days: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Null where none of it is kept, or nobody can look. */
export function timesRecalled(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  memory: string,
): TimesRecalled | null {
  if (!keepsRecalls(settings)) return null;
  const [times, questions]: [string[], Set<string>] = [[], new Set()];
  const isRead = tryOr(() => {
    if (!world.stores.exists(home.privateDir)) return true;
    return withStore(world, home, (store) => {
      for (const { time, query } of store.recalls(memory)) {
        times.push(time);
        questions.add(query);
      }
      return true;
    });
  });
  if (isRead !== true) return null;
  const days = new Set(times.map((time) => time.slice(0, 10))).size;
  const [first = null, last = null] = [times.toSorted()[0], times.toSorted().at(-1)];
  return { times: times.length, questions: questions.size, days, first, last };
}
