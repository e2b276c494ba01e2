// What models may take: every limit stops the call before it is made, a killed call counts, and a clock that goes back lifts nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterFailure, parseRest, rested, restLeft } from '../../src/asking/breaker.ts';
import { roomFor, usdOf } from '../../src/asking/budget.ts';
import type { HttpSource, ModelLimits } from '../../src/config/config.ts';
import type { KeptCall } from '../../src/world/world.ts';

const plenty = { calls: 1000, tokens: 1e9, seconds: 1e6, bytes: 1e9, usd: undefined };
const limits: ModelLimits = { night: plenty, day: plenty, call: 120_000 };
const source: HttpSource = {
  ...{ kind: 'chat', provider: 'p', model: 'm', url: 'https://models.example/v1', key: undefined },
  ...{ isStreamed: false, form: 'schema', price: undefined },
};
const call: KeptCall = {
  ...{ seq: 1, night: 'n-1', act: 'dream', provider: 'p', model: 'p/m', time: '2026-06-10T10:00:00.000Z' },
  ...{ outcome: 'timeout', input: 1000, output: 500, bytes: 2000, milliseconds: 30_000, usd: 0.02 },
};
const many = (count: number, more: Partial<KeptCall> = {}): KeptCall[] =>
  Array.from({ length: count }, (_, at) => ({ ...call, seq: at + 1, ...more }));

test('each limit, of the night and of the day, at its edge', () => {
  const edges: readonly (readonly [what: 'calls' | 'tokens' | 'seconds' | 'bytes', fits: number, full: number])[] = [
    ['calls', 4, 3],
    ['tokens', 4500 + 1000 + 800, 4500 + 1000 + 799],
    ['seconds', 91, 90],
    ['bytes', 6001, 6000],
  ];
  for (const span of ['night', 'day'] as const)
    for (const [what, fits, full] of edges) {
      const within = (most: number): ReturnType<typeof roomFor> =>
        roomFor({ ...limits, [span]: { ...plenty, [what]: most } }, many(3), 'n-1', source, 1000);
      assert.equal(within(fits).kind, 'room', `${span} ${what}`);
      const spent = within(full);
      assert.ok(spent.kind === 'spent');
      assert.match(spent.message, new RegExp(`the ${span}'s ${full} ${what} for models are spent`, 'u'));
    }
});

test('other nights count for the day and not for the night', () => {
  const calls = many(9, { night: 'n-other' });
  assert.equal(roomFor({ ...limits, night: { ...plenty, calls: 1 } }, calls, 'n-1', source, 10).kind, 'room');
  assert.equal(roomFor({ ...limits, day: { ...plenty, calls: 9 } }, calls, 'n-1', source, 10).kind, 'spent');
});

test('one more call gets no more than what is left', () => {
  const left = roomFor(
    { ...limits, day: { calls: 9, tokens: 6000, seconds: 40, bytes: 5000, usd: undefined } },
    many(1),
    'n-1',
    source,
    1000,
  );
  assert.deepEqual(left, { kind: 'room', maxTokens: 3500, usd: null, bytes: 3000, wire: 3000, milliseconds: 10_000 });
  const usual = roomFor(limits, [], 'n-1', source, 1000);
  assert.deepEqual(usual, {
    kind: 'room',
    maxTokens: 6000,
    usd: null,
    bytes: 262_144,
    wire: 262_144,
    milliseconds: 120_000,
  });
});

test('money: by the price, by what the provider said, and not at all where nobody says', () => {
  const capped: ModelLimits = { ...limits, day: { ...plenty, usd: 0.05 } };
  const priced = { ...source, price: { input: 1, output: 5 } };
  // 1,000 tokens in and 6,000 out are 3.1 cents at most.
  assert.equal(roomFor(capped, [], 'n-1', priced, 1000).kind, 'room');
  assert.equal(roomFor(capped, many(1), 'n-1', priced, 1000).kind, 'spent');
  // The provider tells: two of its calls are four cents, three are more than five.
  assert.equal(roomFor(capped, many(2), 'n-1', source, 1000).kind, 'room');
  assert.equal(roomFor(capped, many(3), 'n-1', source, 1000).kind, 'spent');
  const silent = roomFor(capped, many(1, { usd: null, outcome: 'answer' }), 'n-1', source, 1000);
  assert.ok(silent.kind === 'spent');
  assert.match(silent.message, /it is not known what p costs; set `price`/u);
  for (const outcome of ['key', 'rate', 'request', 'network'])
    assert.equal(roomFor(capped, many(1, { usd: null, outcome }), 'n-1', source, 1000).kind, 'room', outcome);
  const program = { kind: 'command', provider: 'p', argv: ['p'] } as const;
  assert.equal(roomFor(capped, many(1, { usd: null, outcome: 'answer' }), 'n-1', program, 1000).kind, 'room');
  assert.equal(
    roomFor({ ...limits, day: { ...plenty, usd: 0 } }, many(1, { usd: 0 }), 'n-1', source, 10).kind,
    'spent',
  );
});

