// The demo's second act: the same agent, kept. A day of its cadence in seconds, with a run that hangs and a dream that fails.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardPath } from '../../board/board.ts';
import { actsFor, type HomeHappening, type Keeping, stepOnce } from '../../keeper/keeper.ts';
import { daydreamOnce, sleepOnce } from '../../night/night.ts';
import { openActs, openHome } from '../../wire/wire.ts';
import { commandRunner, type RunRequest, workOnce } from '../../work/work.ts';
import type { AgentHome, ModelOutcome, World } from '../../world/world.ts';
import { demoAgent } from './agent.ts';
import { demoBoard } from './day.ts';
import type { DemoStage } from './stage.ts';

const hour = 60 * 60 * 1000;
/** Three adds and one that hangs, an audit, two nights, a plan: a round, and the first step of the next. */
const ticks = 9;

export async function liveCadence(stage: DemoStage, folder: string): Promise<void> {
  const { explain, show, dk, commit } = stage;
  const site = join(folder, 'kept');
  mkdirSync(site);
  writeFileSync(join(folder, 'agent.mjs'), demoAgent);
  explain(
    'Second act: the same agent, kept. Its cadence is a file: three runs that add, an audit, sleep, a plan, and again.',
  );
  await dk(site, 'init', '--agent', 'waldo');
  writeFileSync(join(site, boardPath), `#+TODO: TODO NEXT DOING | DONE CANCELLED\n${demoBoard}`);
  await commit(site, 'plan: a page that is complete');
  await dk(site, 'lifecycle', 'init');
  show(await dk(site, 'lifecycle', 'show'));

  explain(
    'The keeper does one state per tick, here one an hour, on a clock that runs ahead. Its second run hangs; its model fails once.',
  );
  const packs: string[] = [];
  const keeping = await keptHome(site, folder, packs);
  for (let tick = 0, due: string | null | undefined; tick < ticks; tick += 1) {
    const stepped = await stepOnce(keeping.home, {
      waitedFor: due,
      tell: (happening) => {
        const line = told(happening);
        if (line !== undefined) show(`${keeping.clock()}  ${line}`);
      },
    });
    due = stepped.due;
    keeping.wait(stepped.delay);
  }
  explain('The run that hung was ended with all it had started. The next one was told, so that nothing of it is lost:');
  show(
    (packs[2] ?? '')
      .split('\n')
      .filter((line) => /^- The run of /u.test(line))
      .join('\n'),
  );
  explain('All of it is in git: who claimed what, what was done, what was dreamt.');
  show(await stage.git(site, 'log', '--reverse', '--format=%h  %an: %s'));
}

interface Kept {
  readonly home: Keeping;
  clock(): string;
  wait(milliseconds: number): void;
}

/** The real thing, but for its clock and its model. It began yesterday, so that nothing of it lies in the future. */
async function keptHome(site: string, folder: string, packs: string[]): Promise<Kept> {
  const opened = await openHome({ cwd: site, env: process.env });
  let now = Math.floor(Date.now() / hour) * hour - 24 * hour;
  let asked = 0;
  const failed = {
    kind: 'failed',
    reason: 'server',
    message: 'it answered 503',
    status: 503,
    retryAfter: null,
  } as const;
  const spent = { input: 0, output: 0, isEstimated: true, bytes: 0, milliseconds: 0, usd: 0 };
  const world: World = {
    ...opened.world,
    now: () => new Date(now),
    pause: () => Promise.resolve(),
    models: {
      ...opened.world.models,
      ask: (_, { byRules }): Promise<ModelOutcome> => {
        asked += 1;
        // The first night asks three times.
        return Promise.resolve(asked <= 3 ? { ...failed, spent } : { kind: 'answer', text: byRules(), spent });
      },
    },
  };
  const sleeper = { ...opened, world };
  const plenty = { calls: 100, tokens: 1e6, seconds: 600, bytes: 1e7, usd: undefined };
  const dreamer = {
    ...{ name: 'small/dreamer', limits: { night: plenty, day: plenty, call: 60_000 } },
    source: { kind: 'command', provider: 'small', argv: ['dreamer'] },
  } as const;
  const program = commandRunner({
    ...{ argv: [process.execPath, join(folder, 'agent.mjs')], pack: 'stdin', env: process.env, withheld: [] },
  });
  const runner = {
    name: 'waldo',
    run: (worker: AgentHome, request: RunRequest) => {
      packs.push(request.pack);
      return program.run(worker, request);
    },
  };
  return {
    clock: () => new Date(now).toISOString().slice(11, 16),
    wait: (milliseconds) => {
      now += milliseconds;
    },
    home: {
      ...sleeper,
      ...{ env: {}, runner, limit: 1500 },
      work: (request) => workOnce(sleeper, request),
      sleep: async (options) => {
        const acts = actsFor(options.trigger, await openActs());
        return (await sleepOnce(sleeper, { ...options, acts, dreamer })).receipt;
      },
      daydream: async () => (await daydreamOnce(sleeper, undefined)).kind,
    },
  };
}

/** What a stranger wants to see of it. */
function told(happening: HomeHappening): string | undefined {
  if (happening.event === 'run-ended') {
    const { state, outcome, task } = happening;
    const why = outcome === 'killed' ? 'it did not end in time; what it left is kept' : (task ?? '');
    return `${(state ?? '').padEnd(11)} ${outcome.padEnd(8)} ${why}`;
  }
  if (happening.event !== 'night') return undefined;
  const isDreamt = happening.outcome === 'ran';
  return `${'rem'.padEnd(11)} ${(isDreamt ? 'dreamt' : happening.outcome).padEnd(8)} ${happening.message}${isDreamt ? '' : '; it stays, and comes again'}`;
}
