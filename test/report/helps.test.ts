// The one line that says whether a hand-over helps: with too little on record it says so, and where it does not help it says that, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged, median } from '../../src/report/helps.ts';
import { fc } from '../drawn.ts';

test('with fewer than three sessions of either kind nothing is said', () => {
  for (const [had, not] of [
    [[], []],
    [
      [1, 2],
      [9, 9, 9],
    ],
    [
      [1, 2, 3, 4],
      [9, 9],
    ],
  ] as const) {
    const { isEnough, told } = judged(had, not);
    assert.equal(isEnough, false);
    assert.match(told, /^Whether it helps cannot be said yet/u);
    assert.ok(told.includes(`${had.length} with a hand-over and ${not.length} without one`), told);
  }
});

test('it helps, it makes no difference, it does not help: as the medians say, and never more', () => {
  const row = fc.array(fc.nat({ max: 60 }), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(row, row, (had, not) => {
      const { told, isEnough } = judged(had, not);
      const expected =
        median(had) < median(not)
          ? 'So far it helps.'
          : median(had) === median(not)
            ? 'So far it makes no difference.'
            : 'So far it does not help.';
      assert.ok(isEnough && told.includes(expected) && told.endsWith('this is a hint and no proof.'), told);
    }),
  );
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 3, 2]), median([5])], [2, 2.5, 5]);
});
