// Many nights in one process: nothing is kept open, nobody is left behind, and memory does not grow with them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { test } from 'node:test';
import { bundled } from '../built.ts';
import { project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import type { Sample } from './many-nights-life.ts';

const nights = Number(process.env.DREAMKEEPER_NIGHTS ?? (isFull ? 90 : 60));
const every = nights >= 150 ? 50 : nights / 3;
/** Two homes side by side: while one waits for its git, the other goes on. */
const homes = ['first', 'second'];

/** In memory if there is room: what is asked here has nothing to do with how fast a disk is. */
function preferMemory(): void {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > nights * 100_000) process.env.TMPDIR = memory;
}

async function live(box: Sandbox, count: number): Promise<Sample[]> {
  // To start a process takes the longer the more memory the starter has: one file with all it needs, and a small nursery, keep it small.
  const life = bundled(root, 'test/night/many-nights-life.ts');
  const flags = ['--expose-gc', '--max-semi-space-size=1'];
  const args = [...flags, life, String(count), String(every), ...homes.map((name) => box.path(name))];
  const child = spawn(process.execPath, args, { cwd: box.folder, env: box.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let trouble = '';
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, trouble);
  return told
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Sample => JSON.parse(line));
}

test(`${nights} nights`, async (t) => {
  if (!existsSync('/proc/self/fd')) return t.skip('only Linux tells what a process holds');
  preferMemory();
  const box = sandbox(t);
  for (const name of homes) {
    assert.equal(box.dk(project(box, name), ['init']).code, 0);
    assert.equal(box.dk(name, ['board', 'add', 'Write the parser']).code, 0);
  }
  const samples = await live(box, nights);
  for (const each of samples) t.diagnostic(JSON.stringify(each));
  assert.equal(samples.length, Math.floor(nights / every));

  // The first nights are for whatever is opened and compiled once.
  for (const what of ['descriptors', 'children', 'resources'] as const) {
    const seen = samples.map((each) => each[what]);
    assert.equal(new Set(seen).size, 1, `${what}: ${seen.join(', ')}`);
  }
  assert.equal(samples[0]?.children, 0);
  const [first, last] = [samples.find(({ night }) => night >= Math.min(100, 2 * every)), samples.at(-1)];
  assert.ok(first !== undefined && last !== undefined && first.night < last.night, 'more nights are needed');
  // Not `resident`: what the system gave is kept for the garbage of the largest night so far, and a night's garbage grows with its journal.
  for (const what of ['heap', 'external'] as const) {
    const growth = (last[what] - first[what]) / first[what];
    assert.ok(growth < 0.1, `${what} grew by ${(growth * 100).toFixed(1)} %`);
  }
});
