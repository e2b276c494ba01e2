// The gate: nine of twelve, no bar at nothing, no trigger, and a sum that adds up; asked for only where a home asks for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateExample, whyNotThroughGate } from '../../src/work/gate.ts';
import { bars, readGate } from '../../src/work/gate-line.ts';

const line = (scores: readonly number[], said = scores.reduce((sum, score) => sum + score, 0), triggers = 0): string =>
  `gate: ${bars.map((bar, at) => `${bar} ${scores[at]}`).join(' · ')} = ${said}/12, ${triggers} triggers`;
const reasons = (message: string): readonly string[] => {
  const read = readGate(message);
  return read.kind === 'none' ? ['none'] : read.reasons;
};

test('nine with no zero passes, eight does not, nine with a zero does not, a trigger does not', () => {
  assert.deepEqual(reasons(line([2, 2, 2, 1, 1, 1])), []);
  assert.deepEqual(reasons(line([2, 2, 1, 1, 1, 1])), ['8 of 12 is less than 9']);
  assert.deepEqual(reasons(line([2, 2, 2, 2, 1, 0])), ['earns its place is 0']);
  assert.deepEqual(reasons(line([2, 2, 2, 2, 2, 2], 12, 1)), ['1 trigger']);
  assert.deepEqual(reasons(gateExample), []);
});

const told: readonly (readonly [message: string, why: RegExp])[] = [
  [line([2, 2, 2, 2, 2, 2], 11), /it says 11, and adds up to 12/u],
  [line([3, 2, 2, 2, 2, 2]), /depth is above 2/u],
  ['gate: depth 2 · restraint 2 = 4/12, 0 triggers', /one idea has no score/u],
  [`${line([2, 2, 2, 2, 2, 2]).replace('motion 2', 'depth 2')}`, /depth is scored twice/u],
  [line([2, 2, 2, 2, 2, 2]).replace('motion', 'emotion'), /emotion is no bar/u],
  [line([2, 2, 2, 2, 2, 2]).replace(', 0 triggers', ''), /does not say how many triggers/u],
  ['gate: all good', /it says no sum/u],
  ['gate: 12/12', /no sum|no score/u],
];
for (const [message, why] of told)
  test(`told: ${message.slice(0, 60)}`, () => assert.match(reasons(message).join('; '), why));

test('as people write it: commas, capitals, colons, blanks; in a body; the last one counts', () => {
  assert.deepEqual(
    reasons('GATE: Depth: 2, Restraint: 2, One  idea: 2, Motion: 1, Green: 1, Earns its place: 1 = 9 / 12, 0 triggers'),
    [],
  );
  assert.deepEqual(
    reasons(`add: a page\n\nIt has a table.\n\n  ${line([0, 1, 1, 1, 1, 1])}\nfixed, again:\n${gateExample}\n`),
    [],
  );
  assert.deepEqual(reasons('add: a gate to the garden'), ['none']);
});

test('a home that does not ask is not answered; one that asks for a folder is asked for nothing else', () => {
  assert.equal(whyNotThroughGate({}, 'add: x', ['a']), undefined);
  assert.equal(whyNotThroughGate({ work: { gate: false } }, 'add: x', ['a']), undefined);
  assert.match(
    whyNotThroughGate({ work: { gate: true } }, 'add: x', ['a']) ?? '',
    /wants a scoreline .*gate: depth 2/u,
  );
  const some = { work: { gate: { paths: ['content/', 'blog/**', 'index.html'] } } };
  for (const path of ['content/a', 'blog/2026/x.md', 'index.html'])
    assert.ok(whyNotThroughGate(some, 'add: x', [path]));
  for (const path of ['contents/a', 'blog2', 'sub/index.html', 'plan.org'])
    assert.equal(whyNotThroughGate(some, 'add: x', [path]), undefined);
  assert.equal(whyNotThroughGate(some, `add: x\n\n${gateExample}`, ['blog/x']), undefined);
});
