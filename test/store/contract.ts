// What every store promises, whoever keeps it: one suite, run for each of them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Sealing, Store } from '../../src/store/store.ts';
import { calls } from './contract-calls.ts';
import { recalls } from './contract-recalls.ts';

/** Opens a store that begins empty. */
export type OpenEmpty = (t: TestContext) => Store;

export const time = '2026-06-10T09:30:00.000Z';
const holder = (id: string) => ({ id, who: `process of ${id}`, since: time });

/** A plain sealing; `more` says what is special about it. */
export function sealing(id: string, after: number, more: Partial<Sealing> = {}): Sealing {
  return { id, time, body: `{"id":"${id}"}`, images: new Map(), outbox: [], after, ...more };
}

function sealAll(store: Store, ids: readonly string[]): void {
  for (const id of ids) assert.equal(store.seal(sealing(id, store.lastSealed())), 'sealed', id);
}

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

/** Registers the suite for one implementation. */
export function storeContract(name: string, open: OpenEmpty): void {
  const promise = (what: string, act: (store: Store) => void): void => {
    test(`${name}: ${what}`, (t) => {
      const store = open(t);
      act(store);
      assert.deepEqual(store.problems(), []);
      store.close();
    });
  };
  sealing_(promise);
  endings(promise);
  leases(promise);
  drafts(promise);
  calls(promise);
  recalls(promise);
}

export type Promising = (what: string, act: (store: Store) => void) => void;

function sealing_(promise: Promising): void {
  promise('an empty one has nothing, and is asked without harm', (store) => {
    assert.equal(store.lastSealed(), 0);
    assert.deepEqual(store.unfinished(), []);
    assert.deepEqual(store.undelivered(), []);
    assert.deepEqual(store.ended(10), []);
    assert.equal(store.isUnfinished('none'), false);
    assert.equal(store.holderOf('night'), undefined);
    assert.equal(store.draft('none'), undefined);
    store.finish('none', 'done', '');
    store.forget('none');
    store.delivered('none');
    store.endLease({ name: 'night', number: 1 });
    store.dropDraft('none');
    assert.deepEqual([store.unfinished(), store.ended(10), store.lastSealed()], [[], [], 0]);
  });

  promise('what is sealed is there whole, oldest first, until it is finished', (store) => {
    sealAll(store, ['z', 'a', 'm']);
    assert.deepEqual(ids(store.unfinished()), ['z', 'a', 'm']);
    const [first] = store.unfinished();
    assert.deepEqual(first, { seq: 1, id: 'z', time, body: '{"id":"z"}', images: new Map(), outbox: [] });
    assert.equal(store.isUnfinished('a'), true);
    assert.equal(store.isUnfinished('b'), false);
    assert.equal(store.lastSealed(), 3);
  });

  promise('images come back byte for byte: empty, with NULs, every byte, 5 MB', (store) => {
    const large = Uint8Array.from({ length: 5 * 1024 * 1024 }, (_, index) => (index * 31 + (index >> 8)) % 256);
    const images = new Map<string, Uint8Array>([
      ['empty', new Uint8Array()],
      ['nul', Uint8Array.of(0)],
      ['nuls', Uint8Array.of(0, 65, 0, 0, 66, 0)],
      ['every', Uint8Array.from({ length: 256 }, (_, index) => index)],
      ['not utf-8', Uint8Array.of(0xff, 0xfe, 0xc0, 0x80)],
      ['large', large],
      ['', Uint8Array.of(1)],
      ['ü/ä "quoted" \'name\'', Uint8Array.of(2)],
    ]);
    assert.equal(store.seal(sealing('i', 0, { images })), 'sealed');
    const back = store.unfinished()[0]?.images ?? new Map<string, Uint8Array>();
    assert.deepEqual([...back.keys()].toSorted(), [...images.keys()].toSorted());
    for (const [key, content] of images) assert.ok(Buffer.from(content).equals(back.get(key) ?? Buffer.from('?')), key);
  });

  promise('what was handed in may be changed afterwards, and what was sealed is not', (store) => {
    const content = Uint8Array.of(1, 2, 3);
    const images = new Map([['x', content]]);
    store.seal(sealing('i', 0, { images }));
    content[0] = 9;
    images.set('y', content);
    assert.deepEqual(
      [...(store.unfinished()[0]?.images ?? [])].map(([key, bytes]) => [key, [...bytes]]),
      [['x', [1, 2, 3]]],
    );
  });

  promise('who planned on an older state seals nothing', (store) => {
    sealAll(store, ['one']);
    for (const after of [0, 2, -1, 99]) assert.equal(store.seal(sealing('late', after)), 'fenced', String(after));
    assert.deepEqual(ids(store.unfinished()), ['one']);
    assert.equal(store.lastSealed(), 1);
    store.finish('one', 'done', '');
    assert.equal(store.seal(sealing('late', 0)), 'fenced', 'also when the newer one is done by now');
    assert.equal(store.seal(sealing('late', 1)), 'sealed');
  });

  promise('the number of the last sealed never goes back, whatever is forgotten', (store) => {
    sealAll(store, ['one', 'two']);
    store.finish('two', 'dropped', '');
    store.forget('two');
    assert.equal(store.lastSealed(), 2);
    assert.equal(store.seal(sealing('late', 1)), 'fenced');
    store.finish('one', 'done', '');
    store.forget('one');
    assert.equal(store.lastSealed(), 2);
    assert.equal(store.seal(sealing('three', 2)), 'sealed');
    assert.equal(store.unfinished()[0]?.seq, 3);
  });

  promise('an id that was forgotten may be sealed again', (store) => {
    sealAll(store, ['one']);
    store.finish('one', 'dropped', 'overtaken');
    store.forget('one');
    assert.equal(store.seal(sealing('one', store.lastSealed())), 'sealed');
    assert.equal(store.isUnfinished('one'), true);
  });

  promise('sealed only by whoever still holds the lease', (store) => {
    const one = store.takeLease('night', holder('n1'), 0).number;
    const two = store.takeLease('night', holder('n2'), 0).number;
    const under = (number: number, after: number) => sealing(`s${after}`, after, { lease: { name: 'night', number } });
    assert.equal(store.seal(under(one, 0)), 'fenced', 'taken over');
    assert.equal(store.seal(under(two + 1, 0)), 'fenced', 'nobody yet');
    assert.equal(store.seal(sealing('x', 0, { lease: { name: 'other', number: two } })), 'fenced', 'another lease');
    assert.equal(store.seal(under(two, 0)), 'sealed');
    store.endLease({ name: 'night', number: two });
    assert.equal(store.seal(under(two, 1)), 'fenced', 'ended');
    assert.equal(store.seal(sealing('without', 1)), 'sealed', 'who needs no lease');
  });
}

