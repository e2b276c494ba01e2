// A real home that is kept, with a clock, a runner and a dreamer that do what a test says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHomeSettings } from '../../src/config/config.ts';
import type { HomeHappening, KeeperEvent } from '../../src/keeper/events.ts';
import type { Keeping } from '../../src/keeper/keeping.ts';
import { knownOf } from '../../src/keeper/keeping.ts';
import { stepOnce } from '../../src/keeper/step-cadence.ts';
import type { Stepped, StepRequest } from '../../src/keeper/step-types.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { RunDone, RunOutcome, WorkRequest } from '../../src/work/work.ts';
import type { World } from '../../src/world/world.ts';
import { homeIn, type Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export const minute = 60_000;

export interface Kept {
  readonly folder: string;
  readonly keeping: Keeping;
  /** What the runs were asked for. */
  readonly asked: WorkRequest[];
  readonly told: HomeHappening[];
  /** What comes of the next run; a function is called in its middle. */
  next: RunOutcome | 'stopped' | ((request: WorkRequest) => Promise<RunOutcome | 'stopped'>);
  now: number;
  step(request?: Partial<StepRequest>, more?: Partial<Keeping>): Promise<Stepped>;
  /** `wake_add 1`: where it is by now. */
  position(): string;
  /** A file in the home, by somebody else. */
  put(name: string, text: string): void;
  commit(subject: string): void;
}

export const runner = { name: 'scripted', run: () => Promise.reject(new Error('the test has its own work')) };

export async function kept(
  box: Sandbox,
  name = 'home',
  change: (world: World) => World = (world) => world,
): Promise<Kept> {
  const folder = box.path(homeIn(box, name));
  const real = await realWorld(box.env);
  const world: World = change({ ...real, now: () => new Date(here.now) });
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error('there is no home');
  const settings = parseHomeSettings(readFileSync(join(folder, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config.yaml');
  const sleeper = { world, home, settings, agent: 'agent' };
  const asked: WorkRequest[] = [];
  const told: HomeHappening[] = [];
  let commits = 0;
  const here: Kept = {
    ...{ folder, asked, told, next: 'done', now: Date.parse('2026-06-10T15:00:00Z') },
    keeping: {
      ...sleeper,
      ...{ env: {}, runner, limit: 15 * minute },
      work: async (request): Promise<RunDone> => {
        asked.push(request);
        const outcome = typeof here.next === 'function' ? await here.next(request) : here.next;
        const time = new Date(here.now).toISOString();
        return { ...ended, run: `r-${asked.length}`, outcome, startedAt: time, endedAt: time };
      },
      sleep: async (options) => (await sleepOnce(sleeper, options)).receipt,
      daydream: () => Promise.resolve('written'),
    },
    step: (request = {}, more = {}) =>
      stepOnce({ ...here.keeping, ...more }, { tell: (happening) => told.push(happening), ...request }),
    position: () => {
      const { state, hits } = knownOf(here.keeping, false).memory;
      return `${state} ${hits}`;
    },
    put: (path, text) => writeFileSync(join(folder, path), text),
    commit: (subject) => {
      commits += 1;
      box.write(join(name, 'work.txt'), `${commits}\n`);
      box.git(name, 'add', '-A');
      box.git(name, 'commit', '-q', '-m', subject);
    },
  };
  return here;
}

const ended = { message: '', task: null, taskState: null, isHanded: true, commits: 0, unsaved: null };

/** The canonical cadence, with this written instead of that. */
export function cadenceWith(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [before, after]) => text.replace(before, after), canonicalCadence);
}

/** Only the names, for a look at the order. */
export function names(events: readonly (HomeHappening | KeeperEvent)[]): string[] {
  return events.map(({ event }) => event);
}
