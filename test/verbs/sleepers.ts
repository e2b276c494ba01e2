// Sleepers of a program of somebody: a home, a clock that sleep moves, and what was heard of them.
import type { TestContext } from 'node:test';
import { init } from '../../src/verbs/init.ts';
import { openSleeper } from '../../src/verbs/open-sleeper.ts';
import type { AgentSleeper, SleeperEvent, SleeperRequest } from '../../src/verbs/verbs.ts';
import type { Standpoint, World } from '../../src/world/world.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';

export interface Sleepers {
  readonly box: Sandbox;
  readonly home: string;
  readonly heard: SleeperEvent[];
  /** What the clock says; with a number, moved by so many seconds. */
  clock(seconds?: number): Date;
  at(agent?: string): Standpoint;
  /** One that begins now, as after a restart. */
  open(request?: SleeperRequest): Promise<AgentSleeper>;
  read(path: string): string;
  /** The kinds of what was heard, and of trouble its code. */
  kinds(): string[];
}

export async function sleepers(t: TestContext, settings = ''): Promise<Sleepers> {
  const box = sandbox(t);
  const home = box.path('memory');
  let now = Date.parse('2026-06-10T10:00:00.000Z');
  const heard: SleeperEvent[] = [];
  const changed = (world: World): World => ({
    ...world,
    now: () => new Date(now),
    pause: async (wait, signal) => {
      // Limits of a night wait for longer; one that is over before them does not make the clock jump.
      if (wait > 5000) return new Promise(() => undefined);
      if (signal?.aborted !== true) now += wait;
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  const at = (agent?: string): Standpoint => ({
    ...{ cwd: home, changed, complain: () => undefined },
    env: { ...box.env, ...(agent === undefined ? {} : { DREAMKEEPER_AGENT: agent }) },
  });
  if (settings !== '') {
    await init({ ...at(), cwd: box.folder }, { home });
    box.write('memory/dreamkeeper.yaml', `${box.read('memory/dreamkeeper.yaml')}\n${settings}\n`);
  }
  const open = async (request: SleeperRequest = {}): Promise<AgentSleeper> => {
    const sleeper = await openSleeper(at(request.agent), { on: (event) => heard.push(event), home, ...request });
    t.after(() => sleeper[Symbol.asyncDispose]());
    return sleeper;
  };
  return {
    ...{ box, home, heard, at, open },
    clock: (seconds = 0) => {
      now += seconds * 1000;
      return new Date(now);
    },
    read: (path) => box.read(`memory/${path}`),
    kinds: () => heard.map((event) => (event.kind === 'trouble' ? `trouble ${event.code}` : event.kind)),
  };
}

export async function acts(sleeper: AgentSleeper, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await sleeper.afterStep({
      tool: 'bash',
      target: `make ${at}`,
      ...(at % 7 === 6 ? { error: 'no rule' } : { exit: 0 }),
    });
}