function endings(promise: Promising): void {
  const outbox = [
    { id: 'b', kind: 'line:x', body: '1' },
    { id: 'a', kind: 'line:x', body: '2' },
  ];
  promise(
    'to finish drops images, and to finish again changes nothing; to forget drops what was not delivered',
    (store) => {
      store.seal(sealing('i', 0, { images: new Map([['x', Uint8Array.of(1)]]), outbox }));
      store.finish('i', 'done', 'first');
      store.finish('i', 'parked', 'second');
      assert.deepEqual(store.unfinished(), []);
      assert.deepEqual(store.ended(5), [{ id: 'i', time, ending: 'done', note: 'first' }]);
      assert.equal(store.isUnfinished('i'), false);
      store.forget('i');
      store.seal(sealing('i', 1, { outbox: [] }));
      assert.deepEqual(store.unfinished()[0]?.outbox, [], 'what the first had left is not offered to the second');
      assert.equal(store.unfinished()[0]?.images.size, 0);
    },
  );

  promise('what a change that is done could not deliver waits, in its order, until somebody can', (store) => {
    store.seal(sealing('i', 0, { outbox }));
    assert.deepEqual(store.undelivered(), [], 'while it is not done, it is offered with its change');
    store.finish('i', 'done', '');
    const waiting = outbox.map((item) => ({ ...item, intent: 'i' }));
    assert.deepEqual(store.undelivered(), waiting);
    store.finish('i', 'dropped', 'again');
    assert.deepEqual(store.undelivered(), waiting);
    store.delivered('b');
    assert.deepEqual(store.undelivered(), waiting.slice(1));
    // Also when nobody remembers the change itself.
    for (let count = 0; count < 60; count += 1) {
      sealAll(store, [`j${count}`]);
      store.finish(`j${count}`, 'done', '');
    }
    assert.equal(
      store.ended(99).some(({ id }) => id === 'i'),
      false,
    );
    assert.deepEqual(store.undelivered(), waiting.slice(1));
    store.delivered('a');
    assert.deepEqual(store.undelivered(), []);
  });

  for (const ending of ['dropped', 'parked', 'aside'] as const)
    promise(`of a change that is ${ending} nothing is delivered`, (store) => {
      store.seal(sealing('i', 0, { outbox }));
      store.finish('i', ending, '');
      assert.deepEqual(store.undelivered(), []);
    });

  promise('the outbox keeps its order, and what was delivered is not offered again', (store) => {
    store.seal(sealing('i', 0, { outbox }));
    assert.deepEqual(store.unfinished()[0]?.outbox, outbox);
    store.delivered('b');
    store.delivered('b');
    assert.deepEqual(store.unfinished()[0]?.outbox, outbox.slice(1));
    store.delivered('a');
    assert.deepEqual(store.unfinished()[0]?.outbox, []);
    assert.equal(store.isUnfinished('i'), true);
  });

  promise('endings are told newest first, and at most so many', (store) => {
    sealAll(store, ['a', 'b', 'c']);
    store.finish('a', 'done', 'one');
    store.finish('b', 'dropped', 'two');
    store.finish('c', 'parked', 'three');
    assert.deepEqual(
      store.ended(2).map(({ id, ending, note }) => [id, ending, note]),
      [
        ['c', 'parked', 'three'],
        ['b', 'dropped', 'two'],
      ],
    );
    assert.deepEqual(ids(store.ended(99)), ['c', 'b', 'a']);
    assert.deepEqual(store.ended(0), []);
    store.forget('b');
    assert.deepEqual(ids(store.ended(99)), ['c', 'a']);
  });

  promise('what is not finished cannot be forgotten', (store) => {
    sealAll(store, ['a']);
    store.forget('a');
    assert.deepEqual(ids(store.unfinished()), ['a']);
  });

  promise('fifty endings are kept, and parked ones for as long as nobody takes them off', (store) => {
    const all = Array.from({ length: 70 }, (_, index) => `i${index}`);
    for (const [index, id] of all.entries()) {
      sealAll(store, [id]);
      store.finish(id, index === 3 || index === 5 ? 'parked' : index % 2 === 0 ? 'done' : 'dropped', '');
    }
    assert.deepEqual(ids(store.ended(999)), [...all.slice(20).toReversed(), 'i5', 'i3']);
    store.forget('i5');
    assert.deepEqual(ids(store.ended(999)).slice(-2), ['i20', 'i3']);
    assert.equal(store.lastSealed(), 70);
  });
}

