// An agent tires and sleeps: every number of the design on both sides (O12 to O20, O37, O38, O44), across restarts and failures.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dreamsIn } from '../../src/observations/observations.ts';
import { asleepNow, fallAsleep, lastSleep, tiredness, wakeEarly } from '../../src/sleeper/sleeper.ts';
import { begin, during, run, tired } from './tired.ts';

const warning = "You've been active for a while. Start wrapping up.";
const step = { tool: 'read', isRefused: false };

test('at 59 actions nothing is said; at 60 the warning, word for word and once; at 61 nothing more (O12, O13)', async (t) => {
  const home = await tired(t);
  home.acts(58);
  const sleeper = await home.sleeper();
  sleeper.afterStep(step);
  assert.equal(sleeper.beforeStep(), undefined);
  sleeper.afterStep(step);
  assert.equal(sleeper.beforeStep(), warning);
  sleeper.afterStep(step);
  assert.equal(sleeper.beforeStep(), undefined);
  // A process that begins later knows that it was said.
  home.acts(3);
  assert.equal((await home.sleeper()).beforeStep(), undefined);
  assert.match(home.self('memory.jsonl'), /"type":"warned","data":\{"run":"r-bbbbbbbbbb","actions":60\}/u);
});

test('at 79 it may go on, at 80 and 81 it sleeps for 300 seconds (O14)', async (t) => {
  const home = await tired(t);
  home.acts(78);
  const sleeper = await home.sleeper();
  sleeper.afterStep(step);
  assert.equal(sleeper.shouldSleep(), undefined);
  for (const _ of [80, 81]) {
    sleeper.afterStep(step);
    assert.deepEqual(sleeper.shouldSleep(), { seconds: 300, why: 'fatigue' });
    assert.equal(sleeper.beforeStep(), undefined, 'it is not warned any more');
  }
});

test('what counts: calls that failed do; set_sleep, refused calls and those of other agents and sessions do not', async (t) => {
  const home = await tired(t);
  home.acts(5);
  home.acts(3, { tool: 'set_sleep' });
  home.acts(4, { refused: true });
  home.acts(20, { run: 'a-session-of-somebody-else' });
  assert.equal((await tiredness(home.agent)).actions, 5);
  const other = { ...home.agent, agent: 'zoe' };
  assert.equal((await tiredness(other)).actions, 0);
  const sleeper = await home.sleeper();
  for (let at = 0; at < 100; at += 1) sleeper.afterStep({ tool: 'set_sleep', isRefused: false });
  for (let at = 0; at < 100; at += 1) sleeper.afterStep({ tool: 'read', isRefused: true });
  assert.equal(sleeper.shouldSleep(), undefined);
});

test('the count is that of all runs, outlives every process, and begins again with a consolidation (O17)', async (t) => {
  const home = await tired(t);
  home.acts(40);
  home.acts(40, { run: 'r-cccccccccc' });
  const sleeper = await home.sleeper();
  const due = sleeper.shouldSleep();
  assert.deepEqual(due, { seconds: 300, why: 'fatigue' });
  const { kind, fell } = await sleeper.sleep(due, during);
  assert.deepEqual([kind, fell.seconds, fell.receipt?.outcome], ['woke', 300, 'ran'], fell.receipt?.message);
  assert.equal((await tiredness(home.agent)).actions, 0);
  assert.deepEqual([sleeper.shouldSleep(), sleeper.beforeStep()], [undefined, undefined]);
  assert.equal(dreamsIn(Buffer.from(home.self('dreams.jsonl'))).at(-1)?.actions, 80);
  // The next period has a warning of its own.
  home.acts(60);
  assert.equal((await home.sleeper()).beforeStep(), warning);
});

test('the numbers are settings', async (t) => {
  const home = await tired(t, { fatigue: { warning: 2, limit: 4, deep_sleep_pause: '7s' } });
  home.acts(2);
  assert.equal((await home.sleeper()).beforeStep(), warning);
  home.acts(2);
  assert.deepEqual((await home.sleeper()).shouldSleep(), { seconds: 7, why: 'fatigue' });
});

