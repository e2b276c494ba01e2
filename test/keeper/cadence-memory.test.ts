// What is remembered of a cadence: kept and read back, damaged, lost and found again in the ledger, and after a clock went back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LedgerLine, parseLedger, withLedgerLine } from '../../src/journal/journal.ts';
import {
  type CadenceMemory,
  freshMemory,
  memoryAfter,
  parseMemory,
  rebuiltMemory,
  withoutFuture,
} from '../../src/keeper/cadence-memory.ts';
import { canonicalCadence, parseCadence } from '../../src/lifecycle/lifecycle.ts';

const read = parseCadence(Buffer.from(canonicalCadence));
assert.equal(read.kind, 'cadence');
const { cadence } = read;
const hash = 'a'.repeat(64);
const at = (hour: number): string => new Date(Date.UTC(2026, 5, 10, hour)).toISOString();
const pace = { interval: 3_600_000, isContinuous: false, breather: 45_000 };

const run = (hour: number, state: string | null, hits = 0, agent = 'agent'): LedgerLine => ({
  ...{ kind: 'run', id: 'r-abcdefghij', agent, time: at(hour), task: 'x', board: null },
  cadence: state === null ? null : { state, hits },
});
const night = (hour: number, state: string | undefined, agent = 'agent'): LedgerLine => ({
  ...{ kind: 'night', id: 'n-abcdefghij', agent, time: at(hour), model: 'builtin', sha256: hash, echo: false },
  ...{ entry: 'rem/x.org', head: null, branch: null, digested: { steps: null, board: null, changed: hash } },
  ...{ verdicts: [], doing: [], ...(state === undefined ? {} : { cadence: { state, hits: 0 } }) },
});
const ledger = (...lines: readonly LedgerLine[]) => {
  let bytes: Uint8Array | undefined;
  for (const line of lines) bytes = withLedgerLine(bytes, line);
  return parseLedger(Buffer.from(bytes ?? []).toString('utf8'));
};
const where = (...lines: readonly LedgerLine[]): string => {
  const { state, hits } = rebuiltMemory(ledger(...lines), 'agent', cadence);
  return `${state} ${hits}`;
};

describe('found again in the ledger', () => {
  test('nothing there: the beginning', () => assert.equal(where(), 'wake_add 0'));
  test('a run that began counts as not done', () => {
    assert.equal(where(run(1, 'wake_add', 0), run(2, 'wake_add', 2)), 'wake_add 2');
  });
  test('a night is done, and moves on', () => {
    assert.equal(where(run(1, 'wake_add', 2), night(2, 'rem')), 'wake_plan 0');
    assert.equal(where(night(2, 'rem'), run(3, 'wake_add', 0)), 'wake_add 0');
  });
  test('lines without a cadence and lines of others say nothing', () => {
    const known = run(1, 'wake_add', 1);
    assert.equal(where(known, run(2, null), night(3, undefined), run(4, 'wake_plan', 0, 'other')), 'wake_add 1');
    assert.equal(where(known, night(3, 'rem', 'other')), 'wake_add 1');
  });
  test('whatever line is written says where the cadence stood, and is not taken for a step of it', () => {
    const place = { state: 'wake_plan', hits: 0 };
    const wake = { kind: 'wake', id: 'w-abcdefghij', agent: 'agent', time: at(3), dream: 'n-abcdefghij' } as const;
    assert.equal(
      where(run(1, 'wake_add', 1), { ...wake, sha256: hash, board: null, verdicts: [], place }),
      'wake_plan 0',
    );
    assert.equal(where(run(1, 'wake_add', 1), { ...night(2, undefined), place }), 'wake_plan 0', 'a night by hand');
    assert.equal(where({ ...night(2, 'rem'), place: { state: 'rem', hits: 0 } }), 'wake_plan 0', 'one of the cadence');
    assert.equal(where({ ...run(1, null), place: { state: 'gone', hits: 7 } }), 'wake_add 0');
  });
  test('a state that is gone begins anew, and is not taken for done', () => {
    assert.equal(where(run(1, 'gone', 1)), 'wake_add 0');
    assert.equal(where(night(1, 'gone')), 'wake_add 0');
  });
  test('clocks: a rem by its night, a wake by its run', () => {
    const { succeeded, lastTick } = rebuiltMemory(ledger(run(1, 'wake_add'), night(2, 'rem')), 'agent', cadence);
    assert.deepEqual(succeeded, { wake_add: at(1), rem: at(2) });
    assert.equal(lastTick, at(2));
  });
});

const known: CadenceMemory = {
  ...{ ...freshMemory(cadence), hits: 1, lastTick: at(5), due: at(6), lifecycle: hash },
  ...{ succeeded: { wake_add: at(5), rem: at(3) }, streak: { kind: 'failed', count: 2 } },
};

test('kept and read back; what is damaged or of a later version is none', () => {
  assert.deepEqual(parseMemory(JSON.stringify(known)), known);
  const text = JSON.stringify(known);
  for (const bad of [undefined, '', '{', 'null', '[]', text.slice(0, -1), text.replace('"v":1', '"v":2')])
    assert.equal(parseMemory(bad), undefined, bad);
  for (const bad of [
    text.replace('"hits":1', '"hits":-1'),
    text.replace('"hits":1', '"hits":1.5'),
    text.replace('"count":2', '"count":0'),
    text.replace(at(6), 'tomorrow'),
  ])
    assert.equal(parseMemory(bad), undefined, bad);
});

describe('after a tick', () => {
  const now = new Date(at(7));
  const after = (outcome: Parameters<typeof memoryAfter>[1]['outcome'], more: object = {}) => {
    const { state, hits, streak, due, succeeded } = memoryAfter(known, { cadence, outcome, pace, now, ...more });
    return { at: `${state} ${hits}`, streak, due, succeeded: succeeded.wake_add };
  };
  const before = at(5);
  const failed = (count: number) => ({ kind: 'failed', count });
  test('done counts, ends a streak, and sets the clock', () => {
    assert.deepEqual(after('done'), { at: 'wake_add 2', streak: null, due: at(8), succeeded: at(7) });
  });
  test('no work moves on, and is no success', () => {
    const streak = { kind: 'no_work', count: 1 };
    assert.deepEqual(after('no_work'), { at: 'wake_audit 0', streak, due: at(8), succeeded: before });
  });
  test('failed and killed stay, and count together', () => {
    for (const outcome of ['failed', 'killed'] as const)
      assert.deepEqual(after(outcome), { at: 'wake_add 1', streak: failed(3), due: at(8), succeeded: before });
  });
  test('gated changes nothing but when to come again', () => {
    const due = new Date(Date.parse(at(7)) + 60_000).toISOString();
    assert.deepEqual(after('gated', { opensIn: 60_000 }), {
      at: 'wake_add 1',
      streak: failed(2),
      due,
      succeeded: before,
    });
  });
  test('stopped leaves everything, and no moment', () => {
    assert.deepEqual(after('stopped'), { at: 'wake_add 1', streak: failed(2), due: null, succeeded: before });
  });
});

test('after a clock went back, what was in its future happened just now', () => {
  const back = withoutFuture(known, new Date(at(4)));
  assert.deepEqual(back.succeeded, { wake_add: at(4), rem: at(3) });
  assert.equal(back.lastTick, at(4));
  assert.deepEqual(withoutFuture(known, new Date(at(5))), known);
});
