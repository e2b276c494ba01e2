// A home that is quiet is not opened: whatever happens to its files, its settings, its switch and the clock, a look from outside leaves out no beat that would have done something.
import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { withStore } from '../../src/change/change.ts';
import { signOf } from '../../src/disk/disk.ts';
import { printLedgerLine } from '../../src/journal/ledger.ts';
import { absenceOf, keepActivity } from '../../src/keeper/absence.ts';
import { beatOf, beatOnce } from '../../src/keeper/heartbeat.ts';
import { rememberIdle } from '../../src/keeper/idle-memory.ts';
import { keepHomes } from '../../src/keeper/keep.ts';
import type { Keeping } from '../../src/keeper/keeping.ts';
import { isQuiet, longestQuiet, type Quiet, quietAfter } from '../../src/keeper/quiet.ts';
import { printRunLine, printStep, stepRecord } from '../../src/steps/steps.ts';
import { rememberSweep } from '../../src/sweep/clock.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { keptHome } from '../../src/verbs/kept-home.ts';
import type { World } from '../../src/world/world.ts';
import { fc } from '../drawn.ts';
import { homeIn, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { imagine, imaginedTime } from './imagined.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Longer than the clock of any file system needs to go on: what is written then has another time. */
const tick = 12;

const happenings = [
  ...['half a minute', 'five minutes', 'forty minutes', 'three hours', 'a day', 'back'],
  ...['nothing', 'step', 'ended', 'memory', 'message', 'no memory', 'activity', 'whose', 'forgotten'],
  ...['off', 'off for an hour', 'on', 'dreaming', 'sooner', 'only sweeps', 'nothing on'],
] as const;
type Happening = (typeof happenings)[number];
const passes: Readonly<Partial<Record<Happening, number>>> = {
  ...{ 'half a minute': 30 * second, 'five minutes': 5 * minute, 'forty minutes': 40 * minute },
  ...{ 'three hours': 3 * hour, 'a day': 24 * hour, back: -2 * hour },
};
const settings: Readonly<Partial<Record<Happening, string>>> = {
  dreaming: 'dreaming: { enable: true, idleMinutes: 60 }',
  sooner: 'dreaming: { enable: true, idleMinutes: 10, maxPerDay: 9, interval_secs: 3600 }',
  'only sweeps': 'dreaming: { enable: true, idle: false, interval_secs: 7200 }',
  'nothing on': 'timezone: UTC',
};

/** A real home with a clock of its own, and a keeper that looks from outside first and then opens it all the same. */
async function watched(t: TestContext) {
  const box = sandbox(t);
  const folder = box.path(homeIn(box));
  let now = Date.parse('2026-06-10T15:00:00Z');
  const changed = (world: World): World => ({
    ...world,
    now: () => new Date(now),
    // These files are younger than a second, and what comes next waits for the clock of the files instead.
    disk: { ...world.disk, signOf: (paths) => world.disk.signOf(paths, Date.now() + 10_000) },
  });
  const home = keptHome({ cwd: folder, env: box.env, changed });
  const { home: place, world, agent } = await home.open();
  const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const off = join(place.privateDir, 'off.json');
  let events = 0;
  const happen = async (what: Happening, ago = 0): Promise<void> => {
    events += 1;
    const time = new Date(now - ago);
    now += passes[what] ?? 0;
    const lines = settings[what];
    if (lines !== undefined) put('dreamkeeper.yaml', `format: 1\n${lines}\n`);
    if (what === 'step') {
      const context = { run: null, agent: null, seq: events, time, head: null, branch: null };
      const record = stepRecord({ tool: 'bash', target: 'npm test', exit: 0 }, context, {
        ...{ sha256: () => '', redact: (text: string) => text },
      });
      appendLine(join(folder, '_steps.jsonl'), printStep(record));
    }
    if (what === 'ended') {
      const where = { worktree: null, branch: null, transcript: null, pid: null };
      const line = { v: 1, time: time.toISOString(), run: 's1', event: 'end', from: 'test', why: '' } as const;
      appendLine(join(place.privateDir, 'runs.jsonl'), printRunLine({ ...line, ...where }));
    }
    // The same length each time: the size says nothing.
    if (what === 'memory') put('MEMORY.md', `- a thing to know ${String(events).padStart(6, '0')}\n`);
    if (what === 'no memory') rmSync(join(folder, 'MEMORY.md'), { force: true });
    if (what === 'message') put('MESSAGES.md', `look at this, ${events}\n`);
    if (what === 'activity') keepActivity({ world, home: place, agent });
    if (what === 'forgotten') withStore(world, place, (store) => store.setMemo(`sweep:${agent}`, undefined));
    if (what === 'whose') {
      const line = { kind: 'whose', id: 'o-aaaaaaaaaa', agent, time: time.toISOString() } as const;
      world.files.makeFolder(join(folder, 'rem'), false);
      put('rem/ledger.jsonl', `${printLedgerLine({ ...line, memory: { v: 1, changed: [] } }, null)}\n`);
    }
    const until = new Date(now + hour).toISOString();
    if (what === 'off' || what === 'off for an hour')
      writeFileSync(off, JSON.stringify({ since: time.toISOString(), until: what === 'off' ? null : until }));
    if (what === 'on') rmSync(off, { force: true });
    await pass(tick);
  };
  let quiet: Quiet | undefined;
  let sign: Keeping['sign'];
  /** Whether it would be left closed, and what a whole beat does; in a night nothing happens but what is remembered of it. */
  const look = async (): Promise<{ readonly isLeft: boolean; readonly did: readonly string[] }> => {
    const isLeft = quiet !== undefined && isQuiet(quiet, now, sign);
    const did: string[] = [];
    const from = now;
    const before = sign?.();
    const opened = await home.open();
    const sleep: Keeping['sleep'] = async ({ trigger }) => {
      did.push(trigger);
      const how = events % 7 === 0 ? 'failed' : 'ran';
      if (trigger === 'heartbeat') rememberSweep(opened, how === 'ran');
      else rememberIdle(opened, (await absenceOf(opened)).sign, { outcome: how, reason: 'x', calls: 0 });
      return { outcome: how, commit: null, id: '', reason: '', message: '' } as Awaited<ReturnType<Keeping['sleep']>>;
    };
    const stays = await beatOnce({ ...opened, sleep }, ({ event }) => did.push(event));
    if (!isLeft) quiet = quietAfter(before, opened.sign?.(), { from, stays, every: beatOf(opened) });
    ({ sign } = opened);
    await pass(tick);
    return { isLeft, did: did.filter((each) => each !== 'night') };
  };
  /** Looks until there is nothing to do any more, and that is known. */
  const calm = async (): Promise<void> => {
    for (let looks = 0; looks < 8; looks += 1) if ((await look()).isLeft) return;
    assert.fail('it never gets quiet');
  };
  return { happen, look, calm };
}

/** What was there before, and what then makes a beat do something at once. */
const changes: readonly (readonly [what: string, before: readonly Happening[], change: Happening, ago: number])[] = [
  ['MEMORY.md', ['dreaming', 'memory', 'three hours'], 'memory', 0],
  ['the settings', ['dreaming', 'memory', 'forty minutes'], 'sooner', 0],
  ['the switch', ['off', 'dreaming', 'memory', 'three hours'], 'on', 0],
  ['the private state', ['only sweeps', 'three hours'], 'forgotten', 0],
  ['the runs', ['dreaming', 'memory', 'ended', 'three hours'], 'ended', 2 * hour],
  ['the steps', ['dreaming', 'memory', 'step', 'three hours'], 'step', 2 * hour],
  ['the ledger', ['dreaming', 'memory', 'three hours'], 'whose', -second],
];

describe('a quiet home is opened as soon as there is another one of', () => {
  for (const [what, before, change, ago] of changes)
    test(what, async (t) => {
      const { happen, look, calm } = await watched(t);
      for (const each of before) await happen(each).then(look);
      await calm();
      await happen(change, ago);
      const { isLeft, did } = await look();
      assert.deepEqual({ isLeft, isDone: did.length > 0 }, { isLeft: false, isDone: true }, did.join());
    });
});

test('a look from outside leaves out no beat that would have done something', async (t) => {
  const { happen, look } = await watched(t);
  const tally = { left: 0, did: 0 };
  const live = async (what: Happening): Promise<void> => {
    await happen(what);
    const { isLeft, did } = await look();
    tally.left += isLeft ? 1 : 0;
    tally.did += did.length;
    assert.ok(!isLeft || did.length === 0, `after ${what}: ${did.join()}`);
  };
  for (const first of ['dreaming', 'memory', 'nothing'] as const) await live(first);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...happenings), { minLength: 12, maxLength: 12 }), async (list) => {
      // After each that is drawn it is mostly quiet for a while.
      for (const what of list) {
        await live(what);
        await live('half a minute');
      }
    }),
    { numRuns: isFull ? 60 : 5 },
  );
  assert.ok(tally.left >= 15 && tally.did >= 4, JSON.stringify(tally));
});

