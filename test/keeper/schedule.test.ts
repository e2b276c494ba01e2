// When the next tick comes: every rule as a row, every bound from both sides.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  afterLook,
  baseOf,
  delayAfter,
  delayAfterGate,
  delayAtStart,
  type Pace,
  paceOf,
  type Streak,
} from '../../src/keeper/schedule.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const hourly: Pace = { interval: hour, isContinuous: false, breather: 45 * second };
const restless: Pace = { ...hourly, isContinuous: true };
const idle = (count: number): Streak => ({ kind: 'no_work', count });
const broken = (count: number): Streak => ({ kind: 'failed', count });

test('what settings say, and what is usual', () => {
  assert.deepEqual(paceOf({}), hourly);
  const set = paceOf({ keeper: { interval: '10m', continuous: true, breather: '5s' } });
  assert.deepEqual(set, { interval: 10 * minute, isContinuous: true, breather: 5 * second });
  assert.equal(baseOf(hourly), hour);
  assert.equal(baseOf(restless), 45 * second);
  assert.equal(baseOf({ ...hourly, interval: 0 }), second, 'never all the time');
});

describe('after a tick', () => {
  const rows: readonly (readonly [pace: Pace, streak: Streak | null, expected: number])[] = [
    [hourly, null, hour],
    [hourly, idle(1), hour],
    [hourly, broken(9), hour],
    [restless, null, 45 * second],
    [restless, idle(1), minute],
    [restless, idle(2), 2 * minute],
    [restless, broken(3), 4 * minute],
    [restless, broken(5), 16 * minute],
    [restless, idle(6), 30 * minute],
    [restless, idle(21), 30 * minute],
    [restless, idle(1e9), 30 * minute],
    [{ ...restless, breather: 90 * second }, idle(1), 90 * second],
    [{ ...hourly, interval: 10 * minute }, idle(5), 16 * minute],
  ];
  for (const [pace, streak, expected] of rows)
    test(`${pace.isContinuous ? 'continuous' : 'hourly'}, ${streak?.kind ?? 'no streak'} ${streak?.count ?? ''}`, () =>
      assert.equal(delayAfter(pace, streak), expected));
});

test('after a gate that was shut: when it opens, at least a second, at most as if it had been open', () => {
  assert.equal(delayAfterGate(hourly, 12 * minute), 12 * minute);
  assert.equal(delayAfterGate(hourly, 0), second);
  assert.equal(delayAfterGate(hourly, hour), hour);
  assert.equal(delayAfterGate(hourly, hour + 1), hour);
  assert.equal(delayAfterGate(restless, 12 * minute), 45 * second);
  assert.equal(delayAfterGate(hourly, Number.POSITIVE_INFINITY), hour);
});

describe('after a start', () => {
  const now = Date.UTC(2026, 5, 10, 12);
  const rows: readonly (readonly [
    what: string,
    pace: Pace,
    known: { last?: number; due?: number; streak?: Streak },
    expected: number,
  ])[] = [
    ['never run', hourly, {}, minute],
    ['never run, continuous', restless, {}, minute],
    ['ran just now', hourly, { last: 0 }, hour],
    ['ran 20 minutes ago', hourly, { last: -20 * minute }, 40 * minute],
    ['ran 59 minutes ago', hourly, { last: -59 * minute }, minute],
    ['ran 59.5 minutes ago', hourly, { last: -59.5 * minute }, minute],
    ['missed a week: one makes up for it', hourly, { last: -7 * 24 * hour }, minute],
    ['ran in the future: the clock went back', hourly, { last: 7 * 24 * hour }, hour],
    ['due in ten minutes', hourly, { last: -50 * minute, due: 10 * minute }, 10 * minute],
    ['due long ago', hourly, { last: -50 * hour, due: -49 * hour }, minute],
    ['due next week: the clock went back', hourly, { last: 0, due: 7 * 24 * hour }, hour],
    ['a streak outlives a restart', restless, { last: 0, due: 8 * minute, streak: idle(4) }, 8 * minute],
    ['but not for longer than it is', restless, { last: 0, due: 99 * hour, streak: idle(4) }, 8 * minute],
    ['continuous', restless, { last: -10 * second }, minute],
  ];
  for (const [what, pace, { last, due, streak }, expected] of rows)
    test(what, () => {
      const at = (offset: number | undefined): number | undefined => (offset === undefined ? undefined : now + offset);
      const known = { lastTick: at(last), due: at(due), streak: streak ?? null };
      assert.equal(delayAtStart(pace, known, now), expected);
    });
});

test('a clock that goes back takes the moment along; one that goes ahead does not', () => {
  const [at, before] = [10 * hour, 9 * hour];
  assert.equal(afterLook(at, before, 30 * second, before + 30 * second), at, 'nothing jumped');
  assert.equal(afterLook(at, before, 30 * second, before + 29 * second), at, 'a second is a timer, not a jump');
  assert.equal(afterLook(at, before, 30 * second, before + 28 * second), at - 2 * second);
  assert.equal(afterLook(at, before, 30 * second, before - hour), at - hour - 30 * second);
  assert.equal(afterLook(at, before, 0, before - hour), at - hour);
  assert.equal(afterLook(at, before, 30 * second, before + 5 * hour), at, 'it is due, once');
});
