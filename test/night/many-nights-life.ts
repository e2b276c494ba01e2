// The sleepers of many nights: they sleep and wake in one process, an hour apart, and it prints what it holds on to every so often.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { parseHomeSettings } from '../../src/config/config.ts';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { sleepOnce } from '../sleep.ts';

export interface Sample {
  readonly night: number;
  /** After everything that can be collected was. */
  readonly heap: number;
  /** Outside of the heap, but held from it. */
  readonly external: number;
  readonly resident: number;
  readonly descriptors: number;
  readonly children: number;
  /** Timers, pipes and requests that are open. */
  readonly resources: number;
  /** What a night and its day cost the processor since the last sample, in this process and in the gits it started. To be looked at, not judged. */
  readonly ownMs: number;
  readonly gitMs: number;
}

const start = Date.parse('2026-06-10T08:00:00Z');
const clock = (night: number, minutes: number): Date => new Date(start + night * 3_600_000 + minutes * 60_000);

/** One commit or step, so that there is news. */
function liveAnHour(project: string, home: string, night: number): void {
  const time = clock(night, 20);
  if (night % 10 === 0) {
    const when = time.toISOString();
    appendFileSync(join(project, 'app.js'), `// hour ${night % 40}\n`);
    const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
    const ran = spawnSync('git', ['commit', '-q', '-a', '-m', `hour ${night}`], { cwd: project, env });
    if (ran.status !== 0) throw new Error(`git commit: ${ran.stderr.toString()}`);
    return;
  }
  const report = { tool: 'bash', target: `npm run part-${night % 7}`, exit: night % 3 === 0 ? 1 : 0 };
  const context = { run: 'hours', agent: null, seq: night, time, head: null, branch: 'main' };
  const record = stepRecord(report, context, { sha256: () => '', redact: (text) => text });
  appendLine(join(home, '_steps.jsonl'), printStep(record));
}

/** Time on the processor so far, of this process and of its children that ended. */
function worked(): readonly [own: number, others: number] {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * 10);
  return [user + system, childUser + childSystem];
}

function childrenOf(pid: number): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of a program may have blanks and brackets in it.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    } catch {
      // It ended while we looked.
      return false;
    }
  }).length;
}

async function sample(night: number): Promise<Omit<Sample, 'ownMs' | 'gitMs'>> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('needs --expose-gc');
  for (let round = 0; round < 3; round += 1) {
    await soon();
    // The kind that also lets go of code that can be compiled again.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    ...{ night, heap: heapUsed, external, resident: rss },
    descriptors: readdirSync('/proc/self/fd').length,
    children: childrenOf(process.pid),
    resources: process.getActiveResourcesInfo().length,
  };
}

/** Nights of one home, with the hours before them; every fifth is followed by a wake. */
async function sleepThrough(real: World, project: string, first: number, last: number): Promise<void> {
  const home = real.places.find({ cwd: project, env: {} });
  if (home === undefined) throw new Error('there is no home');
  const yaml = readFileSync(join(home.home, 'dreamkeeper.yaml'));
  const settings = parseHomeSettings(yaml, 'dreamkeeper.yaml', 'config.yaml');
  for (let night = first; night <= last; night += 1) {
    liveAnHour(project, home.home, night);
    const world = (minutes: number): World => ({ ...real, now: () => clock(night, minutes) });
    const { receipt } = await sleepOnce({ world: world(30), home, settings, agent: 'agent' }, { env: {} });
    if (receipt.outcome !== 'ran') throw new Error(`night ${night}: ${receipt.outcome}, ${receipt.message}`);
    if (night % 5 === 0) await wakeUp({ world: world(40), home, settings, agent: 'agent' });
  }
}

const [count = '0', every = '50', ...projects] = process.argv.slice(2);
const real = await realWorld();
const each = Number(every) / projects.length;
let before = worked();
for (let batch = 1; batch * Number(every) <= Number(count); batch += 1) {
  await Promise.all(projects.map((project) => sleepThrough(real, project, (batch - 1) * each + 1, batch * each)));
  const [own, others] = worked();
  const cost = {
    ownMs: Math.round((own - before[0]) / Number(every)),
    gitMs: Math.round((others - before[1]) / Number(every)),
  };
  process.stdout.write(`${JSON.stringify({ ...(await sample(batch * Number(every))), ...cost })}\n`);
  before = worked();
}