describe('what a look from outside sees', () => {
  const later = (): number => Date.now() + 10_000;
  test('is the same as long as nothing is written, and another one after anything is', async (t) => {
    const box = sandbox(t);
    const paths = ['a', 'b', 'folder', 'none'].map((name) => box.path(name));
    const [a = '', b = ''] = paths;
    box.write('a', 'one\n');
    box.write('b', 'one\n');
    box.write('folder/c', 'one\n');
    const seen = new Set([signOf(paths, later())]);
    const isNew = (): boolean => seen.size < seen.add(signOf(paths, later())).size;
    assert.equal(isNew(), false);
    for (const change of [
      () => writeFileSync(a, 'two\n'),
      // Whoever puts the time of the file back, too.
      () => {
        writeFileSync(b, 'two\n');
        utimesSync(b, 1, 1);
      },
      () => box.write('folder/d', ''),
      () => box.write('none', ''),
      () => rmSync(a),
    ]) {
      await pass(tick);
      change();
      assert.equal(isNew(), true);
      assert.equal(isNew(), false);
    }
  });
  test('counts for nothing while something was written a moment ago', (t) => {
    const box = sandbox(t);
    box.write('a', 'one\n');
    assert.equal(signOf([box.path('a')]), undefined);
    assert.notEqual(signOf([box.path('a')], later()), undefined);
  });
});

