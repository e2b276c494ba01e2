// The loop: many homes, one clock; a second keeper, a home that is broken, and how it stops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import type { KeeperEvent } from '../../src/keeper/events.ts';
import { type KeepOptions, type KeptHome, keepHomes } from '../../src/keeper/keep.ts';
import type { Receipt } from '../../src/night/night.ts';
import type { RunDone } from '../../src/work/work.ts';
import { ended, imagine, imaginedTime, receipt, story } from './imagined.ts';
import { names } from './kept.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Keeps homes for so long of imagined time, and tells what happened. */
async function keepFor(
  long: number,
  homes: readonly KeptHome[],
  time: ReturnType<typeof imaginedTime>,
  more: Partial<KeepOptions> = {},
): Promise<KeeperEvent[]> {
  const events: KeeperEvent[] = [];
  const stop = new AbortController();
  const { onWait } = time;
  const until = time.passed + long;
  time.onWait = () => {
    onWait();
    if (time.passed >= until) stop.abort();
  };
  await keepHomes(homes, {
    ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal },
    ...{ onEvent: (event) => events.push(event), wait: time.wait },
    ...more,
  });
  time.onWait = onWait;
  return events;
}

test('two homes, each at its own pace, a minute after the start', async () => {
  const time = imaginedTime();
  const [site, shop] = [imagine('site', time.now), imagine('shop', time.now)];
  shop.settings = { keeper: { interval: '30m' } };
  const events = await keepFor(2 * hour, [site, shop], time);
  assert.equal(events[0]?.event, 'started');
  assert.deepEqual(names(events).slice(-2), ['stopping', 'stopped']);
  const ticks = (home: string): string[] =>
    events.flatMap((event) => (event.event === 'tick' && event.home === home ? [event.time.slice(11, 16)] : []));
  assert.deepEqual(ticks('site'), ['12:01', '13:01']);
  assert.deepEqual(ticks('shop'), ['12:01', '12:31', '13:01', '13:31']);
  assert.deepEqual(story(events, 'site').slice(1, 5), [
    'tick wake_add',
    'run-started wake_add',
    'run-ended wake_add',
    'next wake_add',
  ]);
});

test('no more at once than it may', async () => {
  const time = imaginedTime();
  let [running, most] = [0, 0];
  const work = async (): Promise<RunDone> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return ended;
  };
  const homes = Array.from({ length: 9 }, (_, index) => imagine(`home-${index}`, time.now, { work }));
  const events = await keepFor(10 * minute, homes, time, { concurrency: 3 });
  assert.equal(most, 3);
  assert.equal(events.filter(({ event }) => event === 'run-ended').length, 9, 'and everybody has a turn');
});

test('a home that throws is told of and tried again, later and later; the others go on', async () => {
  const time = imaginedTime();
  const good = imagine('good', time.now);
  const error = new DreamkeeperError('E_NO_HOME', 'no home', { hint: 'Make one.' });
  let tries = 0;
  const bad: KeptHome = {
    name: 'bad',
    open: () => {
      tries += 1;
      return tries < 6 ? Promise.reject(tries === 2 ? new Error('a bug') : error) : imagine('bad', time.now).open();
    },
  };
  const events = await keepFor(hour, [bad, good], time);
  const failed = events.filter(({ event }) => event === 'failed').map(({ time: at }) => at.slice(11, 16));
  assert.deepEqual(failed, ['12:00', '12:01', '12:03', '12:07', '12:15']);
  assert.ok(story(events, 'good').includes('run-ended wake_add'));
  assert.ok(story(events, 'bad').includes('run-ended wake_add'), 'and it comes back');
});

test('a second keeper waits and says for whom; when the first is gone, it takes over', async () => {
  const time = imaginedTime();
  const home = imagine('home', time.now);
  await keepFor(2 * minute, [home], time);
  const alive = new Set([1]);
  const other = { now: time.now, self: 'process 2 on here', isAlive: (pid: number) => alive.has(pid) };
  // The first was stopped, and said so.
  assert.ok(!names(await keepFor(minute, [home], time, { world: other })).includes('waiting'));
  // Now the second one has it, and does not leave.
  home.store.setMemo(
    'keeper:agent',
    JSON.stringify({
      who: 'process 2 on here',
      since: time.now().toISOString(),
      beat: time.now().toISOString(),
      until: new Date(time.clock + hour).toISOString(),
    }),
  );
  alive.add(2);
  const first = { ...other, self: 'process 1 on here' };
  const waiting = await keepFor(30 * minute, [home], time, { world: first });
  const told = waiting.filter((event) => event.event === 'waiting');
  assert.deepEqual(
    told.map(({ who }) => who),
    ['process 2 on here'],
    'once, not each time',
  );
  assert.ok(!names(waiting).includes('tick'));
  alive.delete(2);
  assert.ok(names(await keepFor(2 * hour, [home], time, { world: first })).includes('tick'));
  // One on another machine, or one that is late, is nobody.
  for (const [who, until] of [
    ['process 2 on elsewhere', time.clock + 9 * hour],
    ['process 2 on here', time.clock - 1],
  ] as const) {
    alive.add(2);
    const at = time.now().toISOString();
    home.store.setMemo(
      'keeper:agent',
      JSON.stringify({ who, since: at, beat: at, until: new Date(until).toISOString() }),
    );
    assert.ok(!names(await keepFor(2 * minute, [home], time, { world: first })).includes('waiting'), who);
  }
});

