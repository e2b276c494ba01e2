// A process of its own that asks once, or sleeps once, and says what it took.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHomeSettings } from '../../src/config/config.ts';
import { sleepOnce } from '../../src/night/night.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { ask, sourceAt } from './asking.ts';
import { dreamerAt } from './asleep.ts';
import { type Wire, wires } from './shapes.ts';

const [, , act = '', url = '', second = '', third = ''] = process.argv;

async function askOnce(kind: string, isStreamed: boolean): Promise<void> {
  const wire: Wire = wires.find((each) => each === kind) ?? 'chat';
  const limits = { total: 30_000, idle: 10_000, bytes: 256 * 1024 };
  const outcome = await ask(sourceAt(url, wire, isStreamed), { limits });
  const peak = peakMemory();
  process.stdout.write(JSON.stringify({ outcome: outcome.kind === 'failed' ? outcome.reason : 'answer', peak }));
}

/** Of this program alone. What the system calls the largest size of a process also counts the one it was forked from. */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
}

async function sleepHere(project: string, time: string): Promise<void> {
  const world = { ...(await realWorld()), now: () => new Date(time) };
  const home = world.places.find({ cwd: project, env: {} });
  if (home === undefined) throw new Error('no home');
  const settings = parseHomeSettings(readFileSync(join(home.home, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config');
  await sleepOnce(
    { world, home, settings, agent: 'waldo' },
    {
      env: {},
      dreamer: { ...dreamerAt(url, 'chat', false), source: sourceAt(url, 'chat', false, { key: undefined }) },
    },
  );
}

await (act === 'ask' ? askOnce(second, third === 'stream') : sleepHere(second, third));