test('what a call cost', () => {
  const spent = { input: 1_000_000, output: 1_000_000, usd: null };
  assert.equal(usdOf({ kind: 'builtin' }, spent), 0);
  assert.equal(usdOf({ kind: 'command', provider: 'c', argv: ['c'] }, spent), null);
  assert.equal(usdOf(source, spent), null);
  assert.equal(usdOf({ ...source, price: { input: 2, output: 3 } }, spent), 5);
  assert.equal(
    usdOf({ ...source, price: { input: 2, output: 3 } }, { ...spent, usd: 1 }),
    5,
    'of two words about money the dearer counts',
  );
  assert.equal(usdOf({ ...source, url: 'http://127.0.0.1:11434/v1' }, spent), 0, 'on this machine');
});

test('the breaker: the fifth failure in a row rests ten minutes, each further one twice as long, six hours at most', () => {
  const now = '2026-06-10T10:00:00.000Z';
  let rest = rested;
  const rests: number[] = [];
  for (let failure = 1; failure <= 12; failure += 1) {
    rest = afterFailure(rest, now, null);
    rests.push(restLeft(rest, now) / 60_000);
  }
  assert.deepEqual(rests, [0, 0, 0, 0, 10, 20, 40, 80, 160, 320, 360, 360]);
  assert.equal(restLeft(rest, '2026-06-10T15:59:59.000Z'), 1000);
  assert.equal(restLeft(rest, '2026-06-10T16:00:00.000Z'), 0);
  assert.equal(
    restLeft(rest, '2026-06-09T10:00:00.000Z'),
    0,
    'a clock that went back a day does not make it a day longer',
  );
  assert.equal(restLeft(afterFailure(rested, now, 90_000), now), 90_000, 'as long as the provider asks for');
  assert.equal(restLeft(afterFailure(rested, now, 1e12), now), 6 * 3_600_000);
});

test('what is remembered of it comes back, and what is no such thing is nothing', () => {
  const rest = afterFailure(afterFailure(rested, '2026-06-10T10:00:00.000Z', null), '2026-06-10T10:00:00.000Z', 5000);
  assert.deepEqual(parseRest(JSON.stringify(rest)), rest);
  for (const text of [undefined, '', '{', 'null', '3', '{"failures":"x","until":null}', '{"until":1}'])
    assert.deepEqual(parseRest(text), rested);
  assert.deepEqual(parseRest('{"failures":2,"until":"soon"}'), { failures: 2, until: null });
});

test('work is counted apart from sleep, and its dollars with it', () => {
  const worked = many(9, { act: 'work', night: 'r-1', usd: 0.01 });
  const few = { ...limits, day: { ...plenty, calls: 5 } };
  assert.equal(roomFor(few, worked, 'n-1', source, 10).kind, 'room');
  const spent = roomFor(few, worked, 'r-2', source, 10, 'work');
  assert.ok(spent.kind === 'spent' && spent.message.startsWith("the day's 5 calls"), JSON.stringify(spent));
  assert.equal(roomFor(few, many(9), 'r-2', source, 10, 'work').kind, 'room');
  const run = roomFor({ ...limits, night: { ...plenty, calls: 9 } }, worked, 'r-1', source, 10, 'work');
  assert.ok(run.kind === 'spent' && run.message.startsWith("the run's 9 calls"), JSON.stringify(run));
  assert.equal(roomFor({ ...limits, day: { ...plenty, usd: 0.08 } }, worked, 'n-1', source, 10).kind, 'spent');
});
