// A month of one real home with cadence, absence, fatigue and heartbeat all on, in minutes: a person who comes and goes, a clock that jumps, nights that die.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withStore } from '../../src/change/change.ts';
import { parseHomeSettings } from '../../src/config/config.ts';
import { actsDue } from '../../src/keeper/due.ts';
import { keepHomes } from '../../src/keeper/keep.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import { readReceipts, sleepOnce } from '../../src/night/night.ts';
import { printRunLine } from '../../src/steps/steps.ts';
import { memoryWhose, remember } from '../../src/verbs/verbs.ts';
import { openActs } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import type { Sandbox } from '../sandbox.ts';
import { imaginedTime } from './imagined.ts';
import { kept } from './kept.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** All four, with shorter waits than usual so that a month has many nights. */
const settingsText =
  'format: 1\nagent: agent\nreview: off\ntimezone: Europe/Berlin\nkeeper: {interval: 4h}\ndreaming: {enable: true, idleMinutes: 120, maxPerDay: 2}\n';

/** The same numbers for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export interface Month {
  readonly receipts: ReturnType<typeof readReceipts>;
  readonly crashes: number;
  readonly jumps: number;
  /** The most nights that were under way at once. */
  readonly most: number;
  readonly failures: readonly string[];
}

export async function month(box: Sandbox, days: number, seed: number): Promise<Month> {
  const random = dice(seed);
  const time = imaginedTime(Date.parse('2026-03-16T06:00:00Z'));
  let [crashes, jumps, now, most] = [0, 0, 0, 0];
  const failures: string[] = [];
  let dies = false;
  const mortal = (real: World): World => ({
    ...real,
    now: time.now,
    probe: () => {
      if (!dies || random() > 0.2) return;
      dies = false;
      crashes += 1;
      throw new Error('died here');
    },
  });
  const here = await kept(box, 'home', mortal);
  const { world, home } = here.keeping;
  here.put('dreamkeeper.yaml', settingsText);
  here.put('lifecycle.org', canonicalCadence);
  here.put('MEMORY.md', '# MEMORY.md\n\n');
  here.commit('add: settings');
  const settings = parseHomeSettings(Buffer.from(settingsText), 'dreamkeeper.yaml', 'config.yaml');
  const agentHome = { ...here.keeping, settings };
  const acts = await openActs();
  const at = { cwd: here.folder, env: box.env, changed: (real: World): World => ({ ...real, now: time.now }) };
  const sleep: typeof here.keeping.sleep = async (options) => {
    now += 1;
    most = Math.max(most, now);
    dies = random() < 0.15;
    try {
      const due = await actsDue(agentHome, options.trigger, acts);
      return (await sleepOnce(agentHome, { ...options, acts: due })).receipt;
    } finally {
      dies = false;
      now -= 1;
    }
  };
  const keeping = { ...agentHome, sleep, daydream: () => Promise.resolve('gated' as const) };
  const seen = (event: 'prompt'): void => {
    const nobody = { worktree: null, branch: null, transcript: null, pid: null };
    const line = { v: 1, time: time.now().toISOString(), run: 's1', event, from: 'test', why: '', ...nobody } as const;
    world.lines.append(join(home.privateDir, 'runs.jsonl'), printRunLine(line));
  };
  world.files.makeFolder(home.privateDir, true);
  // A day of work: somebody is there for three hours, and what the agent writes down is said twice.
  const work = async (index: number): Promise<void> => {
    seen('prompt');
    const topic = ['billing', 'search', 'login', 'export', 'mail', 'cache', 'print'][index % 7];
    const lines = [
      `- The ${topic} service number ${index} listens on port ${8000 + index}.`,
      `- The ${topic} service number ${index} is listening on port ${8000 + index}.`,
    ];
    appendFileSync(box.path('home/MEMORY.md'), `${lines.join('\n')}\n`);
    here.commit(`add: part ${index}`);
    await memoryWhose(at, { whose: 'agent' });
    const { id: memory } = await remember(at, { text: `the ${topic} tests of day ${index} need ${index + 3} workers` });
    const about = { memory, score: 1, agent: 'agent', session: '', time: time.now().toISOString() };
    withStore(world, home, (store) =>
      store.keepRecalls(
        ['workers for tests', `${topic} workers`, 'how many workers'].map((asked) => ({
          ...about,
          asked,
          query: asked,
        })),
        about.time,
      ),
    );
    for (let call = 0; call < 3; call += 1)
      world.lines.step(
        home,
        { tool: 'Bash', target: `npm run part-${index}-${call}`, exit: call === 2 ? 1 : 0 },
        { run: 's1', agent: null, seq: call, head: null, branch: null, worktree: null, time: time.now() },
      );
    if (index % 3 === 2) await sleep({ trigger: 'fatigue', env: {} });
  };
  const stop = new AbortController();
  let [worked, left] = [0, 0];
  await keepHomes([{ name: 'home', open: () => Promise.resolve(keeping) }], {
    ...{
      world: { now: time.now, self: 'process 1 on here', isAlive: () => true },
      signal: stop.signal,
      slice: 10 * minute,
    },
    onEvent: (event) => {
      if (event.event === 'failed') failures.push(event.message);
    },
    wait: async (milliseconds, signal) => {
      // What a look does with files and git takes real time; the clock stands still while a night is under way.
      do await setTimeout(3);
      while (now > 0);
      if (signal.aborted) return;
      time.pass(milliseconds);
      if (time.passed >= days * day) stop.abort();
      const [today, clock] = [Math.floor(time.passed / day), time.passed % day];
      if (now === 0 && worked <= today) {
        worked = today + 1;
        await work(today).catch((error: Error) => failures.push(error.message));
      }
      if (clock < 3 * hour && time.passed - left > 30 * minute) {
        left = time.passed;
        seen('prompt');
      }
      if (random() > 0.001) return;
      time.clock += Math.floor((random() - 0.5) * 6 * hour);
      jumps += 1;
    },
  });
  return { receipts: readReceipts(world, home), crashes, jumps, most, failures };
}
