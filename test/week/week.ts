// A week of a kept home in seconds: a real repository, a clock that jumps from tick to tick, a dreamer that fails where the script says so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHomeSettings } from '../../src/config/config.ts';
import { type HomeHappening, type Keeping, stepOnce } from '../../src/keeper/keeper.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import { daydreamOnce } from '../../src/night/night.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { type Runner, workOnce } from '../../src/work/work.ts';
import type { ModelOutcome, ModelRequest, World } from '../../src/world/world.ts';
import { dreamerNamed } from '../dreamers.ts';
import { env } from '../models/asking.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const begin = Date.parse('2026-06-08T06:00:00Z');
const plan = `#+TODO: TODO NEXT DOING | DONE CANCELLED
* board
** NEXT the intro
** TODO comparison table
** TODO honest faq
** TODO pricing
* log
`;

const spent = { input: 900, output: 300, isEstimated: false, bytes: 2000, milliseconds: 900, usd: 0.0004 };

/** What the dreamer does when it is asked for the nth time; well, if nothing is said. */
export type Dreams = Readonly<Record<number, 'fails' | 'malformed'>>;

export interface Week {
  /** What the keeper told, in a line each. */
  readonly events: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

export interface WeekScript {
  readonly ticks: number;
  readonly dreams: Dreams;
  readonly agentFile?: string;
  readonly limit: number;
  runner(world: World): Runner;
}

export async function liveWeek(box: Sandbox, script: WeekScript): Promise<Week> {
  const files = {
    'dreamkeeper.yaml': 'format: 1\nagent: waldo\nkeeper:\n  interval: 4h\n',
    ...{ 'plan.org': plan, 'lifecycle.org': canonicalCadence, '.gitignore': '/_steps.jsonl\n' },
    ...(script.agentFile === undefined ? {} : { 'agent.org': script.agentFile }),
  };
  for (const [name, text] of Object.entries(files)) box.write(`site/${name}`, text);
  const git = (...args: readonly string[]): string => gitAt(box, new Date(begin), args);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'genesis');

  const real = await realWorld({ ...env, ...box.env });
  let [now, drawn, asked] = [begin, 0, 0];
  const ask = (_: unknown, request: ModelRequest): Promise<ModelOutcome> => {
    asked += 1;
    const what = script.dreams[asked];
    const failure = {
      kind: 'failed',
      reason: 'server',
      message: 'their trouble',
      status: 500,
      retryAfter: null,
    } as const;
    if (what === 'fails') return Promise.resolve({ ...failure, spent });
    return Promise.resolve({
      kind: 'answer',
      text: what === 'malformed' ? '* tale\nAll is well.\n' : request.byRules(),
      spent,
    });
  };
  const world: World = {
    ...real,
    ...{ self: 'the keeper', now: () => new Date(now), models: { ...real.models, ask } },
    pause: (milliseconds, signal) => {
      // Whoever only watches beside the work does not make time pass.
      if (signal !== undefined) return new Promise(() => undefined);
      now += milliseconds;
      return Promise.resolve();
    },
    random: (bytes) => {
      drawn += 1;
      return createHash('sha512')
        .update(`week ${drawn}`)
        .digest('hex')
        .slice(0, bytes * 2);
    },
  };
  const home = world.places.find({ cwd: box.path('site'), env: {} });
  if (home === undefined) throw new Error('there is no home');
  const settings = parseHomeSettings(
    readFileSync(join(home.home, 'dreamkeeper.yaml')),
    'dreamkeeper.yaml',
    'config.yaml',
  );
  const sleeper = { world, home, settings, agent: 'waldo' };
  const dreamer = dreamerNamed('small/dreamer');
  const keeping: Keeping = {
    ...sleeper,
    ...{ env: {}, runner: script.runner(world), limit: script.limit },
    work: (request) => workOnce(sleeper, request),
    sleep: async (options) => (await sleepOnce(sleeper, { ...options, dreamer })).receipt,
    daydream: async () => (await daydreamOnce(sleeper, undefined)).kind,
  };
  const events: string[] = [];
  const tell = (happening: HomeHappening): void => {
    const { event, ...rest } = happening;
    events.push(`${new Date(now).toISOString().slice(5, 16).replace('T', ' ')} ${event} ${JSON.stringify(rest)}`);
  };
  let due: string | null | undefined;
  for (let tick = 0; tick < script.ticks; tick += 1) {
    const stepped = await stepOnce(keeping, { tell, waitedFor: due });
    due = stepped.due;
    now = due === null ? now + stepped.delay : Date.parse(due);
  }
  const names = git('ls-files').trim().split('\n');
  return {
    events,
    files: new Map([
      ...names
        .filter((name) => !(name in files) || name === 'plan.org')
        .map((name) => [name, box.read(`site/${name}`)] as const),
      ['git-log.txt', git('log', '--reverse', '--format=%h %ad %an: %s', '--date=format:%m-%d %H:%M')] as const,
      ['git-status.txt', git('status', '--porcelain')] as const,
      ['events.txt', `${events.join('\n')}\n`] as const,
    ]),
  };
}

function gitAt(box: Sandbox, time: Date, args: readonly string[]): string {
  const date = time.toISOString();
  const ran = spawnSync('git', args, {
    cwd: box.path('site'),
    encoding: 'utf8',
    env: {
      ...box.env,
      ...{ GIT_AUTHOR_NAME: 'team', GIT_AUTHOR_EMAIL: 'team@example.org', GIT_AUTHOR_DATE: date },
      ...{ GIT_COMMITTER_NAME: 'team', GIT_COMMITTER_EMAIL: 'team@example.org', GIT_COMMITTER_DATE: date, TZ: 'UTC' },
    },
  });
  if (ran.status !== 0) throw new Error(`git ${args[0]}: ${ran.stderr}`);
  return ran.stdout;
}
