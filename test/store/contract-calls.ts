// What every store promises about calls to models, and about words it is asked to remember.
import assert from 'node:assert/strict';
import type { Promising } from './contract.ts';

const time = '2026-06-10T09:30:00.000Z';
const call = { night: 'n-1', act: 'dream', provider: 'p', model: 'p/m', time };
const cost = { input: 10, output: 5, bytes: 100, milliseconds: 7, usd: 0.5 };

export function calls(promise: Promising): void {
  promise('a call counts from before it is made, as what it may take; and then as what it took', (store) => {
    const worst = { input: 1000, output: 4000, bytes: 1e6, milliseconds: 60_000, usd: null };
    const seq = store.beginCall(time, () => ({ ...call, ...worst })) ?? 0;
    assert.deepEqual(store.callsOn(time), [{ ...call, ...worst, seq, outcome: '' }]);
    store.endCall(seq, 'timeout', cost);
    assert.deepEqual(store.callsOn(time), [{ ...call, ...cost, seq, outcome: 'timeout' }]);
    store.endCall(seq + 1, 'answer', cost);
    assert.equal(store.callsOn(time).length, 1, 'a call nobody began does not end');
  });

  promise(
    'a day is a UTC day; a clock that goes back lifts no limit, and one that goes far ahead and back starves nobody',
    (store) => {
      const at = (day: string): number => {
        const late = `${day}T23:59:59.999Z`;
        return store.beginCall(late, () => ({ ...call, ...cost, time: late })) ?? 0;
      };
      const [first, second, far] = [at('2026-06-10'), at('2026-06-11'), at('2036-01-01')];
      const on = (day: string): number[] => store.callsOn(`${day}T00:00:00.000Z`).map(({ seq }) => seq);
      assert.deepEqual(on('2026-06-11'), [second, far]);
      assert.deepEqual(on('2026-06-09'), [first, second, far], 'yesterday again: all of it counts');
      const later = at('2026-06-12');
      assert.deepEqual(on('2026-06-12'), [far, later]);
      assert.deepEqual(on('2026-06-13'), [], 'what was counted once is over with its day');
      assert.deepEqual(on('2026-06-11'), [second, far, later], 'and to look at another day in between changes nothing');
      assert.deepEqual(
        store.newestCalls(2).map(({ seq }) => seq),
        [later, far],
      );
    },
  );

  promise('who begins a call is shown those of the day, and may think better of it', (store) => {
    const begin = (most: number): number | undefined =>
      store.beginCall(time, (today) => (today.length < most ? { ...call, ...cost } : undefined));
    assert.deepEqual([begin(2), begin(2), begin(2), begin(3)], [1, 2, undefined, 3]);
    assert.equal(store.callsOn(time).length, 3);
  });

  promise('messages come in their order, for whom they are, and are taken once', (store) => {
    const message = (agent: string, text: string) => ({ agent, time, from: 'said', text }) as const;
    const [first] = store.keepMessages([message('one', 'a'), message('other', 'b')]) || [];
    assert.equal(store.keepMessages([message('one', 'c')], { name: 'heard', before: 'x', after: 'y' }), false);
    assert.equal(store.memo('heard'), undefined);
    assert.ok(store.keepMessages([message('one', 'd')], { name: 'heard', before: undefined, after: 'y' }));
    assert.equal(store.memo('heard'), 'y');
    const texts = (of: readonly { readonly text: string }[]): string[] => of.map(({ text }) => text);
    assert.deepEqual(texts(store.messages('one')), ['a', 'd']);
    assert.deepEqual(texts(store.takeMessages('one', first)), ['a']);
    assert.deepEqual(texts(store.takeMessages('one')), ['d']);
    assert.deepEqual([store.takeMessages('one'), texts(store.takeMessages('other'))], [[], ['b']]);
  });
  promise('a word is remembered under its name until it is forgotten', (store) => {
    assert.equal(store.memo('a'), undefined);
    store.setMemo('a', 'one');
    store.setMemo('a', 'two');
    store.setMemo('', '');
    assert.deepEqual([store.memo('a'), store.memo(''), store.memo('b')], ['two', '', undefined]);
    store.setMemo('a', undefined);
    store.setMemo('b', undefined);
    assert.equal(store.memo('a'), undefined);
  });
}
