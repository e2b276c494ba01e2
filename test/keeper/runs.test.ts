// Which runs are at work, rest, or are gone: from their lines, their steps and their processes, with a clock that is an argument.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRuns, type RunSources } from '../../src/keeper/runs.ts';
import type { RunLine, StepRecord } from '../../src/steps/steps.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 10, 12, minute)).toISOString();
const line = (minute: number, run: string, event: RunLine['event'], more: Partial<RunLine> = {}): RunLine => ({
  ...{ v: 1, time: at(minute), run, event, from: 'claude', why: '', worktree: null, branch: 'main' },
  ...{ transcript: null, pid: null },
  ...more,
});
const step = (minute: number, run: string): StepRecord => ({
  ...{ v: 1, phase: 'end', run, agent: null, seq: 0, call: null, tool: 'Bash', target: 'ls', exit: 0, error: null },
  ...{ durationMs: null, time: at(minute), head: null, branch: null },
});

function states(lines: readonly RunLine[], more: Partial<RunSources> = {}): Record<string, string> {
  const runs = openRuns({ lines, steps: [], now: at(30), self: undefined, isAlive: () => undefined, ...more });
  return Object.fromEntries(runs.map(({ run, state }) => [run, state]));
}

describe('a run', () => {
  test('that ended is not open, one that began again is', () => {
    assert.deepEqual(states([line(20, 'a', 'start'), line(25, 'a', 'end')]), {});
    assert.deepEqual(states([line(1, 'a', 'start'), line(2, 'a', 'end'), line(28, 'a', 'start')]), { a: 'at work' });
  });
  test('is at work while it shows signs of life: a line, or a step', () => {
    assert.deepEqual(states([line(20, 'a', 'start')]), { a: 'at work' });
    assert.deepEqual(states([line(1, 'a', 'start')], { steps: [step(29, 'a')] }), { a: 'at work' });
    assert.deepEqual(states([line(1, 'a', 'start')], { steps: [step(29, 'b')] }), { a: 'gone' });
  });
  test('whose process lives only rests after 15 minutes; whose process is gone is gone at once', () => {
    const lines = [line(10, 'a', 'start', { pid: 42 })];
    assert.deepEqual(states(lines, { isAlive: () => true }), { a: 'quiet' });
    assert.deepEqual(states(lines, { isAlive: () => true, now: at(25) }), { a: 'at work' });
    assert.deepEqual(states(lines, { isAlive: () => false, now: at(11) }), { a: 'gone' });
  });
  test('of which nothing is known is over when another begins in the same worktree, and only there', () => {
    assert.deepEqual(states([line(20, 'a', 'start'), line(25, 'b', 'start')]), { a: 'gone', b: 'at work' });
    const elsewhere = line(25, 'b', 'start', { worktree: '/other' });
    assert.deepEqual(states([line(20, 'a', 'start'), elsewhere]), { a: 'at work', b: 'at work' });
  });
  test('that asks is never told about itself, and a probe is nobody', () => {
    assert.deepEqual(states([line(20, 'a', 'start')], { self: 'a' }), {});
    assert.deepEqual(states([line(20, '', 'probe'), line(21, '', 'stop')]), {});
  });
  test('whose clock is a little ahead is at work; one from the future is not waited for', () => {
    assert.deepEqual(states([line(40, 'a', 'start')]), { a: 'at work' });
    assert.deepEqual(states([line(50, 'a', 'start', { pid: 7 })], { isAlive: () => true }), { a: 'quiet' });
  });
  test('a sign of life after its end does not bring it back', () => {
    assert.deepEqual(states([line(20, 'a', 'start'), line(21, 'a', 'end'), line(22, 'a', 'stop')]), {});
  });
  test('whose number another session has by now is gone, and so is one nobody heard of for half a day', () => {
    const lives = { isAlive: () => true };
    const again = [line(20, 'a', 'start', { pid: 7 }), line(25, 'b', 'start', { pid: 7, worktree: '/other' })];
    assert.deepEqual(states(again, lives), { a: 'gone', b: 'at work' });
    assert.deepEqual(states([line(0, 'a', 'start', { pid: 7 })], { ...lives, now: at(13 * 60) }), { a: 'gone' });
  });
});
