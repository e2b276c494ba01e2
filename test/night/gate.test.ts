// The gate by a clock that jumps: back a little, back by years, and to and fro; it holds, and never for ever.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shutFor, shutForSession } from '../../src/dream/dream.ts';
import type { DreamLine } from '../../src/journal/journal.ts';
import { statusOf } from '../../src/report/report.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const minute = 60_000;
const gate = 50 * minute;
const now = '2026-06-10T12:00:00.000Z';
const dreamt = (minutes: number): DreamLine =>
  ({ time: new Date(Date.parse(now) + minutes * minute).toISOString() }) as DreamLine;

describe('how long the gate is shut, by where the last dream lies', () => {
  const cases: readonly (readonly [minutes: number, shut: number])[] = [
    [-51, 0],
    [-50, 0],
    [-20, 30],
    [0, 50],
    // The clock went back: it is shut until it would have been without that, and the dream may have been just now.
    [10, 60],
    [50, 100],
    // A dream under a clock that was wrong must not hold for ever.
    [51, 0],
    [365 * 24 * 60, 0],
  ];
  for (const [minutes, shut] of cases)
    test(`${minutes} min`, () => assert.equal(shutFor(dreamt(minutes), gate, now), shut * minute));
  test('at the edge of a session: six of them', () => {
    assert.equal(shutForSession([10, 11, 12, 13, 14].map(dreamt), gate, now), 0);
    assert.equal(shutForSession([10, 11, 12, 13, 14, 15].map(dreamt), gate, now), 60 * minute);
  });
});

test('ten minutes back do not open it, the receipt says why, and it opens in the end; a year back holds nobody', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    shape: 'nested',
    board: '* board\n** TODO first\n* log\n',
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const sleepAt = async (time: string) => (await sleepOnce(lived.at(time), { env: {} })).receipt;
  assert.equal((await sleepAt('09:30')).outcome, 'ran');
  lived.happen({ at: '09:31', edit: 'a.ts', content: 'c\n' });
  const held = await sleepAt('09:20');
  assert.deepEqual([held.outcome, held.reason], ['gated', 'interval']);
  assert.match(held.message, /last dream is 10 min ahead of the clock.*possible in 60 min/u);
  assert.equal((await sleepAt('10:19')).outcome, 'gated');
  assert.equal((await sleepAt('10:21')).outcome, 'ran');
  lived.happen({ at: '10:22', edit: 'a.ts', content: 'd\n' });
  const { world, ...rest } = lived.at('10:23');
  const yearBefore = { ...rest, world: { ...world, now: () => new Date('2025-06-10T10:23:00Z') } };
  assert.equal((await sleepOnce(yearBefore, { env: {} })).receipt.outcome, 'ran');
});

test('where six dreams hold the gate at the end of a session as well, status says that, and no more of "sooner"', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n' } },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const answer = async (time: string): Promise<string> => (await statusOf(lived.at(time), {})).answer;
  const sleepAt = (time: string) => sleepOnce(lived.at(time), { env: {}, isForced: true });
  for (const time of ['09:01', '09:02', '09:03', '09:04', '09:05']) await sleepAt(time);
  lived.happen({ at: '09:06', edit: 'a.ts', content: 'c\n' });
  assert.match(
    await answer('09:07'),
    /possible in 48 min \(at the end of a session it may come sooner\); the last one/u,
  );
  await sleepAt('09:07');
  lived.happen({ at: '09:08', edit: 'a.ts', content: 'd\n' });
  assert.match(await answer('09:08'), /possible in 49 min, because there were 6 dreams within 50 min; the last one/u);
});
