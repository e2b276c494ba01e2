// Both stores keep the same promises, and cannot be told apart by anything one could do with them.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore, type Store } from '../../src/store/store.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { sealing, storeContract, time } from './contract.ts';
import { memoryStore } from './memory-store.ts';

storeContract('in memory', () => memoryStore());
storeContract('in SQLite', (t) => openStore(sandbox(t).path('state.db')));

/** One thing done to a store, and everything it gives back. */
type Command = (store: Store) => unknown;

const ids = ['i0', 'i1', 'i2', 'i3', 'i4', 'i5'];
const anyId = fc.constantFrom(...ids);
const anyBytes = fc.uint8Array({ maxLength: 20 });
const anyName = fc.constantFrom('night', 'other');
const anyNumber = fc.integer({ min: 0, max: 6 });
const anyEnding = fc.constantFrom('done' as const, 'dropped' as const, 'parked' as const);

/** An id is sealed once at a time, as ids of changes are: they are random. */
function sealOnce(store: Store, id: string, act: () => unknown): unknown {
  const isTaken =
    store.isUnfinished(id) ||
    store.ended(999).some((each) => each.id === id) ||
    store.undelivered().some(({ intent }) => intent === id);
  return isTaken ? 'taken' : act();
}

const anyCommand: fc.Arbitrary<readonly [what: string, command: Command]> = fc.oneof(
  fc
    .tuple(anyId, anyBytes, fc.integer({ min: 0, max: 2 }), fc.integer({ min: -1, max: 1 }), fc.option(anyNumber))
    .map(([id, bytes, letters, off, number]): readonly [string, Command] => [
      `seal ${id} off ${off} lease ${number}`,
      (store) =>
        sealOnce(store, id, () => {
          const outbox = Array.from({ length: letters }, (_, index) => ({
            ...{ id: `${id}-${index}`, kind: 'k', body: `${index}` },
          }));
          const lease = number === null ? undefined : { name: 'night', number };
          const after = store.lastSealed() + off;
          return store.seal(sealing(id, after, { images: new Map([['x', bytes]]), outbox, lease }));
        }),
    ]),
  fc.tuple(anyEnding, fc.string()).map(([ending, note]): readonly [string, Command] => [
    `finish the oldest as ${ending}`,
    // Always the oldest first: that is how changes are carried out.
    (store) => store.finish(store.unfinished()[0]?.id ?? 'none', ending, note),
  ]),
  anyId.map((id): readonly [string, Command] => [
    `finish ${id} again`,
    (store) => (store.isUnfinished(id) ? undefined : store.finish(id, 'parked', 'again')),
  ]),
  anyId.map((id): readonly [string, Command] => [`forget ${id}`, (store) => store.forget(id)]),
  fc.constant<readonly [string, Command]>([
    'forget the newest',
    (store) => store.forget(store.ended(1)[0]?.id ?? 'none'),
  ]),
  fc
    .tuple(anyId, fc.integer({ min: 0, max: 2 }))
    .map(([id, at]): readonly [string, Command] => [
      `delivered ${id}-${at}`,
      (store) => store.delivered(`${id}-${at}`),
    ]),
  fc
    .tuple(anyName, anyId, anyNumber)
    .map(([name, id, least]): readonly [string, Command] => [
      `lease ${name} ${id} ${least}`,
      (store) => store.takeLease(name, { id, who: `who ${id}`, since: time }, least),
    ]),
  fc
    .tuple(anyName, anyNumber)
    .map(([name, number]): readonly [string, Command] => [
      `end lease ${name} ${number}`,
      (store) => store.endLease({ name, number }),
    ]),
  fc
    .tuple(anyId, anyBytes)
    .map(([key, bytes]): readonly [string, Command] => [`keep ${key}`, (store) => store.keepDraft(key, bytes, time)]),
  anyId.map((key): readonly [string, Command] => [`drop ${key}`, (store) => store.dropDraft(key)]),
  fc
    .integer({ min: 0, max: 60 })
    .map((most): readonly [string, Command] => [`ended ${most}`, (store) => store.ended(most)]),
  fc.tuple(anyId, fc.integer({ min: 1, max: 28 }), anyNumber).map(([id, day, input]): readonly [string, Command] => [
    `call ${id} on ${day}`,
    (store) => {
      const at = `2026-06-${String(day).padStart(2, '0')}T10:00:00.000Z`;
      const call = { night: id, act: 'dream', provider: 'p', model: id, time: at };
      const cost = { input, output: 1, bytes: 2, milliseconds: 3, usd: input % 2 === 0 ? null : 0.25 };
      return store.beginCall(at, (today) => (today.length > 3 ? undefined : { ...call, ...cost }));
    },
  ]),
  fc
    .tuple(anyNumber, anyId)
    .map(([seq, outcome]): readonly [string, Command] => [
      `end call ${seq}`,
      (store) => store.endCall(seq, outcome, { input: 1, output: 2, bytes: 3, milliseconds: 4, usd: 5.5 }),
    ]),
  fc
    .integer({ min: 1, max: 28 })
    .map((day): readonly [string, Command] => [
      `calls on ${day}`,
      (store) => store.callsOn(`2026-06-${String(day).padStart(2, '0')}T10:00:00.000Z`),
    ]),
  fc
    .tuple(anyName, fc.option(anyId, { nil: undefined }))
    .map(([name, value]): readonly [string, Command] => [`memo ${name}`, (store) => store.setMemo(name, value)]),
  fc
    .tuple(fc.array(fc.tuple(anyId, fc.integer({ min: 1, max: 200 })), { maxLength: 3 }), anyNumber)
    .map(([events, number]): readonly [string, Command] => [
      `recalled ${events.length}`,
      (store) =>
        store.keepRecalls(
          events.map(([memory, days]) => ({
            ...{ memory, asked: `q ${number}`, query: 'q', score: 1 / (number + 1), agent: 'a', session: '' },
            time: new Date(Date.parse(time) - days * 86_400_000).toISOString(),
          })),
          time,
        ),
    ]),
  fc
    .option(anyId, { nil: undefined })
    .map((memory): readonly [string, Command] => [`drop recalls ${memory}`, (store) => store.dropRecalls(memory)]),
  fc
    .integer({ min: 1, max: 200 })
    .map((days): readonly [string, Command] => [
      `prune ${days}`,
      (store) => store.pruneRecalls(new Date(Date.parse(time) - days * 86_400_000).toISOString()),
    ]),
  // A burst, so that the limits are reached.
  fc.tuple(fc.integer({ min: 40, max: 60 }), anyEnding).map(([many, ending]): readonly [string, Command] => [
    `${many} more, ${ending}`,
    (store) => {
      for (let index = 0; index < many; index += 1) {
        const id = `b${store.lastSealed()}`;
        if (store.unfinished().length > 0) return;
        store.seal(sealing(id, store.lastSealed()));
        store.finish(id, ending, '');
        store.keepDraft(`d${index}`, Uint8Array.of(index), time);
      }
    },
  ]),
);

