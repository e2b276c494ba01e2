// How soon a message is served while memory is put in order: from the message to the end of the night, with a model on the network that never answers.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHomeSettings } from '../src/config/config.ts';
import { whileListening } from '../src/keeper/keeper.ts';
import { sleepOnce } from '../src/night/night.ts';
import { memoryWhose } from '../src/verbs/verbs.ts';
import { keepMessage, takeMessages } from '../src/wake/wake.ts';
import { openActs, realWorld } from '../src/wire/wire.ts';
import type { AgentHome } from '../src/world/world.ts';

const rounds = Number(process.env.DREAMKEEPER_ROUNDS ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'dk-interrupt-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_NO_WARNINGS: '1' };
const yaml = 'format: 1\ndreaming: {enable: true, interrupt: true}\n';
const plenty = { calls: 1e9, tokens: 1e9, seconds: 1e9, bytes: 1e12, usd: undefined };

async function opened(): Promise<AgentHome> {
  const cwd = join(folder, 'home');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'dreamkeeper.yaml'), yaml);
  const entries = Array.from({ length: 150 }, (_, at) => `- Part ${at} of the machine has the number ${at * 7919}.\n`);
  writeFileSync(join(cwd, 'MEMORY.md'), `# MEMORY.md\n\n${entries.join('')}`);
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], { cwd, env });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'home');
  await memoryWhose({ cwd, env, complain: () => undefined }, { whose: 'agent' });
  const world = await realWorld(env);
  const home = world.places.find({ cwd, env });
  if (home === undefined) throw new Error('there is no home');
  return {
    world,
    home,
    settings: parseHomeSettings(Buffer.from(yaml), 'dreamkeeper.yaml', 'config.yaml'),
    agent: 'agent',
  };
}

const asked: (() => void)[] = [];
const server = createServer((request) => {
  request.resume();
  request.on('error', () => undefined);
  asked.shift()?.();
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;

try {
  const home = await opened();
  const acts = (await openActs()).filter(({ name }) => name === 'curate');
  const source = {
    kind: 'chat',
    provider: 'slow',
    model: 'm',
    url,
    key: undefined,
    isStreamed: false,
    form: 'schema',
    price: undefined,
  } as const;
  const dreamers = { curate: { name: 'slow/m', source, limits: { night: plenty, day: plenty, call: 60_000 } } };
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const reached = new Promise<void>((resolve) => asked.push(resolve));
    const night = whileListening(home, undefined, async (signal) => {
      const { receipt } = await sleepOnce(home, { trigger: 'idle', acts, dreamers, env, signal });
      return receipt;
    });
    const first = await Promise.race([reached.then(() => undefined), night]);
    if (first !== undefined) throw new Error(`it asked nobody: ${first.reason}: ${first.message}`);
    keepMessage(home, `message ${round}`);
    const said = performance.now();
    const { reason } = await night;
    taken.push(performance.now() - said);
    if (reason !== 'stopped') throw new Error(`the night ended by itself: ${reason}`);
    if (takeMessages(home).length !== 1) throw new Error('the message is not there');
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  process.stdout.write(
    `${rounds} nights interrupted while a model was asked, on ${cpus().length} cores, Node ${process.versions.node}\n` +
      `from the message to the end of the night: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms\n`,
  );
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