function leases(promise: Promising): void {
  promise('numbers of a lease grow with every holder, and start above what is known from elsewhere', (store) => {
    assert.deepEqual(store.takeLease('night', holder('n1'), 0), { number: 1, before: undefined });
    assert.deepEqual(store.holderOf('night'), { ...holder('n1'), number: 1, hasEnded: false });
    const second = store.takeLease('night', holder('n2'), 41);
    assert.equal(second.number, 42);
    assert.deepEqual(second.before, { ...holder('n1'), number: 1, hasEnded: false });
    assert.equal(store.takeLease('night', holder('n3'), 7).number, 43);
    assert.equal(store.takeLease('other', holder('o1'), 3).number, 4, 'each name counts for itself');
    assert.equal(store.holderOf('night')?.id, 'n3');
  });

  promise('only the holder ends its lease, and who comes next is told that it ended', (store) => {
    const { number } = store.takeLease('night', holder('n1'), 0);
    store.endLease({ name: 'night', number: number + 1 });
    store.endLease({ name: 'night', number: number - 1 });
    store.endLease({ name: 'other', number });
    assert.equal(store.holderOf('night')?.hasEnded, false);
    store.endLease({ name: 'night', number });
    store.endLease({ name: 'night', number });
    assert.equal(store.holderOf('night')?.hasEnded, true);
    const next = store.takeLease('night', holder('n2'), 0);
    assert.deepEqual([next.number, next.before?.hasEnded, next.before?.id], [number + 1, true, 'n1']);
    store.endLease({ name: 'night', number });
    assert.equal(store.holderOf('night')?.hasEnded, false, 'one that was taken over says nothing any more');
  });
}

function drafts(promise: Promising): void {
  promise('a draft comes back byte for byte, the last one of its key, until it is dropped', (store) => {
    const bytes = Uint8Array.of(0, 255, 10, 0);
    store.keepDraft('k', Uint8Array.of(1), time);
    store.keepDraft('k', bytes, time);
    store.keepDraft('empty', new Uint8Array(), time);
    assert.deepEqual([...(store.draft('k') ?? [])], [...bytes]);
    assert.equal(store.draft('empty')?.length, 0);
    assert.equal(store.draft('none'), undefined);
    bytes[0] = 7;
    assert.equal(store.draft('k')?.[0], 0);
    store.dropDraft('k');
    assert.equal(store.draft('k'), undefined);
  });

  promise('fifty drafts are kept, the newest; to keep one again makes it new', (store) => {
    for (let index = 0; index < 50; index += 1) store.keepDraft(`k${index}`, Uint8Array.of(index), time);
    store.keepDraft('k0', Uint8Array.of(100), time);
    store.keepDraft('k50', Uint8Array.of(50), time);
    assert.deepEqual([...(store.draft('k0') ?? [])], [100]);
    assert.equal(store.draft('k1'), undefined, 'the oldest went');
    for (let index = 2; index <= 50; index += 1) assert.equal(store.draft(`k${index}`)?.[0], index, `k${index}`);
  });
}
