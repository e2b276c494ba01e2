// What looks out of date and is not: said again since, needed twice, or only over for a clock that leapt.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { curatedByRules } from '../../src/curate/by-rules.ts';
import { hasLeapt } from '../../src/curate/clock.ts';
import type { Held } from '../../src/curate/held.ts';
import { identityOf } from '../../src/memory/memory.ts';

const now = new Date('2026-11-19T10:00:00Z');
const gone = { paths: new Map<string, string>(), branches: new Map<string, string>() };

function held(raw: string, at: string | null, from: number, more: Partial<Held> = {}): Held {
  const text = raw.replace(/^(?:-|\d+[.)]) (?:\[[ x]\] )?/u, '');
  return {
    ...{ ...identityOf(text), text, raw, section: [], origin: 'agent', time: at, day: null, from },
    ...{ isOurs: true, isElsewhere: false, isPlain: true, ...more },
  };
}

const kinds = (given: readonly Held[], at = now, isDated = true): string[] =>
  curatedByRules(given, gone, at, isDated).operations.map(({ kind }) => kind);

const was = '- The heron lamp costs 50 EUR.';
const changed = '- Changed the heron lamp from 50 EUR over to 60 EUR.';

describe('a change that was told', () => {
  test('takes out what was said before it', () =>
    assert.deepEqual(kinds([held(was, '2026-11-01T10:00:00Z', 0), held(changed, '2026-11-02T10:00:00Z', 1)]), [
      'supersede',
    ]));
  test('takes out nothing that notes say again on a later day', () => {
    const again = held(was, '2026-11-01T10:00:00Z', 0, { day: '2026-11-03' });
    assert.deepEqual(kinds([again, held(changed, '2026-11-02T10:00:00Z', 1)]), []);
  });
  test('takes out nothing that stands there again behind it, and the two are not made one', () => {
    const [first, newer] = [held(was, '2026-11-01T10:00:00Z', 0), held(changed, '2026-11-02T10:00:00Z', 1)];
    assert.deepEqual(kinds([first, newer, held(was, '2026-11-01T10:00:00Z', 2)]), []);
  });
  test('takes out nothing if it is from a clock that was ahead', () =>
    assert.deepEqual(kinds([held(was, '2026-11-01T10:00:00Z', 0), held(changed, '2027-11-02T10:00:00Z', 1)]), []));
});

test('the same step twice in a numbered list stays twice', () =>
  assert.deepEqual(
    kinds([held('1. Run lint', null, 0), held('2. Build it', null, 1), held('3. Run lint', null, 2)]),
    [],
  ));

test('"yesterday" is left as it is if the day of writing lies ahead', () => {
  const text = '- The parser was released yesterday.';
  assert.deepEqual(kinds([held(text, '2026-11-18T10:00:00Z', 0)]), ['reword']);
  assert.deepEqual(kinds([held(text, '2027-11-18T10:00:00Z', 0)]), []);
});

describe('a clock that leaps a year ahead', () => {
  const late = new Date('2027-11-19T10:00:00Z');
  const nights = ['2026-11-10T03:00:00Z', '2026-11-12T03:00:00Z', '2026-11-18T03:00:00Z'];
  test('is not believed on the first day, nor in its first week', () => {
    assert.equal(hasLeapt(nights, late), true);
    assert.equal(hasLeapt([...nights, '2027-11-16T03:00:00Z'], late), true);
    assert.equal(hasLeapt([...nights, '2027-11-06T03:00:00Z', '2027-11-16T03:00:00Z'], late), false);
  });
  test('is no leap if somebody was away for two months, or if there is no past', () => {
    assert.equal(hasLeapt(nights, new Date('2027-01-18T10:00:00Z')), false);
    assert.equal(hasLeapt([], late), false);
  });
  test('makes nothing seem over', () => {
    const given = [
      held('- Deploys are frozen (until 2026-12-24)', '2026-11-01T10:00:00Z', 0),
      held('- [x] Ship it', '2026-11-18T10:00:00Z', 1),
    ];
    assert.deepEqual(kinds(given, late), ['demote', 'demote']);
    assert.deepEqual(kinds(given, late, false), []);
  });
});
