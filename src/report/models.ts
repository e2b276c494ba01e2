// What models were asked today, what that took, and which providers rest.

import { parseRest, restLeft } from '../asking/asking.ts';
import { withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import type { FoundHome, KeptCall, Place, World } from '../world/world.ts';

export interface ModelsToday {
  readonly today: Spending;
  readonly resting: readonly { readonly provider: string; readonly failures: number; readonly until: string }[];
}

export interface Spending {
  readonly calls: number;
  readonly failed: number;
  readonly tokens: number;
  readonly seconds: number;
  /** Null if nobody knows what some of them cost. */
  readonly usd: number | null;
}

export function modelsOf({ world, home }: Place): ModelsToday {
  const nothing: Spending = { calls: 0, failed: 0, tokens: 0, seconds: 0, usd: 0 };
  if (!world.stores.exists(home.privateDir)) return { today: nothing, resting: [] };
  const now = world.now().toISOString();
  return tryOr(
    () => readFrom(world, home, now),
    // A store that cannot be opened is the doctor's business; how a home is can be told without it.
    () => ({ today: nothing, resting: [] }),
  );
}

function readFrom(world: World, home: FoundHome, now: string): ModelsToday {
  return withStore(world, home, (store) => {
    const calls = store.callsOn(now);
    const providers = [...new Set(store.newestCalls(100).map(({ provider }) => provider))];
    return {
      today: spentIn(calls),
      resting: providers.flatMap((provider) => {
        const rest = parseRest(store.memo(`rest:${provider}`));
        return restLeft(rest, now) === 0 ? [] : [{ provider, failures: rest.failures, until: rest.until ?? now }];
      }),
    };
  });
}

function spentIn(all: readonly KeptCall[]): Spending {
  const calls = all.filter(({ outcome }) => outcome !== 'key');
  const total = (of: (call: KeptCall) => number): number => calls.reduce((sum, call) => sum + of(call), 0);
  return {
    calls: calls.length,
    failed: calls.filter(({ outcome }) => outcome !== 'answer').length,
    tokens: total(({ input, output }) => input + output),
    seconds: Math.round(total(({ milliseconds }) => milliseconds) / 100) / 10,
    usd: calls.some(({ usd }) => usd === null) ? null : total(({ usd }) => usd ?? 0),
  };
}
