// An agent of ours in a home of a test, with a clock that its sleep moves, and the real night behind it.
import { appendFileSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { HomeSettings } from '../../src/config/config.ts';
import { type Consolidating, type Sleeper, sleeperFor } from '../../src/sleeper/sleeper.ts';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { consolidatingFor } from '../../src/wire/consolidating.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { type Making, type Workshop, workshop } from '../work/workshop.ts';

export const begin = '2026-06-10T10:00:00.000Z';
export const run = 'r-bbbbbbbbbb';

export interface Tired extends Workshop {
  readonly home: string;
  readonly agent: AgentHome;
  readonly consolidate: Consolidating;
  /** What the clock says; with a number, moved by so many seconds. */
  clock(seconds?: number): Date;
  /** So many calls of an agent, as a run of ours records them. */
  acts(
    count: number,
    more?: {
      readonly tool?: string;
      readonly run?: string;
      readonly refused?: true;
      readonly target?: string;
      readonly exit?: number;
    },
  ): void;
  /** A process that begins now. */
  sleeper(consolidate?: Consolidating): Promise<Sleeper>;
  self(name: string): string;
}

export async function tired(t: TestContext, settings: HomeSettings = {}, making: Making = {}): Promise<Tired> {
  const shop = await workshop(t, { ...making, settings: { agent: 'worker', ...settings } });
  let now = Date.parse(begin);
  const agent: AgentHome = {
    ...shop.worker,
    world: {
      ...shop.worker.world,
      now: () => new Date(now),
      pause: (wait, signal) => {
        // A night that is over before its limit does not make the clock jump.
        const isSleep = wait < 5001;
        if (isSleep && signal?.aborted !== true) now += wait;
        return isSleep ? Promise.resolve() : new Promise(() => undefined);
      },
    },
  };
  const consolidate = consolidatingFor(agent, { cwd: shop.box.path(shop.place), env: shop.box.env });
  const file = shop.box.path(shop.home, '_steps.jsonl');
  let seq = 0;
  return {
    ...{ ...shop, agent, consolidate },
    clock: (seconds = 0) => {
      now += seconds * 1000;
      return new Date(now);
    },
    acts: (count, { tool = 'read', run: by = run, refused, target, exit = 0 } = {}) => {
      const lines = Array.from({ length: count }, () => {
        seq += 1;
        const report = { tool, target: target ?? `src/${seq}.ts`, exit, ...(refused === undefined ? {} : { refused }) };
        const context = { run: by, agent: 'worker', seq, time: new Date(now), head: null, branch: null };
        return `${printStep(stepRecord(report, context, { sha256: () => '', redact: (text) => text }))}\n`;
      });
      appendFileSync(file, lines.join(''));
    },
    sleeper: (own = consolidate) => sleeperFor(agent, own, run),
    self: (name) => {
      try {
        return readFileSync(shop.box.path(shop.home, '.self', name), 'utf8');
      } catch {
        // Not there: nothing was written.
        return '';
      }
    },
  };
}

export const during = { run, turns: 1, left: () => 60 * 60 * 1000, signal: undefined } as const;