test('a stop: nothing new begins, what runs is told and waited for, a dream beside gets its time', async () => {
  const time = imaginedTime();
  const stop = new AbortController();
  const events: KeeperEvent[] = [];
  const home = imagine('home', time.now, {
    work: ({ signal }) =>
      new Promise((resolve) => {
        setImmediate(() => stop.abort());
        if (signal === undefined) return resolve({ ...ended, outcome: 'failed' });
        signal.addEventListener('abort', () => setImmediate(() => resolve({ ...ended, outcome: 'stopped' })));
      }),
  });
  const waiting = imagine('waiting', time.now);
  await keepHomes([home, waiting], {
    ...{ world: home.keeping.world, signal: stop.signal, concurrency: 1 },
    ...{ onEvent: (event) => events.push(event), wait: time.wait },
  });
  assert.deepEqual(names(events), [
    'started',
    'next',
    'next',
    'tick',
    'run-started',
    'stopping',
    'run-ended',
    'stopped',
  ]);
  assert.ok(events.some((event) => event.event === 'run-ended' && event.outcome === 'stopped'));
  assert.equal(home.locks.size, 0);
  assert.equal(home.store.memo('keeper:agent'), undefined);
});

test('a dream beside is waited for at the end, but not for ever', async () => {
  for (const [isSlow, expected] of [
    [false, ['night', 'stopped']],
    [true, ['stopping', 'stopped']],
  ] as const) {
    const time = imaginedTime();
    const stop = new AbortController();
    const events: KeeperEvent[] = [];
    const dream = Promise.withResolvers<Receipt>();
    const home = imagine('home', time.now, {
      sleep: () => {
        setImmediate(() => stop.abort());
        return dream.promise;
      },
    });
    home.files.delete('lifecycle.org');
    const { world } = home.keeping;
    const head = { head: () => Promise.resolve({ commit: 'c' }) };
    const git = { open: () => Promise.resolve(head), commits: () => Promise.resolve([{ subject: 'audit: x' }]) };
    Object.assign(world, { git });
    await keepHomes([home], {
      ...{ world, signal: stop.signal },
      onEvent: (event) => {
        events.push(event);
        // A dream ends when its keeper waits for nothing else; no clock says when that is.
        if (event.event === 'stopping' && !isSlow) setImmediate(() => dream.resolve(receipt('ran')));
      },
      wait: async (milliseconds, signal) => {
        if (stop.signal.aborted && !isSlow && !signal.aborted)
          await new Promise((done) => signal.addEventListener('abort', done));
        else await time.wait(milliseconds, signal);
      },
    });
    assert.deepEqual(names(events).slice(-2), expected);
  }
});

test('a broken lifecycle is told once, not each tick, and again when it breaks anew', async () => {
  const time = imaginedTime();
  const home = imagine('home', time.now);
  const good = home.files.get('lifecycle.org') ?? '';
  const bad = good.replace(':KIND: rem', ':KIND: rme');
  const edits = new Map([
    [90, bad],
    [330, good],
    [450, bad],
  ]);
  time.onWait = () => {
    for (const [at, text] of edits) if (time.passed >= at * minute) home.files.set('lifecycle.org', text);
  };
  const events = await keepFor(10 * hour, [home], time);
  assert.equal(names(events).filter((name) => name === 'lifecycle-broken').length, 2);
  assert.equal(names(events).filter((name) => name === 'tick').length, 10, 'the last good one goes on');
});

test('a clock that goes back or ahead while it waits: one tick is due when it is due, and one makes up for many', async () => {
  const time = imaginedTime();
  const home = imagine('home', time.now);
  const starts: number[] = [];
  const work = (): Promise<RunDone> => {
    starts.push(time.passed / minute);
    return Promise.resolve(ended);
  };
  Object.assign(home.keeping, { work });
  home.files.set(
    'lifecycle.org',
    '* go\n:PROPERTIES:\n:REPEAT: 1000\n:NEXT: rem\n:END:\n* rem\n:PROPERTIES:\n:KIND: rem\n:NEXT: go\n:END:\n',
  );
  const jumps = new Map([
    [30, -20 * minute],
    [100, -7 * 24 * hour],
    [200, 10 * minute],
    [290, 30 * 24 * hour],
  ]);
  time.onWait = () => {
    const jump = jumps.get(time.passed / minute);
    if (jump !== undefined) time.clock += jump;
  };
  await keepFor(6 * hour, [home], time);
  // At 200 it jumps ten minutes ahead, at 290 a month: each brings the next one sooner, and only one.
  assert.deepEqual(starts, [1, 61, 121, 181, 231, 290, 350]);
});
