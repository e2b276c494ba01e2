// What every store promises about the memories that were asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptRecallDays, keptRecalls, type RecallEvent } from '../../src/store/store-types.ts';
import type { Promising } from './contract.ts';

const now = '2026-06-10T09:30:00.000Z';
const event = (memory: string, more: Partial<RecallEvent> = {}): RecallEvent => ({
  ...{ memory, asked: 'When is staging reset?', query: 'reset staging', score: 1, time: now },
  ...{ agent: 'agent', session: 's-1', ...more },
});
const back = (days: number, milliseconds = 0): string =>
  new Date(Date.parse(now) - days * 86_400_000 + milliseconds).toISOString();

export function recalls(promise: Promising): void {
  promise('what was recalled is there as it was told, in its order, for all and for each memory', (store) => {
    assert.deepEqual([...store.recalls()], []);
    store.dropRecalls();
    store.dropRecalls('m-none');
    const [one, two, again] = [
      event('m-a', { asked: 'ü “x” \0 日本', session: '' }),
      event('m-b', { score: 1 / 3, agent: 'zoe' }),
      event('m-a', { time: back(2) }),
    ];
    store.keepRecalls([one, two], now);
    store.keepRecalls([], now);
    store.keepRecalls([again], now);
    assert.deepEqual([...store.recalls()], [one, two, again], 'as they were kept, whatever their clock said');
    assert.deepEqual([...store.recalls('m-a')], [one, again]);
    assert.deepEqual([...store.recalls('m-c')], []);
  });

  promise('what was asked for last comes first, each once, and no more is looked at than is wanted', (store) => {
    assert.deepEqual(store.lastRecalled(9), []);
    store.keepRecalls([event('m-b', { time: back(1) }), event('m-a', { time: back(1) })], now);
    store.keepRecalls([event('m-c'), event('m-a')], now);
    store.keepRecalls([event('m-d', { time: back(2) })], now);
    assert.deepEqual(store.lastRecalled(9), ['m-c', 'm-a', 'm-b', 'm-d']);
    assert.deepEqual(store.lastRecalled(3), ['m-c', 'm-a', 'm-b']);
  });

  promise('they are forgotten for one memory, or all of them', (store) => {
    store.keepRecalls([event('m-a'), event('m-b'), event('m-a')], now);
    store.dropRecalls('m-a');
    assert.deepEqual([...store.recalls()], [event('m-b')]);
    store.dropRecalls();
    assert.deepEqual([...store.recalls()], []);
  });

  promise(`they are kept for ${keptRecallDays} days, and not a millisecond longer`, (store) => {
    const [old, last] = [
      event('m-a', { time: back(keptRecallDays, -1) }),
      event('m-b', { time: back(keptRecallDays) }),
    ];
    store.keepRecalls([old, last], back(keptRecallDays));
    assert.equal([...store.recalls()].length, 2);
    store.keepRecalls([event('m-c')], now);
    assert.deepEqual([...store.recalls()], [last, event('m-c')]);
  });

  promise('for longer, if whoever keeps them says so', (store) => {
    const old = event('m-a', { time: back(keptRecallDays + 10) });
    store.keepRecalls([old], back(keptRecallDays + 10));
    store.keepRecalls([event('m-b')], now, { days: keptRecallDays + 10 });
    assert.equal([...store.recalls()].length, 2);
  });

  promise('those from before a time go when they are pruned, and no others', (store) => {
    const [old, edge] = [event('m-a', { time: back(8) }), event('m-b', { time: back(7) })];
    store.keepRecalls([old, edge, event('m-c')], now);
    store.pruneRecalls(back(7));
    assert.deepEqual([...store.recalls()], [edge, event('m-c')]);
  });

  test('a million of them are kept', () => assert.equal(keptRecalls, 1_000_000));

  promise('there are never more than are kept, and the newest stay', (store) => {
    const most = 500;
    store.keepRecalls([event('m-first'), event('m-second')], now, { most });
    store.keepRecalls(
      Array.from({ length: most - 1 }, () => event('m-a')),
      now,
      { most },
    );
    const kept = [...store.recalls()];
    assert.deepEqual([kept.length, kept[0]?.memory], [most, 'm-second']);
  });
}
