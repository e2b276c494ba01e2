// The heartbeat (N3, N4, N5, N6, N12, N13, N37, N46): a clock of its own, that sweeps when the interval has passed since the last completed one, and backs off after a failed one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HomeSettings, heartbeatOf, sweepsOn } from '../../src/config/config.ts';
import { keepHomes } from '../../src/keeper/keep.ts';
import { rememberSweep, sweepDueIn } from '../../src/sweep/clock.ts';
import { type Imagined, imagine, imaginedTime, receipt } from './imagined.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

interface Beating {
  readonly settings: HomeSettings;
  /** How the next sweep ends; `ran` if nobody says. */
  readonly ends?: (count: number) => 'ran' | 'noop' | 'failed';
  readonly long: number;
}

/** The times of its sweeps, in minutes since the start. */
async function sweepsOf({ settings, long, ends = () => 'ran' }: Beating): Promise<number[]> {
  const time = imaginedTime();
  const started = time.now().getTime();
  const sweeps: number[] = [];
  const home: Imagined = imagine('site', time.now, {
    sleep: async ({ trigger }) => {
      if (trigger !== 'heartbeat') return receipt('noop');
      sweeps.push((time.now().getTime() - started) / minute);
      const outcome = ends(sweeps.length);
      rememberSweep({ ...home.keeping, settings: home.settings }, outcome !== 'failed');
      return receipt(outcome);
    },
  });
  home.settings = settings;
  const stop = new AbortController();
  time.onWait = () => {
    if (time.passed >= long) stop.abort();
  };
  await keepHomes([home], {
    ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal },
    ...{ onEvent: () => undefined, wait: time.wait },
  });
  return sweeps;
}

describe('what switches it on', () => {
  const on = (settings: HomeSettings): readonly [boolean, number | undefined] => [
    sweepsOn(settings),
    heartbeatOf(settings),
  ];
  test('nothing does by itself', () => assert.deepEqual(on({}), [false, undefined]));
  test('a heartbeat alone beats every 30 seconds and sweeps nothing', () =>
    assert.deepEqual(on({ heartbeat: { enabled: true } }), [false, 30 * second]));
  test('dreaming brings the heartbeat with it, in both spellings', () => {
    for (const dreaming of [{ enabled: true }, { enable: true }])
      assert.deepEqual(on({ dreaming }), [true, 30 * second]);
  });
  test('a heartbeat that is off by name stays off, and then nothing is swept', () =>
    assert.deepEqual(on({ dreaming: { enabled: true }, heartbeat: { enabled: false } }), [false, undefined]));
  test('sweeps can be left out', () =>
    assert.deepEqual(on({ dreaming: { enabled: true, sweep: false } }), [false, 30 * second]));
  test('its interval is a setting', () =>
    assert.deepEqual(on({ dreaming: { enabled: true }, heartbeat: { interval: '5m' } }), [true, 5 * minute]));
});

test('the first sweep comes with the first beat, and then one a day, whatever the ticks do', async () => {
  const sweeps = await sweepsOf({
    settings: { dreaming: { enabled: true }, keeper: { interval: '7h' } },
    long: 3 * day,
  });
  assert.deepEqual(sweeps, [0.5, 1440.5, 2880.5]);
});

test('interval_secs is measured from the last completed sweep, also one that changed nothing', async () => {
  const settings: HomeSettings = { dreaming: { enabled: true, interval_secs: 3600 } };
  assert.deepEqual(await sweepsOf({ settings, ends: () => 'noop', long: 150 * minute }), [0.5, 60.5, 120.5]);
});

test('one that failed does not reset the clock, and backs off: a minute, two, four', async () => {
  const settings: HomeSettings = { dreaming: { enabled: true, interval_secs: 3600 } };
  const sweeps = await sweepsOf({ settings, ends: (count) => (count < 4 ? 'failed' : 'ran'), long: 100 * minute });
  assert.deepEqual(sweeps, [0.5, 1.5, 3.5, 7.5, 67.5]);
});

test('one that keeps failing is tried every half hour at last', async () => {
  const sweeps = await sweepsOf({
    settings: { dreaming: { enabled: true } },
    ends: () => 'failed',
    long: 122 * minute,
  });
  const gaps = sweeps.slice(1).map((at, index) => at - (sweeps[index] ?? 0));
  assert.deepEqual(gaps, [1, 2, 4, 8, 16, 30, 30, 30]);
});

test('with the heartbeat off, or dreaming off, none ever comes', async () => {
  for (const settings of [
    {},
    { heartbeat: { enabled: true } },
    { dreaming: { enabled: true }, heartbeat: { enabled: false } },
  ])
    assert.deepEqual(await sweepsOf({ settings, long: 3 * day }), []);
});

test('a keeper that is asked to stop tells the sweep that is under way', async () => {
  const time = imaginedTime();
  const stop = new AbortController();
  let heard = false;
  const home: Imagined = imagine('site', time.now, {
    sleep: async ({ signal }) => {
      stop.abort();
      heard = signal?.aborted === true;
      return receipt('failed');
    },
  });
  home.settings = { dreaming: { enabled: true } };
  await keepHomes([home], {
    ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal },
    ...{ onEvent: () => undefined, wait: time.wait },
  });
  assert.ok(heard);
});

describe('the clock', () => {
  const at = (now: string, settings: HomeSettings = { dreaming: { enabled: true } }) => {
    const home = imagine('site', () => new Date(now));
    return { ...home.keeping, settings };
  };
  test('an interval ends to the millisecond', () => {
    const then = at('2026-06-10T12:00:00.000Z');
    rememberSweep(then, true);
    const dueAt = (now: string): number | undefined =>
      sweepDueIn({ ...then, world: { ...then.world, now: () => new Date(now) } });
    assert.equal(dueAt('2026-06-11T11:59:59.999Z'), 1);
    assert.equal(dueAt('2026-06-11T12:00:00.000Z'), 0);
    // A clock that went back: what is in the future binds nobody.
    assert.equal(dueAt('2026-06-09T12:00:00.000Z'), 0);
  });
  test('a home in which nothing was ever swept is due', () => assert.equal(sweepDueIn(at('2026-06-10T12:00:00Z')), 0));
});
