// Until when an agent sleeps, and how its last sleep was: remembered in the private store, so that it outlives every process.
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { longestSleep } from '../fatigue/fatigue.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome, Store } from '../world/world.ts';

type Sleeping = Pick<AgentHome, 'world' | 'home' | 'agent'>;

/** Where the keeper finds until when it need not wake this agent: an ISO time. */
export const sleepMemo = (agent: string): string => `sleep:${agent}`;
const sleptMemo = (agent: string): string => `slept:${agent}`;

const sleep = z.object({
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** How long it is to be. */
  seconds: z.int().check(z.minimum(1)),
  why: z.enum(['nap', 'fatigue']),
  /** The night in which it consolidated. */
  night: z.nullable(z.string()),
  /** When somebody woke it before its time, and why. */
  woken: z.optional(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** It was told of it when it woke. */
  isTold: z.optional(z.boolean()),
});

export type Sleep = Readonly<z.infer<typeof sleep>>;

const readIn = (store: Store, agent: string): Sleep | undefined =>
  sleep.safeParse(jsonIn(store.memo(sleptMemo(agent)) ?? '')).data;

function write(store: Store, agent: string, given: Sleep): void {
  store.setMemo(sleptMemo(agent), JSON.stringify(given));
}

export function beginSleep({ world, home, agent }: Sleeping, given: Sleep): void {
  world.files.makeFolder(home.privateDir, true);
  withStore(world, home, (store) => {
    write(store, agent, given);
    store.setMemo(sleepMemo(agent), given.until);
  });
}

/** The last one, over or not; undefined if there was none. */
export function lastSleep({ world, home, agent }: Sleeping): Sleep | undefined {
  if (!world.stores.exists(home.privateDir)) return undefined;
  return withStore(world, home, (store) => readIn(store, agent));
}

/** The sleep it is in now. One that is too far away is of a clock that went back since, and binds nobody. */
export function asleepNow(place: Sleeping): Sleep | undefined {
  const { world, home, agent } = place;
  const last = lastSleep(place);
  if (last === undefined || last.woken !== undefined) return undefined;
  const until = withStore(world, home, (store) => store.memo(sleepMemo(agent)));
  const left = Date.parse(last.until) - world.now().getTime();
  return until !== undefined && left > 0 && left <= longestSleep * 1000 ? last : undefined;
}

/** Ends it, and says why. Gives the sleep that was ended; undefined if it was not asleep. */
export function wakeEarly(place: Sleeping, reason: string): Sleep | undefined {
  const asleep = asleepNow(place);
  if (asleep === undefined) return undefined;
  const { world, home, agent } = place;
  const ended = { ...asleep, woken: { at: world.now().toISOString(), reason } };
  withStore(world, home, (store) => {
    write(store, agent, ended);
    store.setMemo(sleepMemo(agent), undefined);
  });
  return ended;
}

/** It woke, and was told. */
export function sleepTold({ world, home, agent }: Sleeping): void {
  withStore(world, home, (store) => {
    const last = readIn(store, agent);
    if (last !== undefined) write(store, agent, { ...last, isTold: true });
    store.setMemo(sleepMemo(agent), undefined);
  });
}