describe('voluntary sleep (O18 to O20)', () => {
  const nap = (home: Awaited<ReturnType<typeof tired>>, seconds: number) =>
    fallAsleep(home.agent, { seconds, why: 'nap', consolidate: home.consolidate });

  test('29 seconds are a nap, 30 a sleep that consolidates', async (t) => {
    const home = await tired(t);
    home.acts(6);
    assert.equal((await nap(home, 29)).receipt, null);
    assert.equal(home.self('dreams.jsonl'), '');
    const slept = await nap(home, 30);
    assert.equal(slept.receipt?.outcome, 'ran', slept.receipt?.message);
    // What happened before the nap reached it.
    assert.equal(dreamsIn(Buffer.from(home.self('dreams.jsonl')))[0]?.actions, 6);
  });

  test('9:59 minutes after the last one it is a nap, at 10:00 it consolidates; who is exhausted does not wait', async (t) => {
    const home = await tired(t);
    home.acts(6);
    await nap(home, 30);
    home.acts(6);
    const last = Date.parse(dreamsIn(Buffer.from(home.self('dreams.jsonl')))[0]?.t ?? '');
    const after = (seconds: number): void => {
      home.clock((last - home.clock().getTime()) / 1000 + seconds);
    };
    after(599);
    assert.equal((await nap(home, 60)).receipt, null);
    after(600);
    assert.equal((await nap(home, 60)).receipt?.outcome, 'ran');
    home.acts(80);
    after(601);
    const sleeper = await home.sleeper();
    const forced = await sleeper.sleep({ seconds: 300, why: 'fatigue' }, during);
    assert.equal(forced.fell.receipt?.outcome, 'ran', forced.fell.receipt?.message);
  });

  test('a day at most; of several wishes the last one counts; who is exhausted and wanted to sleep longer sleeps longer', async (t) => {
    const home = await tired(t);
    const sleeper = await home.sleeper();
    for (const seconds of [5, 1e9, 40]) sleeper.wants(seconds);
    assert.deepEqual(sleeper.shouldSleep(), { seconds: 40, why: 'nap' });
    sleeper.wants(1e9);
    assert.deepEqual(sleeper.shouldSleep(), { seconds: 86_400, why: 'nap' });
    home.acts(80);
    const exhausted = await home.sleeper();
    exhausted.wants(1000);
    const due = exhausted.shouldSleep();
    assert.equal(due?.why, 'fatigue');
    assert.equal((await exhausted.sleep(due ?? { seconds: 0, why: 'nap' }, during)).fell.seconds, 1000);
  });

  test('the timer begins after the consolidation, outlives a restart, and is over when its time has come', async (t) => {
    const home = await tired(t);
    home.acts(6);
    const slow = async (...asked: Parameters<typeof home.consolidate>) => {
      const receipt = await home.consolidate(...asked);
      home.clock(200);
      return receipt;
    };
    const slept = await fallAsleep(home.agent, { seconds: 120, why: 'nap', consolidate: slow });
    const began = Date.parse(slept.since);
    assert.ok(began >= Date.parse(begin) + 200_000, slept.since);
    assert.equal(Date.parse(slept.until) - began, 120_000);
    // Another process sees it; a machine that was suspended meanwhile has slept as long as the clock says.
    home.clock(119);
    assert.equal(asleepNow(home.agent)?.seconds, 120);
    home.clock(2);
    assert.equal(asleepNow(home.agent), undefined);
  });

  test('it lets the time pass in a run if it ends there, and ends the run if not', async (t) => {
    const home = await tired(t);
    const sleeper = await home.sleeper();
    sleeper.wants(20);
    const before = home.clock().getTime();
    const short = await sleeper.sleep({ seconds: 20, why: 'nap' }, during);
    assert.deepEqual([short.kind, home.clock().getTime() - before], ['woke', 20_000]);
    const long = await sleeper.sleep({ seconds: 20, why: 'nap' }, { ...during, left: () => 19_999 });
    assert.equal(long.kind, 'asleep');
    assert.ok(asleepNow(home.agent) !== undefined);
    const stop = AbortSignal.abort();
    assert.equal((await sleeper.sleep({ seconds: 20, why: 'nap' }, { ...during, signal: stop })).kind, 'stopped');
  });

  test('somebody wakes it: the sleep ends, and it is told how long it was and why', async (t) => {
    const home = await tired(t);
    home.acts(6);
    await nap(home, 500);
    home.clock(40);
    assert.equal(wakeEarly(home.agent, 'the build is green')?.seconds, 500);
    assert.equal(wakeEarly(home.agent, 'again'), undefined, 'it is awake');
    const message = (await home.sleeper()).wake() ?? '';
    assert.match(
      message,
      /^You woke up at 2026-06-10T10:00:\d\dZ after sleeping 40s\.\nYou wanted to sleep 500s, and were woken: the build is green\.\n/u,
    );
    assert.equal(lastSleep(home.agent)?.isTold, true);
    // a process that begins again an hour later: what it is told is how long nothing was heard of it.
    home.acts(1);
    home.clock(3600);
    assert.match(
      (await home.sleeper()).wake() ?? '',
      /^You woke up at 2026-06-10T11:00:40Z after sleeping 3600s\.\n\nYour priority/u,
    );
  });

  test('a clock that went back binds nobody for longer than a day', async (t) => {
    const home = await tired(t);
    await nap(home, 20);
    home.clock(-3 * 24 * 60 * 60);
    assert.equal(asleepNow(home.agent), undefined);
  });
});

test('a consolidation that fails keeps count and material, is no observation, and is tried again 20 actions later', async (t) => {
  const home = await tired(t);
  home.acts(80);
  const failing: typeof home.consolidate = async (...asked) => {
    home.box.write('place/rem/ledger.jsonl', 'no line of ours\n');
    return home.consolidate(...asked);
  };
  const sleeper = await home.sleeper(failing);
  const due = sleeper.shouldSleep() ?? { seconds: 1, why: 'nap' };
  const { fell, kind } = await sleeper.sleep(due, during);
  assert.deepEqual([kind, fell.receipt?.outcome], ['woke', 'failed']);
  assert.equal(home.self('observations.md') + home.self('dreams.jsonl'), '');
  assert.equal(sleeper.shouldSleep(), undefined);
  for (let at = 0; at < 19; at += 1) sleeper.afterStep(step);
  assert.equal(sleeper.shouldSleep(), undefined);
  sleeper.afterStep(step);
  assert.equal(sleeper.shouldSleep()?.why, 'fatigue');
  assert.match(home.self('memory.jsonl'), /"type":"not consolidated","data":\{.*"outcome":"failed"/u);
});

test('each sleep leaves a line with what was done before it (O34, O35)', async (t) => {
  const home = await tired(t);
  home.acts(7);
  const sleeper = await home.sleeper();
  await sleeper.sleep({ seconds: 20, why: 'nap' }, { ...during, turns: 3 });
  const [line = ''] = home.self('iterations.jsonl').split('\n');
  assert.deepEqual(JSON.parse(line), {
    ...{ t: begin, run, turns: 3, actions: 7, sleep_s: 20, why: 'nap', night: null, outcome: null, deep: false },
  });
});
