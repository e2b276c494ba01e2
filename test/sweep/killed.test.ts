// A sweep killed at every place it comes by (N29, N32, N36): block, diary, ledger and commit are all there or none is, and in the end each bullet is there exactly once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { finishChanges } from '../../src/change/change.ts';
import { verifyNights } from '../../src/history/history.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { bundled } from '../built.ts';
import type { Lived } from '../day.ts';
import { root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { asked, enough, homeFile, homeToSweep, remembered } from './lived.ts';

const facts = [
  'Deploys go out on Friday afternoons',
  'The staging database is reset every night',
  'Luis prefers Spanish',
];

function inAnother(box: Sandbox, folder: string, at: string): Promise<string> {
  const child = spawn(process.execPath, [bundled(root, 'test/sweep/sweep-child.ts'), folder, at], {
    ...{ env: box.env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('close', () => done(said.trim())));
}

const times = (text: string, part: string): number => text.split(part).length - 1;

/** How often each of them is there: in memory, in the diary, in the ledger. */
function counts(lived: Lived): { readonly memory: number[]; readonly diary: number[]; readonly ledger: number } {
  const [memory, diary] = [homeFile(lived, 'MEMORY.md'), homeFile(lived, 'DREAMS.md')];
  return {
    memory: facts.map((fact) => times(memory, fact)),
    diary: facts.map((fact) => times(diary, fact)),
    ledger: times(homeFile(lived, 'rem/ledger.jsonl'), '"name":"sweep"'),
  };
}

const none = { memory: [0, 0, 0], diary: [0, 0, 0], ledger: 0 };
const once = { memory: [1, 1, 1], diary: [1, 1, 1], ledger: 1 };

/** Every seventh, and in a soak all of them. */
const share = isFull || process.env.DREAMKEEPER_KILLS !== undefined ? 1 : 7;

test(share === 1 ? 'killed at every place' : 'killed at every seventh place', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box, 'ready');
  for (const fact of facts) asked(lived, await remembered(lived, '09:00', fact), enough('09:30'));
  const copy = (name: string): string => {
    cpSync(lived.project, box.path(name), { recursive: true, preserveTimestamps: true });
    return box.path(name);
  };
  const { seen } = JSON.parse(await inAnother(box, copy('quiet'), '')) as { seen: [string, number][] };
  assert.ok(seen.length >= 12, JSON.stringify(seen));
  const places = seen
    .flatMap(([place, many]) => (many === 1 ? [`${place}:1`] : [`${place}:1`, `${place}:${many}`]))
    .filter((_, at) => at % share === 0);
  const world = await realWorld(box.env);
  const came = { before: 0, after: 0 };
  for (const place of places) {
    const folder = copy(place.replace(':', '-'));
    assert.equal(await inAnother(box, folder, place), 'dead', place);
    const home = world.places.find({ cwd: folder, env: {} });
    assert.ok(home);
    const living = { ...lived, project: folder, home };
    assert.equal((await finishChanges(world, home)).waits, undefined, place);
    const isThere = counts(living).ledger === 1;
    assert.deepEqual(counts(living), isThere ? once : none, `finished after ${place}`);
    came[isThere ? 'after' : 'before'] += 1;
    const { outcome } = JSON.parse(await inAnother(box, folder, '')) as { outcome: string };
    assert.equal(outcome, isThere ? 'noop' : 'ran', place);
    assert.deepEqual(counts(living), once, `once more after ${place}`);
    const { broken, uncommitted } = await verifyNights(world, home);
    assert.deepEqual([broken, uncommitted], [null, []], place);
  }
  t.diagnostic(`${places.length} places, ${came.before} before the seal, ${came.after} after it`);
  assert.ok(came.before >= 1 && came.after >= 1, JSON.stringify(came));
});

test('a clone promotes nothing that its origin promoted', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box, 'ready', 'one');
  const ids: string[] = [];
  for (const fact of facts) ids.push(await remembered(lived, '09:00', fact));
  for (const id of ids) asked(lived, id, enough('09:30'));
  await inAnother(box, lived.project, '');
  assert.deepEqual(counts(lived), once);
  box.git('.', 'clone', '-q', 'ready', 'clone');
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('clone'), env: {} });
  assert.ok(home);
  const cloned: Lived = {
    ...{ ...lived, project: box.path('clone'), home },
    at: (time) => ({ ...lived.at(time), home }),
  };
  for (const id of ids) asked(cloned, id, enough('09:45'));
  const said = JSON.parse(await inAnother(box, cloned.project, '')) as { outcome: string };
  assert.equal(said.outcome, 'ran', 'the diary tells of the new recalls');
  assert.deepEqual(counts(cloned).memory, [1, 1, 1]);
});
