// A configuration in which nothing can pass is named, by gate and setting; so is one in which recalls never reach three (N42), and dreaming without a heartbeat (N12).
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { examine } from '../../src/doctor/examine.ts';
import { unreachable, usualRules } from '../../src/sweep/sweep.ts';
import type { Lived } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { asked, enough, homeToSweep, remembered, sweep } from './lived.ts';

const gateOf = (more: Partial<typeof usualRules>) => unreachable({ ...usualRules, ...more })?.gate;

describe('settings alone', () => {
  test('the usual ones let something through', () => assert.equal(gateOf({}), undefined));
  test('0.94 is the highest score there is: a gate of 0.94 can be passed, one of 0.95 cannot', () =>
    assert.deepEqual([gateOf({ minScore: 0.94 }), gateOf({ minScore: 0.95 })], [undefined, 'score']));
  test('without a half-life the highest is 0.79', () =>
    assert.deepEqual(
      [gateOf({ minScore: 0.79, halfLifeDays: 0 }), gateOf({ minScore: 0.8, halfLifeDays: 0 })],
      [undefined, 'score'],
    ));
  test('recalls are kept for 90 days: so many days can be asked for, and no more', () =>
    assert.deepEqual(
      [gateOf({ minDays: 90 }), gateOf({ minDays: 91 }), gateOf({ minDays: 91, keptDays: 400 })],
      [undefined, 'days', undefined],
    ));
  test('none in a sweep is none at all', () => assert.equal(gateOf({ mostPromotions: 0 }), 'cap'));
});

function configure(lived: Lived, yaml: string): void {
  writeFileSync(join(lived.home.home, 'dreamkeeper.yaml'), `format: 1\nagent: waldo\n${yaml}`);
}

async function said(lived: Lived, time = '12:00'): Promise<string[]> {
  const { world, home } = lived.at(time);
  const { findings } = await examine(world, home, false);
  return findings.filter(({ id }) => id.startsWith('sweep-')).map(({ id, message }) => `${id}: ${message}`);
}

test('the doctor and the receipt name the gate and the setting', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  configure(lived, 'dreaming: {enabled: true}\n');
  assert.deepEqual(await said(lived), []);
  configure(lived, 'dreaming: {enabled: true}\nheartbeat: {enabled: false}\n');
  assert.match((await said(lived)).join(), /^sweep-no-heartbeat: /u);
  configure(lived, 'dreaming: {enabled: true, min_score: 0.95}\n');
  assert.match(
    (await said(lived)).join(),
    /^sweep-hopeless: Nothing can be promoted: `dreaming\.min_score` is 0\.95, and .* 0\.94/u,
  );
  asked(lived, await remembered(lived, '09:00', 'Deploys go out on Friday afternoons'), enough('09:30'));
  const receipt = await sweep(lived, '10:00');
  assert.equal(receipt.figures?.hopeless?.setting, 'dreaming.min_score');
  assert.match(receipt.message, /`dreaming\.min_score` is 0\.95/u);
  configure(lived, 'dreaming: {enabled: true}\nrecord: {recalls: false}\n');
  assert.match((await said(lived)).join(), /recalls are not recorded/u);
});

test('recalls that never reach three are named after a week, and not before', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  configure(lived, 'dreaming: {enabled: true}\n');
  const id = await remembered(lived, '2026-06-01T09:00:00Z', 'Deploys go out on Friday afternoons');
  const other = await remembered(lived, '2026-06-01T09:00:00Z', 'The staging database is reset every night');
  asked(lived, id, [
    { at: '2026-06-01T10:00:00Z', query: 'a' },
    { at: '2026-06-08T09:59:59Z', query: 'b' },
  ]);
  assert.deepEqual(await said(lived), []);
  asked(lived, other, [{ at: '2026-06-08T10:00:00Z', query: 'b' }]);
  assert.match(
    (await said(lived)).join(),
    /^sweep-hopeless: No memory comes near: `dreaming\.min_recall_count` is 3, and since 2026-06-01 the most that one had is 2 recalls \(gate: recalls\)\.$/u,
  );
  const receipt = await sweep(lived, '2026-06-10T10:00:00Z');
  assert.equal(receipt.figures?.hopeless?.gate, 'recalls');
  // One that reaches it shows that it can be done.
  asked(lived, id, [{ at: '2026-06-10T10:01:00Z', query: 'c' }]);
  assert.deepEqual(await said(lived), []);
});
