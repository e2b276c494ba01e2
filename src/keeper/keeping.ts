// One home that is kept: what a tick needs, opened for that tick and let go of after it.
import type { Dreamer } from '../asking/asking.ts';
import { cadenceMemo, withStore } from '../change/change.ts';
import { homeLedger } from '../facts/facts.ts';
import type { Receipt, SleepOptions } from '../night/night.ts';
import { sleepMemo } from '../sleeper/sleeper.ts';
import type { RunDone, Runner, WorkRequest } from '../work/work.ts';
import type { AgentHome, Store } from '../world/world.ts';
import { type CadenceMemory, parseMemory, rebuiltMemory } from './cadence-memory.ts';
import { type LifecycleRead, lifecycleNow, readLifecycle } from './lifecycle-file.ts';
import { minute } from './schedule.ts';

export interface Keeping extends AgentHome {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who dreams; by rules if nobody is named. */
  readonly dreamer?: Dreamer | undefined;
  /** Who wakes; if nobody does, `noRunner` says why. */
  readonly runner: Runner | undefined;
  readonly noRunner?: string | undefined;
  /** Milliseconds a run may take. */
  readonly limit: number;
  /** One waking run; it has its own records, and throws only for a bug. */
  work(request: WorkRequest): Promise<RunDone>;
  /** One night. */
  sleep(options: Omit<SleepOptions, 'acts'> & Pick<Required<SleepOptions>, 'trigger'>): Promise<Receipt>;
  /**
   * What everything that a beat goes by looks like from outside: as long as it is the same, nothing there was changed. Undefined where that
   * cannot be said; it holds nothing of the home open. Without it every beat opens the home.
   */
  readonly sign?: () => string | undefined;
  /** One daydream, if its own gate is open. */
  daydream(): Promise<'written' | 'gated' | 'failed'>;
}

/** What a tick goes by. */
export interface Known {
  readonly lifecycle: LifecycleRead;
  readonly memory: CadenceMemory;
}

/** Reads lifecycle and memory. To look (`isKeeping` false) changes nothing, and makes no store where there is none. */
export function knownOf(keeping: Pick<Keeping, 'world' | 'home' | 'agent' | 'env'>, isKeeping: boolean): Known {
  const { world, home, agent, env } = keeping;
  const now = lifecycleNow(world, home, env);
  const read = (store: Store | undefined): Known => {
    const lifecycle = readLifecycle(now, store, agent, isKeeping);
    const cadence = lifecycle.kind === 'cadence' ? lifecycle.cadence : undefined;
    const memory =
      parseMemory(store?.memo(cadenceMemo(agent))) ?? rebuiltMemory(homeLedger(world, home), agent, cadence);
    return { lifecycle, memory };
  };
  if (!isKeeping && !world.stores.exists(home.privateDir)) return read(undefined);
  return withStore(world, home, read);
}

/** No agent may ask to be left alone for longer. */
const longestSleep = 24 * 60 * minute;

/** Until when the agent itself asked to sleep. One that is too far away is of a clock that has gone back since, and is forgotten. */
export function sleepLeft({ world, home, agent }: Pick<Keeping, 'world' | 'home' | 'agent'>, now: Date): number {
  const name = sleepMemo(agent);
  return withStore(world, home, (store) => {
    const said = store.memo(name);
    if (said === undefined) return 0;
    const left = Date.parse(said) - now.getTime();
    if (left > 0 && left <= longestSleep) return left;
    store.setMemo(name, undefined);
    return 0;
  });
}
