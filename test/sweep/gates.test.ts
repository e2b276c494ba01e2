// Each gate alone decides, on both sides of its number (N7, N8, N9, N18, N19, N20, N21, N23); and the order is the same in whatever order they come.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  byRank,
  type CountGate,
  rulesOf,
  type Scored,
  type SweepRules,
  scored,
  type Tally,
  usualRules,
} from '../../src/sweep/sweep.ts';
import { fc } from '../drawn.ts';
import { now, recall, tallyFrom } from './recalls.ts';

const day = 24 * 60 * 60 * 1000;
const good: Tally = { recalls: 6, relevance: 1, queries: 5, days: 5, last: now.getTime() };
const failedBy = (more: Partial<Tally>, rules: Partial<SweepRules> = {}): readonly CountGate[] =>
  scored('m-aaaaaaaa', { ...good, ...more }, now.getTime(), { ...usualRules, ...rules }).failed;

test('the numbers of the design are the usual ones', () => {
  assert.deepEqual(rulesOf({}), {
    weights: { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, consolidation: 0.1 },
    ...{
      halfLifeDays: 7,
      keptDays: 90,
      countOncePer: 'none',
      minRecalls: 3,
      minDays: 1,
      minQueries: 2,
      minScore: 0.35,
    },
    ...{ mostPromotions: 20, dedupe: false },
  });
});

test('each has its setting', () =>
  assert.deepEqual(
    rulesOf({
      dreaming: {
        ...{ weights: { recency: 0.5 }, half_life_days: 0, count_once_per: 'hour', min_recall_count: 5 },
        ...{ min_unique_days: 2, min_unique_queries: 6, min_score: 0.25, max_promotions_per_sweep: 3, dedupe: true },
      },
    }),
    {
      weights: { ...usualRules.weights, recency: 0.5 },
      ...{
        halfLifeDays: 0,
        keptDays: 90,
        countOncePer: 'hour',
        minRecalls: 5,
        minDays: 2,
        minQueries: 6,
        minScore: 0.25,
      },
      ...{ mostPromotions: 3, dedupe: true },
    },
  ));

describe('each gate alone decides', () => {
  test('none holds back what is good', () => assert.deepEqual(failedBy({}), []));
  test('3 recalls', () => assert.deepEqual([failedBy({ recalls: 2 }), failedBy({ recalls: 3 })], [['recalls'], []]));
  test('1 day', () => assert.deepEqual([failedBy({ days: 0 }), failedBy({ days: 1 })], [['days'], []]));
  test('2 days, where they are wanted', () =>
    assert.deepEqual([failedBy({ days: 1 }, { minDays: 2 }), failedBy({ days: 2 }, { minDays: 2 })], [['days'], []]));
  test('2 questions', () => assert.deepEqual([failedBy({ queries: 1 }), failedBy({ queries: 2 })], [['queries'], []]));
  test('a score of 0.35: exactly so much passes, the least bit less does not', () => {
    const { score } = scored('m-aaaaaaaa', good, now.getTime(), usualRules);
    assert.deepEqual(failedBy({}, { minScore: score }), []);
    assert.deepEqual(failedBy({}, { minScore: score + 1e-9 }), ['score']);
    // 0.311 and 0.386 of the golden table.
    const old = { recalls: 3, relevance: 0.2, queries: 2, days: 1, last: now.getTime() - 90 * day };
    assert.deepEqual([failedBy(old), failedBy(old, { halfLifeDays: 90 })], [['score'], []]);
  });
  test('several at once are all named', () =>
    assert.deepEqual(failedBy({ recalls: 1, queries: 1, relevance: 0, last: 0, days: 0 }), [
      'recalls',
      'days',
      'queries',
      'score',
    ]));
});

test('one question over two days is one question', () => {
  const twice = [0, 0, 1].map((back) => recall({ query: 'deploy when', time: new Date(now.getTime() - back * day) }));
  const one = scored('m-aaaaaaaa', tallyFrom(twice), now.getTime(), usualRules);
  assert.deepEqual([one.tally.days, one.failed], [2, ['queries']]);
});

test('six different questions satisfy a gate of six, five do not', () => {
  const asked = (many: number) =>
    scored(
      'm-aaaaaaaa',
      tallyFrom(Array.from({ length: many }, (_, at) => recall({ query: `q${at}` }))),
      now.getTime(),
      { ...usualRules, minQueries: 6 },
    ).failed;
  assert.deepEqual([asked(5), asked(6)], [['queries'], []]);
});

describe('the order', () => {
  const named = (id: string, more: Partial<Tally> = {}, score?: number): Scored => {
    const one = scored(id, { ...good, ...more }, now.getTime(), usualRules);
    return score === undefined ? one : { ...one, score };
  };
  const ids = (all: readonly Scored[]): string[] => all.toSorted(byRank).map(({ id }) => id);
  test('score, then recalls, then the last recall, then the id', () => {
    assert.deepEqual(ids([named('m-a', {}, 0.5), named('m-b', {}, 0.6)]), ['m-b', 'm-a']);
    assert.deepEqual(ids([named('m-a', { recalls: 6 }), named('m-b', { recalls: 7 })]), ['m-b', 'm-a']);
    assert.deepEqual(ids([named('m-a', { last: 5 }, 0.5), named('m-b', { last: 6 }, 0.5)]), ['m-b', 'm-a']);
    assert.deepEqual(ids([named('m-b'), named('m-a')]), ['m-a', 'm-b']);
  });
  test('it is total: shuffled, the same comes out', () => {
    const tally = fc.record({
      ...{
        recalls: fc.integer({ min: 1, max: 4 }),
        relevance: fc.constantFrom(0.5, 1),
        queries: fc.constantFrom(1, 2),
      },
      ...{ days: fc.constantFrom(1, 2), last: fc.constantFrom(now.getTime(), now.getTime() - day) },
    });
    const all = fc.array(tally, { minLength: 2, maxLength: 25 }).chain((tallies) => {
      const each = tallies.map((one, at) => scored(`m-${String(at).padStart(8, '0')}`, one, now.getTime(), usualRules));
      return fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length, maxLength: each.length }));
    });
    fc.assert(
      fc.property(all, ([one, other]) => assert.deepEqual(ids(one), ids(other))),
      { numRuns: 300 },
    );
  });
});
