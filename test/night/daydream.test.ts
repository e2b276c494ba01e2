// Between runs: at most one daydream in twelve minutes, by rules or a model, kept where git never sees it; a failure leaves all as it was.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { daydreamOnce, daydreamsOf } from '../../src/night/night.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { ModelRequest, World } from '../../src/world/world.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { project, sandbox } from '../sandbox.ts';

async function home(t: Parameters<typeof sandbox>[0]) {
  const box = sandbox(t);
  project(box, 'p');
  assert.equal(box.dk('p', ['init']).code, 0);
  const real = await realWorld(box.env);
  const found = real.places.find({ cwd: box.path('p'), env: {} });
  if (found === undefined) throw new Error('no home');
  let now = Date.parse('2026-06-10T08:00:00Z');
  const world: World = { ...real, now: () => new Date(now) };
  const sleeper = { world, home: found, settings: {}, agent: 'agent' };
  return { box, sleeper, found, pass: (minutes: number) => (now += minutes * 60_000) };
}

test('by rules, every twelve minutes, and nothing of it in git', async (t) => {
  const { box, sleeper, found, pass } = await home(t);
  const first = await daydreamOnce(sleeper, undefined);
  assert.equal(first.kind, 'written');
  pass(11);
  assert.deepEqual(await daydreamOnce(sleeper, undefined), { kind: 'gated', left: 60_000 });
  pass(1);
  assert.equal((await daydreamOnce(sleeper, undefined)).kind, 'written');
  // A clock that went back a day holds nobody back for a day.
  pass(-24 * 60);
  assert.equal((await daydreamOnce(sleeper, undefined)).kind, 'written');
  assert.equal(daydreamsOf(sleeper.world, found, 'agent').length, 3);
  assert.equal(box.git('p', 'status', '--porcelain'), '');
  assert.equal(box.git('p/.dream', 'status', '--porcelain', '--ignored'), '');
  const told = box.dk('p', ['journal', '--daydreams', '--json']);
  assert.equal(JSON.parse(told.stdout).daydreams.length, 3);
});

test('by a model: at 1.0, told of no name, cut to forty words; what cannot be shown is not kept, and is not asked again at once', async (t) => {
  const { sleeper, found, pass } = await home(t);
  const asked: ModelRequest[] = [];
  let say = 'I DREAM of '.repeat(30);
  const world = answering(sleeper.world, (request) => {
    asked.push(request);
    return say;
  });
  const dreamer = dreamerNamed('small/one');
  const done = await daydreamOnce({ ...sleeper, world }, dreamer);
  assert.equal(done.kind === 'written' ? done.text.split(' ').length : 0, 40);
  assert.equal(asked[0]?.temperature, 1);
  assert.doesNotMatch(asked[0]?.prompt ?? '', /app\.js|plan\.org|agent\b/u);
  const before = readFileSync(join(found.privateDir, 'daydreams-agent.json'));
  pass(12);
  say = 'go to https://example.org now';
  assert.equal((await daydreamOnce({ ...sleeper, world }, dreamer)).kind, 'failed');
  assert.deepEqual(readFileSync(join(found.privateDir, 'daydreams-agent.json')), before);
  pass(5);
  assert.equal((await daydreamOnce({ ...sleeper, world }, dreamer)).kind, 'gated');
  assert.equal(asked.length, 2);
  pass(7);
  say = 'i watch the pages load like sunrise';
  assert.equal((await daydreamOnce({ ...sleeper, world }, dreamer)).kind, 'written');
  assert.deepEqual(
    readdirSync(found.privateDir).filter((name) => name.includes('tmp')),
    [],
  );
});

test('off means off', async (t) => {
  const { box, sleeper } = await home(t);
  assert.equal(box.dk('p', ['off']).code, 0);
  assert.equal((await daydreamOnce(sleeper, undefined)).kind, 'failed');
});
