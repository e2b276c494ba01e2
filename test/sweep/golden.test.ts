// The five signals and the score, to six decimals, as the table of the design has them (N11, N15, N16, N17, N47); and what lies on both sides of each number.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SweepRules, scored, scoreOf, signalsOf, tallied, usualRules } from '../../src/sweep/sweep.ts';
import { fc } from '../drawn.ts';
import { now, recall, recalls, tallyFrom } from './recalls.ts';

const sixth = (number: number): string => number.toFixed(6);
const day = 24 * 60 * 60 * 1000;

interface Golden {
  readonly name: string;
  readonly queries: number;
  readonly days: number;
  readonly scores: readonly number[];
  readonly age: number;
  readonly halfLifeDays: number;
  readonly score: string;
}

const table: readonly Golden[] = [
  {
    name: 'three fresh first hits',
    queries: 3,
    days: 1,
    scores: [1, 1, 1],
    age: 0,
    halfLifeDays: 7,
    score: '0.730979',
  },
  { name: 'two questions', queries: 2, days: 1, scores: [0.5, 0.5, 0.5], age: 0, halfLifeDays: 7, score: '0.550979' },
  {
    name: 'three days',
    queries: 3,
    days: 3,
    scores: [1, 0.5, 1 / 3, 1, 0.25],
    age: 2,
    halfLifeDays: 7,
    score: '0.679038',
  },
  {
    name: 'the same, 90 days',
    queries: 3,
    days: 3,
    scores: [1, 0.5, 1 / 3, 1, 0.25],
    age: 2,
    halfLifeDays: 90,
    score: '0.703695',
  },
  {
    name: 'one question over two days',
    queries: 1,
    days: 2,
    scores: [0.5, 0.5, 0.5],
    age: 0,
    halfLifeDays: 7,
    score: '0.570979',
  },
  { name: 'an old one', queries: 2, days: 1, scores: [0.2, 0.2, 0.2], age: 90, halfLifeDays: 7, score: '0.311000' },
  {
    name: 'the same, 90 days',
    queries: 2,
    days: 1,
    scores: [0.2, 0.2, 0.2],
    age: 90,
    halfLifeDays: 90,
    score: '0.385979',
  },
  { name: 'all there is', queries: 5, days: 5, scores: [1, 1, 1, 1, 1, 1], age: 0, halfLifeDays: 7, score: '0.940000' },
];

describe('the golden table', () => {
  for (const { name, queries, days, scores, age, halfLifeDays, score } of table)
    test(`${name}: ${score}`, () => {
      const last = now.getTime() - age * day;
      const events = scores.map((each, at) =>
        recall({ score: each, query: `q${at % queries}`, time: new Date(last - (at % days) * day) }),
      );
      const tally = tallyFrom(events);
      assert.deepEqual([tally.recalls, tally.queries, tally.days, tally.last], [scores.length, queries, days, last]);
      const signals = signalsOf(tally, now.getTime(), { halfLifeDays });
      assert.equal(sixth(scoreOf(signals, usualRules.weights)), score);
    });
});

test('the signals of the third line, one by one', () => {
  const scores = [1, 0.5, 1 / 3, 1, 0.25];
  const events = scores.map((score, at) =>
    recall({ score, query: `q${at % 3}`, time: new Date(now.getTime() - (2 + (at % 3)) * day) }),
  );
  const { frequency, relevance, recency, diversity, consolidation } = signalsOf(tallyFrom(events), now.getTime(), {
    halfLifeDays: 7,
  });
  assert.deepEqual(
    [frequency, relevance, recency, diversity, consolidation].map((each) => each.toFixed(4)),
    ['0.9208', '0.6167', '0.8203', '0.6000', '0.6000'],
  );
});

test('frequency of one to seven recalls: six are as good as any number', () =>
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((many) =>
      sixth(signalsOf(tallyFrom(recalls(many)), now.getTime(), usualRules).frequency),
    ),
    ['0.356207', '0.564575', '0.712414', '0.827087', '0.920782', '1.000000', '1.000000'],
  ));

