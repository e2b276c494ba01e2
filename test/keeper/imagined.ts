// A home that lies nowhere: files, store and locks in memory, and a clock that only passes when somebody waits. For loops and for years.
import { setImmediate as soon } from 'node:timers/promises';
import type { HomeSettings } from '../../src/config/config.ts';
import type { KeeperEvent } from '../../src/keeper/events.ts';
import type { KeepOptions, KeptHome } from '../../src/keeper/keep.ts';
import type { Keeping } from '../../src/keeper/keeping.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import type { Receipt } from '../../src/night/night.ts';
import type { RunDone } from '../../src/work/work.ts';
import type { FoundHome, Store, World } from '../../src/world/world.ts';
import { memoryStore } from '../store/memory-store.ts';
import { runner } from './kept.ts';

export interface Imagined extends Omit<KeptHome, 'open'> {
  open: KeptHome['open'];
  readonly keeping: Keeping;
  readonly files: Map<string, string>;
  readonly locks: Set<string>;
  store: Store;
  settings: HomeSettings;
}

export const ended: RunDone = {
  ...{
    run: 'r-x',
    outcome: 'done',
    message: '',
    task: null,
    taskState: null,
    isHanded: true,
    commits: 0,
    unsaved: null,
    startedAt: '',
    endedAt: '',
  },
};

export const receipt = (outcome: Receipt['outcome']): Receipt => ({
  ...{ v: 1, id: 'n-abcdefghij', session: '', agent: 'agent', kind: 'rem', outcome, reason: 'imagined', message: '' },
  ...{ model: 'builtin', tokens: { input: 0, output: 0 }, calls: 0, usd: 0, entry: null, commit: null },
  ...{ verdicts: [], leftOut: [], trigger: null, acts: [], startedAt: '', endedAt: '' },
});

/** A home by this name; what happens in it is for the test to say. */
export function imagine(name: string, now: () => Date, does: Partial<Keeping> = {}): Imagined {
  const files = new Map([['lifecycle.org', canonicalCadence]]);
  const locks = new Set<string>();
  const home = { home: `/${name}`, privateDir: `/${name}/private` } as unknown as FoundHome;
  const world = {
    ...{ now, self: 'process 1 on here', isAlive: () => true },
    harnesses: { holdsSeveral: () => false },
    places: { off: () => undefined },
    files: {
      makeFolder: () => undefined,
      read: (_: string, path: string) => (files.has(path) ? Buffer.from(files.get(path) ?? '') : undefined),
    },
    locks: {
      take: (_: string, lock: string) => {
        if (locks.has(lock)) return undefined;
        locks.add(lock);
        return { release: () => locks.delete(lock) };
      },
    },
    stores: { exists: () => true, open: () => imagined.store },
    lines: { newest: () => '', day: async () => ({ newest: () => '', left: [], problem: undefined }) },
  } as unknown as World;
  const imagined: Imagined = {
    ...{ name, files, locks, store: memoryStore(), settings: {} },
    keeping: {
      ...{ world, home, settings: {}, agent: 'agent', env: {}, runner, limit: 900_000 },
      work: () => Promise.resolve(ended),
      sleep: () => Promise.resolve(receipt('ran')),
      daydream: () => Promise.resolve('gated'),
      ...does,
    },
    open: () => Promise.resolve({ ...imagined.keeping, settings: imagined.settings }),
  };
  return imagined;
}

/** A clock that passes by waiting; everything that can be done without waiting is done first. */
export function imaginedTime(start = Date.parse('2026-06-10T12:00:00Z')): {
  now: () => Date;
  /** Real time: what has passed, whatever a clock says. */
  passed: number;
  clock: number;
  wait: KeepOptions['wait'];
  pass(milliseconds: number): void;
  onWait: () => void;
} {
  const time = {
    ...{ passed: 0, clock: start, onWait: (): void => undefined },
    now: (): Date => new Date(time.clock),
    wait: async (milliseconds: number, signal: AbortSignal): Promise<void> => {
      await soon();
      if (!signal.aborted) time.pass(milliseconds);
    },
    pass: (milliseconds: number): void => {
      time.passed += milliseconds;
      time.clock += milliseconds;
      time.onWait();
    },
  };
  return time;
}

/** The events of a home, as `event state`. */
export function story(events: readonly KeeperEvent[], home: string): string[] {
  return events.flatMap((event) =>
    'home' in event && event.home === home ? [`${event.event}${'state' in event ? ` ${event.state}` : ''}`] : [],
  );
}
