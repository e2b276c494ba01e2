// A night of two acts killed at every place it comes by: both landed or neither did, the next one makes it whole, and nobody is paid twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishChanges, withStore } from '../../src/change/change.ts';
import { verifyNights } from '../../src/history/history.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { bundled } from '../built.ts';
import { root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { left, livedActs, memory } from './lived-acts.ts';

function inAnother(box: Sandbox, folder: string, at: string): Promise<string> {
  const child = spawn(process.execPath, [bundled(root, 'test/acts/acts-child.ts'), folder, at], {
    env: box.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('close', () => done(said.trim())));
}

/** Both acts are there once, or neither is at all. */
function isWhole(there: ReturnType<typeof left>, where: string): void {
  const isThere = there.nights === 1;
  assert.equal(there.memory.includes('- new: the port is 8080'), isThere, `${where}: memory`);
  assert.equal(there.diary, isThere ? '- was: - old: the port is 8080\n- is: - new: the port is 8080\n' : '', where);
}

/** Every seventh, and in a soak all of them. */
const share = isFull || process.env.DREAMKEEPER_KILLS !== undefined ? 1 : 7;

test(share === 1 ? 'killed at every place' : 'killed at every seventh place', async (t) => {
  const box = sandbox(t);
  const lived = await livedActs(box, 'ready');
  const copy = (name: string): string => {
    cpSync(lived.project, box.path(name), { recursive: true, preserveTimestamps: true });
    return box.path(name);
  };
  const { seen } = JSON.parse(await inAnother(box, copy('quiet'), '')) as { seen: [string, number][] };
  assert.ok(seen.length >= 15, JSON.stringify(seen));
  // The first and the last time it comes by.
  const places = seen
    .flatMap(([place, times]) => (times === 1 ? [`${place}:1`] : [`${place}:1`, `${place}:${times}`]))
    .filter((_, at) => at % share === 0);
  const world = await realWorld(box.env);
  const came = { before: 0, after: 0 };
  for (const place of places) {
    const folder = copy(place.replace(':', '-'));
    assert.equal(await inAnother(box, folder, place), 'dead', place);
    const home = world.places.find({ cwd: folder, env: {} });
    assert.ok(home);
    const living = { ...lived, project: folder, home };
    const { waits } = await finishChanges(world, home);
    assert.equal(waits, undefined, place);
    isWhole(left(living), `finished after ${place}`);
    came[left(living).nights === 0 ? 'before' : 'after'] += 1;
    const said = await inAnother(box, folder, '');
    const { outcome } = JSON.parse(said) as { outcome: string };
    assert.equal(outcome, 'ran', `${place}: ${said}`);
    assert.match(left(living).memory, /^- new: the port is 8080$/mu, place);
    assert.equal(left(living).diary.split('\n').length - 1, 2, `${place}: the diary once`);
    const { broken, uncommitted } = await verifyNights(world, home);
    assert.deepEqual([broken, uncommitted], [null, []], place);
    // The question about memory was the same: whoever had an answer did not ask again.
    const calls = withStore(world, home, (store) =>
      store.callsOn(world.now().toISOString()).filter(({ act }) => act === 'tidy'),
    );
    const isUnpaid = place === 'ask:1' || place === 'draft:0';
    assert.ok(calls.length <= (isUnpaid ? 2 : 1), `${place}: asked ${calls.length} times`);
    // One receipt for each night that ran.
    const receipts = readFileSync(join(home.privateDir, 'receipts.jsonl'), 'utf8').trim().split('\n');
    const ids = receipts
      .map((line) => JSON.parse(line) as { id: string; outcome: string })
      .filter((each) => each.outcome === 'ran');
    assert.equal(new Set(ids.map(({ id }) => id)).size, ids.length, place);
  }
  assert.notEqual(left(lived).memory, memory.replace('old', 'new'));
  t.diagnostic(`${places.length} places, ${came.before} before the seal, ${came.after} after it`);
  assert.ok(came.before >= 2 && came.after >= 2, JSON.stringify(came));
});