test('a beat that learned nothing for certain is done again, and a quiet one not for ever', () => {
  const at = { from: 1000, stays: hour, every: 30 * second };
  assert.equal(quietAfter(undefined, undefined, at), undefined);
  assert.equal(quietAfter('a', 'b', at), undefined);
  assert.equal(quietAfter('a', 'a', { ...at, stays: 0 }), undefined);
  const quiet = quietAfter('a', 'a', at);
  assert.deepEqual(quiet, { sign: 'a', from: 1000, until: 1000 + longestQuiet, every: 30 * second });
  assert.ok(quiet !== undefined);
  assert.equal(
    isQuiet(quiet, 999, () => 'a'),
    false,
    'a clock went back',
  );
  assert.equal(
    isQuiet(quiet, 1000, () => 'a'),
    true,
  );
  assert.equal(
    isQuiet(quiet, 2000, () => 'b'),
    false,
  );
  assert.equal(
    isQuiet(quiet, 1000 + longestQuiet, () => 'a'),
    false,
  );
});

test('a keeper opens a quiet home once in ten minutes, and at once when something was written', async () => {
  const time = imaginedTime();
  let sign = 'as it was';
  const home = imagine('site', time.now, { sign: () => sign });
  home.settings = { dreaming: { enabled: true, idle: false } };
  rememberSweep({ ...home.keeping, settings: home.settings }, true);
  const opened: number[] = [];
  const started = time.now().getTime();
  const { open } = home;
  home.open = () => {
    opened.push((time.now().getTime() - started) / minute);
    return open();
  };
  const stop = new AbortController();
  time.onWait = () => {
    if (time.passed >= 15.2 * minute && sign === 'as it was') sign = 'otherwise';
    if (time.passed >= 26 * minute) stop.abort();
  };
  home.settings = { ...home.settings, keeper: { interval: '5h' } };
  await keepHomes([home], {
    ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal },
    ...{ onEvent: () => undefined, wait: time.wait, floor: 4 * hour },
  });
  // At the start, at the beats that learn how it looks, when that is ten minutes ago, after it was written to; and to be left at the end.
  assert.deepEqual(opened, [0, 0.5, 1, 11, 15.5, 25.5, 26]);
});
