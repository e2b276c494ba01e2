// An adoption killed at every place it comes by: afterwards it is there whole or not at all, and once more makes it whole, once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { finishChanges } from '../../src/change/change.ts';
import { verifyNights } from '../../src/history/history.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { bundled } from '../built.ts';
import { project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { lay, memoryOf, seal } from './place.ts';

function inAnother(box: Sandbox, folder: string, source: string, at: string): Promise<string> {
  const child = spawn(process.execPath, [bundled(root, 'test/adopt/killed-child.ts'), folder, source, at], {
    env: box.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('close', () => done(said.trim())));
}

/** Every ninth, and in a soak all of them. */
const share = isFull || process.env.DREAMKEEPER_KILLS !== undefined ? 1 : 9;

test(`killed at every ${share === 1 ? '' : 'ninth '}place`, async (t) => {
  const box = sandbox(t);
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  box.write('project/.dream/MEMORY.md', '- mine alone\n');
  const source = lay(box, {
    'MEMORY.md': '## Work\n\n- ports begin at 8000\n',
    'memory/2026-05-01.md': '- the demo is at ten\n',
    '.self/observations.md': '## 2026-02-12\n\nRED 09:32 the build is green\n',
  });
  const sealed = seal(source);
  const world = await realWorld(box.env);
  const homeAt = (folder: string) => {
    const home = world.places.find({ cwd: box.path(folder), env: {} });
    assert.ok(home);
    return home;
  };
  const copy = (name: string): string => {
    cpSync(box.path('project'), box.path(name), { recursive: true, preserveTimestamps: true });
    return name;
  };
  const there = (folder: string): Record<string, string> => memoryOf(box, `${folder}/.dream`);
  const before = there('project');
  const quiet = copy('quiet');
  const { seen, result } = JSON.parse(await inAnother(box, box.path(quiet), source, '')) as {
    seen: [string, number][];
    result: string;
  };
  const after = there(quiet);
  assert.equal(result, 'applied');
  const places = seen
    .flatMap(([place, many]) => Array.from({ length: many }, (_, nth) => `${place}:${nth + 1}`))
    .filter((_, at) => at % share === 0);
  const came = { before: 0, after: 0 };
  for (const place of places) {
    const folder = copy(place.replace(':', '-'));
    assert.equal(await inAnother(box, box.path(folder), source, place), 'dead', place);
    assert.equal((await finishChanges(world, homeAt(folder))).waits, undefined, place);
    const now = there(folder);
    const isAfter = JSON.stringify(now) === JSON.stringify(after);
    came[isAfter ? 'after' : 'before'] += 1;
    assert.deepEqual(now, isAfter ? after : before, place);
    await inAnother(box, box.path(folder), source, '');
    assert.deepEqual(there(folder), after, `${place}, again`);
    const { broken, uncommitted } = await verifyNights(world, homeAt(folder));
    assert.deepEqual([broken, uncommitted], [null, []], place);
  }
  assert.deepEqual(seal(source), sealed);
  t.diagnostic(`${places.length} places, ${came.before} before the seal, ${came.after} after it`);
  assert.ok(came.before >= 1 && came.after >= 1);
});