test('diversity and consolidation: five are as good as six, four are not', () => {
  const spread = (days: number) =>
    signalsOf(
      tallyFrom(Array.from({ length: days }, (_, at) => recall({ time: new Date(now.getTime() - at * day) }))),
      now.getTime(),
      usualRules,
    );
  assert.deepEqual(
    [4, 5, 6].map((days) => spread(days).consolidation),
    [0.8, 1, 1],
  );
  assert.deepEqual(
    [4, 5, 6].map((days) => spread(days).diversity),
    [0.8, 1, 1],
  );
});

test('relevance stays between 0 and 1, whatever the store says', () => {
  assert.equal(tallyFrom([recall({ score: 7 })]).relevance, 1);
  assert.equal(tallyFrom([recall({ score: -7 })]).relevance, 0);
});

describe('recency', () => {
  const recency = (age: number, halfLifeDays: number): number =>
    signalsOf(tallyFrom([recall({ time: new Date(now.getTime() - age * day) })]), now.getTime(), { halfLifeDays })
      .recency;
  test('half after the half-life, to both sides of it', () => {
    assert.equal(recency(7, 7), 0.5);
    assert.ok(recency(6.9, 7) > 0.5 && recency(7.1, 7) < 0.5);
  });
  test('a half-life of 0 gives 0, also for what was recalled just now', () => assert.equal(recency(0, 0), 0));
  test('a time that has not come yet counts as now', () => assert.equal(recency(-3, 7), 1));
  test('the last recall counts, in whatever order they were kept', () => {
    const [old, fresh] = [recall({ time: new Date(now.getTime() - 9 * day) }), recall({ time: now })];
    assert.equal(tallyFrom([fresh, old]).last, now.getTime());
  });
});

test('a day ends at midnight UTC: a millisecond before and the moment itself are two days', () => {
  const at = (time: string) => recall({ time: new Date(time) });
  assert.equal(tallyFrom([at('2026-06-09T23:59:59.999Z'), at('2026-06-10T00:00:00.000Z')]).days, 2);
  assert.equal(tallyFrom([at('2026-06-10T00:00:00.000Z'), at('2026-06-10T23:59:59.999Z')]).days, 1);
});

test('an event whose time nobody can read counts for nothing', () =>
  assert.equal(tallied([{ ...recall({}), time: 'yesterday' }]).size, 0));

describe('what counts as one recall', () => {
  const minute = 60 * 1000;
  const at = (minutes: number, score: number, session = 's1') =>
    recall({
      score,
      session,
      query: `q${minutes}`,
      time: new Date(Date.parse('2026-06-10T10:00:00Z') + minutes * minute),
    });
  const events = [at(0, 0.5), at(59, 1), at(60, 0.5), at(61, 0.25, 's2')];
  test('each, if nothing is said', () => assert.equal(tallyFrom(events).recalls, 4));
  test('an hour: the best of it, and all its questions', () => {
    const tally = tallied(events, 'hour').get('m-aaaaaaaa');
    assert.deepEqual([tally?.recalls, tally?.relevance, tally?.queries], [2, 0.75, 4]);
  });
  test('a session: the best of it', () => {
    const tally = tallied(events, 'session').get('m-aaaaaaaa');
    assert.deepEqual([tally?.recalls, tally?.relevance], [2, 0.625]);
  });
  test('a session that nobody knows counts by the hour', () =>
    assert.equal(tallied([at(0, 1, ''), at(1, 1, ''), at(60, 1, '')], 'session').get('m-aaaaaaaa')?.recalls, 2));
});

test('in whatever order events come, the score is the same', () => {
  const event = fc.record({
    score: fc.integer({ min: 1, max: 9 }),
    at: fc.integer({ min: 0, max: 40 }),
    query: fc.integer({ min: 0, max: 6 }),
  });
  const shuffled = fc
    .array(event, { minLength: 1, maxLength: 30 })
    .chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      ),
    );
  const rules: SweepRules = { ...usualRules, minScore: 0.5 };
  fc.assert(
    fc.property(shuffled, (pair) => {
      const [one, other] = pair.map((events) =>
        scored(
          'm-aaaaaaaa',
          tallyFrom(
            events.map(({ score, at, query }) =>
              recall({ score: 1 / score, query: `q${query}`, time: new Date(now.getTime() - at * day) }),
            ),
          ),
          now.getTime(),
          rules,
        ),
      );
      assert.equal(one?.score, other?.score);
      assert.deepEqual(one?.failed, other?.failed);
    }),
    { numRuns: 300 },
  );
});
