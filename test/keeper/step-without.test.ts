// Homes without a lifecycle: the agent runs, and a dream after an audit goes on beside; however slow or broken it is, it delays nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../../src/night/night.ts';
import { sandbox } from '../sandbox.ts';
import { kept, minute, names } from './kept.ts';

test('the agent runs each tick; after an audit it dreams, else it daydreams, and only if the gate is open', async (t) => {
  const home = await kept(sandbox(t));
  home.commit('add: one');
  const first = await home.step();
  await first.beside;
  assert.deepEqual(
    [first.outcome, first.state, home.asked[0]?.kind, home.asked[0]?.cadence],
    ['done', null, 'work', null],
  );
  assert.deepEqual(names(home.told), ['tick', 'run-started', 'run-ended', 'next', 'daydream']);
  home.commit('audit: all is as it says');
  const second = await home.step();
  assert.ok(!names(home.told).includes('night'), 'the tick is over before the dream is');
  await second.beside;
  assert.equal(names(home.told).at(-1), 'night');
  home.commit('audit: and again');
  home.now += 49 * minute;
  await (await home.step()).beside;
  assert.equal(names(home.told).at(-1), 'daydream');
  home.now += minute;
  await (await home.step()).beside;
  assert.equal(names(home.told).at(-1), 'night');
});

test('a dream that never ends, and one that fails, delay nothing', async (t) => {
  const home = await kept(sandbox(t));
  home.commit('audit: x');
  const never = Promise.withResolvers<Receipt>();
  never.promise.catch(() => undefined);
  const slow = await home.step({}, { sleep: () => never.promise });
  assert.equal(slow.outcome, 'done');
  const next = await home.step({ isDreaming: true });
  assert.deepEqual([next.outcome, next.beside, home.asked.length], ['done', undefined, 2], 'one at a time beside');
  const failing = await home.step({}, { sleep: () => Promise.reject(new Error('a bug')) });
  await failing.beside;
  assert.deepEqual(home.told.at(-1), { event: 'failed', message: 'a dream: a bug' });
  never.reject(new Error('later'));
  await slow.beside;
});

test('with nobody to run it only sleeps; what it was asked to stop does not dream', async (t) => {
  const home = await kept(sandbox(t));
  home.commit('audit: x');
  const { outcome, beside, delay } = await home.step({}, { runner: undefined });
  await beside;
  assert.deepEqual([outcome, home.asked.length, names(home.told).at(-1), delay], ['gated', 0, 'night', 60 * minute]);
  home.next = 'stopped';
  assert.equal((await home.step()).beside, undefined);
});

test('no work and failures back off here, too', async (t) => {
  const home = await kept(sandbox(t));
  const settings = { keeper: { continuous: true } };
  const delays: number[] = [];
  for (const outcome of ['no_work', 'no_work', 'failed', 'done'] as const) {
    home.next = outcome;
    const { delay, due, beside } = await home.step({}, { settings });
    await beside;
    delays.push(delay / 1000);
    home.now = Date.parse(due ?? '');
  }
  assert.deepEqual(delays, [60, 120, 60, 45]);
});