/** Everything that can be asked. */
function seen(store: Store): unknown {
  return {
    last: store.lastSealed(),
    unfinished: store.unfinished().map((each) => ({ ...each, images: plain([...each.images]) })),
    ended: store.ended(999),
    undelivered: store.undelivered(),
    isUnfinished: ids.map((id) => store.isUnfinished(id)),
    holders: ['night', 'other'].map((name) => store.holderOf(name)),
    drafts: [...ids, ...Array.from({ length: 60 }, (_, index) => `d${index}`)].map((key) => plain(store.draft(key))),
    calls: store.newestCalls(999),
    recalls: [...store.recalls()],
    recallsOf: ids.map((id) => [...store.recalls(id)]),
    memos: ['night', 'other'].map((name) => store.memo(name)),
    problems: store.problems(),
  };
}

const plain = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each));

test('random lives: SQLite and memory give the same answers to everything', (t) => {
  // Thousands of commits to a disk that really syncs would take minutes; nothing here is about power cuts.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'dk-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let run = 0;
  fc.assert(
    fc.property(fc.array(anyCommand, { minLength: 1, maxLength: 25 }), (commands) => {
      run += 1;
      const path = join(folder, `${run}.db`);
      const memory = memoryStore();
      let disk = openStore(path);
      for (const [index, [what, command]] of commands.entries()) {
        const one = command(memory);
        const other = command(disk);
        assert.deepEqual(other, one, what);
        if (index % 5 === 4) {
          disk.close();
          disk = openStore(path);
        }
        assert.deepEqual(seen(disk), seen(memory), what);
      }
      disk.close();
    }),
    { numRuns: Number(process.env.DREAMKEEPER_STORE_RUNS ?? (isFull ? 80 : 40)), seed: 4711 },
  );
});
