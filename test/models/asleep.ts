// A home that sleeps with a model of the test: a real day, the real world, a pause that takes no time.
import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import type { Dreamer } from '../../src/asking/asking.ts';
import type { ModelLimits } from '../../src/config/config.ts';
import type { NightDone } from '../../src/night/night.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { env, sourceAt } from './asking.ts';
import type { Asked } from './server.ts';
import type { Wire } from './shapes.ts';

const allowed = { calls: 4, tokens: 1_000_000, seconds: 60, bytes: 8 * 1024 * 1024, usd: undefined };
export const someLimits: ModelLimits = { night: allowed, day: { ...allowed, calls: 60, seconds: 3600 }, call: 20_000 };

export interface Asleep {
  readonly box: Sandbox;
  readonly lived: Lived;
  readonly pauses: number[];
  world(time: string): World;
  sleep(time: string, dreamer: Dreamer, isForced?: boolean): Promise<NightDone>;
  /** Everything of the project and its home but what is private to us. */
  seen(): Record<string, string>;
  /** Private state as it was when this was first called. */
  forget(): void;
}

/** A day in which something happened; what others changed is committed already, so that a failed night has nothing to do at all. */
export async function asleep(test: TestContext): Promise<Asleep> {
  const box = sandbox(test);
  const lived = await liveDay(box, 'project', {
    shape: 'nested',
    board: '* board\n** TODO mend the door\n** NEXT paint the wall\n* log\n',
    before: { 'a.ts': 'a\n' },
    day: [
      { at: '09:00', edit: 'a.ts', content: 'b\n' },
      { at: '09:05', run: 'npm test', exit: 1 },
      { at: '09:10', commit: 'a is b' },
    ],
  });
  const pauses: number[] = [];
  const { models } = await realWorld({ ...box.env, ...env });
  const world = (time: string): World => ({
    ...lived.at(time).world,
    models,
    pause: (milliseconds, signal) => {
      // One that can be broken off is the clock of the night, and no pause between two calls.
      if (signal === undefined) pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
  const own = relative(lived.project, lived.home.privateDir);
  const aside = box.path('private-aside');
  return {
    ...{ box, lived, pauses, world },
    sleep: (time, dreamer, isForced = false) =>
      sleepOnce({ ...lived.at(time), world: world(time) }, { env: {}, dreamer, isForced }),
    seen: () => snapshot(lived.project, (path) => path === own || path.startsWith(`${own}/`)),
    forget: () => {
      const [from, to] = [lived.home.privateDir, join(aside, 'private')];
      if (snapshotExists(to)) {
        rmSync(from, { recursive: true });
        cpSync(to, from, { recursive: true });
      } else cpSync(from, to, { recursive: true });
    },
  };
}

function snapshotExists(folder: string): boolean {
  try {
    return Object.keys(snapshot(folder)).length > 0;
  } catch {
    // Not made yet.
    return false;
  }
}

export function dreamerAt(url: string, wire: Wire, isStreamed: boolean, limits: ModelLimits = someLimits): Dreamer {
  return { name: 'acme/dreamer-1', source: sourceAt(url, wire, isStreamed), limits };
}

/** The code a model has to give back, from whatever it was sent. */
export function codeIn({ body }: Asked): string {
  return /The code of this question is (\w+)\./u.exec(JSON.stringify(body))?.[1] ?? '';
}

export function dreamText(code: string, tale = 'The day was calm and one command failed.'): string {
  const verdicts = [{ move: 'keep course', task: '', why: 'all is well' }];
  return JSON.stringify({ for: code, tale, goals: ['go on'], blueSky: ['more'], fears: ['less'], verdicts, next: '' });
}
