// Whether it was right to call a task done: what its owner made of that.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Standing } from '../../src/record/boards-then.ts';
import { type Fate, fateOf } from '../../src/record/verdict-fates.ts';

/** Each sight one night after the other. */
function fate(isAdvice: boolean, from: string, stood: readonly Standing[], isUndone = false): Fate {
  const line = 'done: it — 1a2b3c4';
  const result = isAdvice ? ('refused' as const) : ('applied' as const);
  const to = isAdvice ? null : 'DONE';
  return fateOf({
    outcome: { line, move: 'done', target: 'it — 1a2b3c4', task: 'it', from, to, result, why: '' },
    given: { line, task: 'it', from },
    ...{ isUndone, isAdvice, at: 0, end: stood.length },
    sights: stood.map((standing, index) => ({ at: index + 1, standing: () => standing })),
    nights: (after, until) => Math.max(0, until - after),
  });
}

describe('carried out', () => {
  for (const [stood, expected] of [
    [['done', 'done', 'done'], 'stayed'],
    [['done'], 'waiting'],
    [['done', 'doing'], 'overruled'],
    [['down'], 'overruled'],
    [['done', 'done', 'done', 'down'], 'stayed'],
  ] as const)
    test(`${stood.join(', ')}: ${expected}`, () => assert.equal(fate(false, 'DOING', stood), expected));
  test('and taken back', () => assert.equal(fate(false, 'DOING', ['doing'], true), 'overruled'));
});

describe('told', () => {
  for (const [from, stood, expected] of [
    ['DOING', ['doing', 'done'], 'came true'],
    ['TODO', ['down', 'down'], 'waiting'],
    ['TODO', ['down', 'doing'], 'overruled'],
    ['DOING', ['down'], 'overruled'],
    ['DOING', ['cancelled'], 'no sign'],
    ['DOING', ['doing', 'doing', 'doing', 'doing', 'doing', 'doing', 'doing'], 'no sign'],
  ] as const)
    test(`${from}, then ${stood.join(', ')}: ${expected}`, () => assert.equal(fate(true, from, stood), expected));
});
