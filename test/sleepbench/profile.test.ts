// A small SleepBench: one short life with every arm of this repository. What the page promises about telling them apart is seen here in little.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadArm, ownArms } from '../../bench/sleepbench/arms.ts';
import { live, liveUndone } from '../../bench/sleepbench/live.ts';
import { type Counts, type MeasureName, measures } from '../../bench/sleepbench/measures/measure.ts';
import { simulate } from '../../bench/sleepbench/simulator/simulate.ts';

const life = simulate(3, 6);

function folderOf(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sleepbench-'));
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const shareOf = (counts: Counts, name: MeasureName): number => {
  const { got, of } = counts.get(name) ?? { got: 0, of: 0 };
  return got / of;
};

for (const file of ownArms())
  test(`a short life with ${file.replace(/^.*\//u, '')}`, async (test) => {
    const arm = await loadArm(file);
    const { days, whole } = await live(arm, life, { folder: folderOf(test), settings: {} });
    assert.equal(days.length, 6);
    for (const { name, needs } of measures)
      if (needs === undefined && name !== 'recall month') assert.ok(!Number.isNaN(shareOf(whole, name)), name);
    if (!arm.name.startsWith('ours')) return;
    assert.equal(shareOf(whole, 'pinned kept'), 1);
    assert.equal(shareOf(whole, 'wrong merges'), 0);
    assert.equal(shareOf(whole, 'leaks'), 0);
    assert.equal(shareOf(whole, 'silent ticks'), 0);
  });

test('the same life has the same figures: ours, lived twice', async (test) => {
  const [file = ''] = ownArms().filter((each) => each.endsWith('/ours.ts'));
  const arm = await loadArm(file);
  const short = simulate(5, 3);
  const once = await live(arm, short, { folder: folderOf(test), settings: {} });
  assert.deepEqual(await live(arm, short, { folder: folderOf(test), settings: {} }), once);
});

test('on real git the figures are those of the git in memory, and nights are taken back', async (test) => {
  const [file = ''] = ownArms().filter((each) => each.endsWith('/ours.ts'));
  const arm = await loadArm(file);
  const short = simulate(6, 3);
  const once = await live(arm, short, { folder: folderOf(test), settings: {} });
  assert.deepEqual(await live(arm, short, { folder: folderOf(test), settings: { git: 'real' } }), once);
  const undone = await liveUndone(arm, short, { folder: folderOf(test), settings: {} });
  assert.ok(shareOf(undone, 'undone') > 0);
});
