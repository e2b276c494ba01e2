// Where a cadence goes: every outcome in every place, gates at their boundary, and files that were edited in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  beginning,
  type Cadence,
  canonicalCadence,
  gateLeft,
  type Position,
  parseCadence,
  runKind,
  settled,
  type TickOutcome,
} from '../../src/lifecycle/lifecycle.ts';

const read = parseCadence(Buffer.from(canonicalCadence));
const cadence: Cadence = read.kind === 'cadence' ? read.cadence : { start: '', states: [] };
const at = (state: string, hits = 0): Position => ({ state, hits });

const rules: readonly (readonly [from: Position, outcome: TickOutcome, to: Position])[] = [
  [at('wake_add', 0), 'done', at('wake_add', 1)],
  [at('wake_add', 1), 'done', at('wake_add', 2)],
  [at('wake_add', 2), 'done', at('wake_audit')],
  [at('wake_audit'), 'done', at('rem')],
  [at('rem'), 'done', at('wake_plan')],
  [at('wake_plan'), 'done', at('wake_add')],
  // What is left of the repeats is skipped, never a state.
  [at('wake_add', 0), 'no_work', at('wake_audit')],
  [at('wake_add', 1), 'no_work', at('wake_audit')],
  [at('wake_audit'), 'no_work', at('rem')],
  [at('rem'), 'no_work', at('wake_plan')],
  // Whatever failed stays, with what it has.
  ...(['failed', 'killed', 'gated'] as const).flatMap((outcome) =>
    [at('wake_add', 2), at('wake_audit'), at('rem')].map((from) => [from, outcome, from] as const),
  ),
  // More hits than it asks for by now: the next success moves on.
  [at('wake_add', 7), 'done', at('wake_audit')],
  [at('gone', 1), 'done', at('wake_add')],
];

for (const [from, outcome, to] of rules)
  test(`${from.state} ${from.hits}, ${outcome}`, () => assert.deepEqual(advance(cadence, from, outcome), to));

test('three adds, audit, rem, plan, and again', () => {
  let position = beginning(cadence);
  const seen: string[] = [];
  for (let tick = 0; tick < 12; tick += 1) {
    seen.push(position.state);
    position = advance(cadence, position, 'done');
  }
  const round = ['wake_add', 'wake_add', 'wake_add', 'wake_audit', 'rem', 'wake_plan'];
  assert.deepEqual(seen, [...round, ...round]);
});

test('a position that the file does not know begins anew; one it knows stays', () => {
  assert.deepEqual(settled(cadence, at('removed', 2)), at('wake_add'));
  assert.deepEqual(settled(cadence, undefined), at('wake_add'));
  assert.deepEqual(settled(cadence, at('wake_add', 2)), at('wake_add', 2));
});

test('a gate: open if it never ran, shut after a success, open at its very end, and a clock that went back shuts nothing', () => {
  const rem = cadence.states[2];
  if (rem === undefined) throw new Error('no rem');
  const interval = 50 * 60_000;
  assert.equal(gateLeft(rem, undefined, 0), 0);
  assert.equal(gateLeft(rem, 1000, 1000), interval);
  assert.equal(gateLeft(rem, 1000, 1000 + interval - 1), 1);
  assert.equal(gateLeft(rem, 1000, 1000 + interval), 0);
  assert.equal(gateLeft(rem, 1000, 999), 0);
  assert.equal(gateLeft({ ...rem, minInterval: null }, 1000, 1001), 0);
});

test('the kind of a run is the name of its state without wake', () => {
  assert.deepEqual(['wake_add', 'WAKE-Audit', 'groom'].map(runKind), ['add', 'audit', 'groom']);
});
