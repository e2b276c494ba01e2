// One tick after another in a real home: which state it does, what that means, and what is left if it dies in between.
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withStore } from '../../src/change/change.ts';
import { parseLedger } from '../../src/journal/journal.ts';
import { knownOf } from '../../src/keeper/keeping.ts';
import { readReceipts } from '../../src/night/night.ts';
import { dreamerNamed } from '../dreamers.ts';
import { sandbox } from '../sandbox.ts';
import { cadenceWith, kept, minute, names } from './kept.ts';

const hour = 60 * minute;

test('three adds, audit, sleep, plan, and again; the night says in the ledger where it was', async (t) => {
  const box = sandbox(t);
  const home = await kept(box);
  home.put('lifecycle.org', cadenceWith());
  home.commit('add: something');
  const path: string[] = [];
  for (let tick = 0; tick < 7; tick += 1) {
    const { outcome, state } = await home.step();
    path.push(`${state} ${outcome}`);
    home.now += hour;
  }
  const adds = ['wake_add done', 'wake_add done', 'wake_add done'];
  assert.deepEqual(path, [...adds, 'wake_audit done', 'rem done', 'wake_plan done', 'wake_add done']);
  assert.equal(home.position(), 'wake_add 1');
  const seen = home.asked.map(({ cadence, kind, claims }) => `${cadence?.state} ${cadence?.hits} ${kind} ${claims}`);
  assert.deepEqual(seen.slice(0, 5), [
    ...['wake_add 0 add true', 'wake_add 1 add true', 'wake_add 2 add true'],
    ...['wake_audit 0 audit false', 'wake_plan 0 plan false'],
  ]);
  assert.match(home.asked[3]?.prose ?? '', /^Check what the last runs did/u);
  assert.equal(home.asked[0]?.limit, 15 * minute);
  const nights = parseLedger(box.read('home/rem/ledger.jsonl')).lines.filter(({ kind }) => kind === 'night');
  assert.deepEqual(
    nights.map((line) => line.kind === 'night' && line.cadence),
    [{ state: 'rem', hits: 0 }],
  );
  // All that is private is lost: the ledger knows the night, and it goes on behind it.
  const { world } = home.keeping;
  const lost = { ...world, stores: { ...world.stores, exists: () => false } };
  const { memory } = knownOf({ ...home.keeping, world: lost }, false);
  assert.equal(`${memory.state} ${memory.hits}`, 'wake_plan 0');
});

test('failed and killed hold, no work moves on, stopped leaves everything; each with its delay', async (t) => {
  const home = await kept(sandbox(t));
  home.put('dreamkeeper.yaml', 'format: 1\n');
  home.put('lifecycle.org', cadenceWith());
  const settings = { keeper: { continuous: true } };
  const after = async (outcome: 'done' | 'no_work' | 'failed' | 'killed' | 'stopped'): Promise<string> => {
    home.next = outcome;
    const { delay } = await home.step({ waitedFor: knownOf(home.keeping, false).memory.due }, { settings });
    return `${home.position()} ${delay / 1000}`;
  };
  assert.equal(await after('done'), 'wake_add 1 45');
  assert.equal(await after('failed'), 'wake_add 1 60');
  assert.equal(await after('killed'), 'wake_add 1 120');
  assert.equal(await after('failed'), 'wake_add 1 240');
  assert.equal(await after('stopped'), 'wake_add 1 45');
  assert.equal(await after('no_work'), 'wake_audit 0 60');
  assert.equal(await after('done'), 'rem 0 45');
});

test('a gate that is shut gives a moment to daydream, and comes again when it opens', async (t) => {
  const home = await kept(sandbox(t));
  home.put('lifecycle.org', cadenceWith([':REPEAT: 3', ':MIN-INTERVAL: 20m\n:REPEAT: 3']));
  await home.step();
  home.now += 19 * minute;
  const gated = await home.step();
  assert.deepEqual([gated.outcome, gated.delay, home.position()], ['gated', minute, 'wake_add 1']);
  assert.deepEqual(names(home.told).slice(-3), ['gated', 'next', 'daydream']);
  home.now += minute;
  assert.equal((await home.step()).outcome, 'done', 'open to the millisecond');
});

test('a rem has the gate of its home if it has none of its own, and nights of others count', async (t) => {
  const home = await kept(sandbox(t));
  home.put(
    'lifecycle.org',
    cadenceWith([':MIN-INTERVAL: 50m\n', ''], [':REPEAT: 3\n', ''], ['NEXT: wake_audit', 'NEXT: rem']).replace(
      /\* wake_audit[^*]+/u,
      '',
    ),
  );
  home.commit('add: one');
  // By hand, outside of the cadence.
  assert.equal((await home.keeping.sleep({ trigger: 'cadence', env: {} })).outcome, 'ran');
  await home.step();
  assert.equal(home.position(), 'rem 0');
  home.now += 49 * minute;
  const gated = await home.step();
  assert.deepEqual([gated.outcome, gated.delay], ['gated', minute]);
  home.now += minute;
  home.commit('add: two');
  assert.equal((await home.step()).outcome, 'done');
  assert.equal(home.position(), 'wake_plan 0');
});

test('a night without news is no work: the cadence goes on', async (t) => {
  const home = await kept(sandbox(t));
  home.put(
    'lifecycle.org',
    cadenceWith([':REPEAT: 3\n:NEXT: wake_audit', ':NEXT: rem']).replace(/\* wake_audit[^*]+/u, ''),
  );
  home.commit('add: one');
  await home.keeping.sleep({ trigger: 'cadence', env: {} });
  home.now += hour;
  await home.step();
  const { outcome, message } = await home.step();
  assert.equal(outcome, 'no_work', message);
  assert.equal(home.position(), 'wake_plan 0');
});

test('three broken nights in a row do not stop the agent from waking, and the page of nights says why', async (t) => {
  const box = sandbox(t);
  const home = await kept(box);
  home.put(
    'lifecycle.org',
    cadenceWith([':REPEAT: 3\n:NEXT: wake_audit', ':NEXT: rem']).replace(/\* wake_audit[^*]+/u, ''),
  );
  home.commit('add: one');
  await home.step();
  const outcomes: string[] = [];
  for (let tick = 0; tick < 3; tick += 1) {
    home.now += hour;
    outcomes.push((await home.step({}, { dreamer: dreamerNamed('broken') })).outcome);
  }
  assert.deepEqual(outcomes, ['failed', 'failed', 'done']);
  home.now += hour;
  assert.equal((await home.step()).state, 'wake_plan');
  const receipts = readReceipts(home.keeping.world, home.keeping.home);
  assert.deepEqual(
    receipts.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['failed model-command', 'ran dreamt'],
    'the same twice is told as one',
  );
  const page = box.dk('home', ['nights']).stdout;
  assert.match(page, /broken failed 3 times in a row/u);
  assert.match(page, /no-such-program/u);
});

describe('a lifecycle', () => {
  test('with a bad hot edit goes on as it was, and says so', async (t) => {
    const home = await kept(sandbox(t));
    home.put('lifecycle.org', cadenceWith());
    await home.step();
    home.put('lifecycle.org', cadenceWith([':KIND: rem', ':KIND: rme']));
    home.now += hour;
    assert.equal((await home.step()).outcome, 'done');
    assert.equal(home.position(), 'wake_add 2');
    const broken = home.told.filter((each) => each.event === 'lifecycle-broken');
    assert.equal(broken.length, 1);
    assert.ok(broken[0]?.isKept);
    assert.ok(broken[0]?.problems.some(({ message }) => message === 'KIND is "rme"'));
  });
  test('that never was good fails the tick, and never runs the agent the old way', async (t) => {
    const home = await kept(sandbox(t));
    home.put('lifecycle.org', cadenceWith([':KIND: rem', ':KIND: rme']));
    const { outcome, message } = await home.step();
    assert.deepEqual([outcome, home.asked.length], ['failed', 0]);
    assert.match(message, /^lifecycle\.org:\d+: /u);
  });
  test('that is a link, a folder or a book is a mistake and no crash', async (t) => {
    const box = sandbox(t);
    for (const [name, make] of [
      ['link', (path: string) => symlinkSync('/etc/passwd', path)],
      ['book', (path: string) => writeFileSync(path, '* a\n'.repeat(100_000))],
      ['huge', (path: string) => writeFileSync(path, Buffer.alloc(33 << 20))],
    ] as const) {
      const home = await kept(box, name);
      make(join(home.folder, 'lifecycle.org'));
      assert.deepEqual([(await home.step()).outcome, home.asked.length], ['failed', 0], name);
      assert.ok(names(home.told).includes('lifecycle-broken'));
    }
  });
  test('that lost the state the agent was in begins anew', async (t) => {
    const home = await kept(sandbox(t));
    home.put('lifecycle.org', cadenceWith([':REPEAT: 3\n', '']));
    await home.step();
    assert.equal(home.position(), 'wake_audit 0');
    home.put('lifecycle.org', cadenceWith().replaceAll('wake_audit', 'wake_check'));
    assert.equal((await home.step()).state, 'wake_add');
  });
  test('may lie where the operator says; if it is not there, that is a mistake', async (t) => {
    const box = sandbox(t);
    const home = await kept(box);
    const path = box.write('elsewhere/cadence.org', cadenceWith());
    assert.equal((await home.step({}, { env: { WB_LIFECYCLE_DEF: path } })).state, 'wake_add');
    const gone = { DREAMKEEPER_LIFECYCLE_DEF: `${path}x` };
    const fresh = await kept(box, 'fresh');
    assert.equal((await fresh.step({}, { env: gone })).outcome, 'failed');
  });
});

test('an agent that asked to sleep is left alone until then, for a day at most', async (t) => {
  const home = await kept(sandbox(t));
  home.put('lifecycle.org', cadenceWith());
  const { world, home: found } = home.keeping;
  const ask = (time: string): void => withStore(world, found, (store) => store.setMemo('sleep:agent', time));
  ask(new Date(home.now + 10 * minute).toISOString());
  const gated = await home.step();
  assert.deepEqual([gated.outcome, gated.delay], ['gated', 10 * minute]);
  assert.match(gated.message, /^asleep until 2026-06-10T15:10/u);
  home.now += 10 * minute;
  assert.equal((await home.step()).outcome, 'done');
  ask(new Date(home.now + 25 * hour).toISOString());
  assert.equal((await home.step()).outcome, 'done', 'a clock that went back, or no good wish');
  ask('never');
  assert.equal((await home.step()).outcome, 'done');
});

test('a tick that dies in the middle is done again', async (t) => {
  const home = await kept(sandbox(t));
  home.put('lifecycle.org', cadenceWith());
  await home.step();
  home.next = () => Promise.reject(new Error('killed'));
  await assert.rejects(home.step(), /killed/u);
  assert.equal(home.position(), 'wake_add 1');
  const { due, lastTick } = knownOf(home.keeping, false).memory;
  assert.deepEqual([due, lastTick], [null, new Date(home.now).toISOString()]);
  home.next = 'done';
  await home.step();
  assert.equal(home.position(), 'wake_add 2');
});

test('a second tick meanwhile is held and told by whom; a moment somebody else has used is not used twice', async (t) => {
  const home = await kept(sandbox(t));
  home.put('lifecycle.org', cadenceWith());
  const first = Promise.withResolvers<'done'>();
  const begun = Promise.withResolvers<void>();
  home.next = () => {
    begun.resolve();
    return first.promise;
  };
  const running = home.step({ waitedFor: null });
  await begun.promise;
  const other = await home.step({ waitedFor: null });
  assert.equal(other.outcome, 'held');
  assert.match(other.message, new RegExp(`process ${process.pid} on `, 'u'));
  first.resolve('done');
  const { due } = await running;
  const late = await home.step({ waitedFor: null });
  assert.deepEqual([late.outcome, late.due, late.delay, home.asked.length], ['early', due, hour, 1]);
  home.next = 'failed';
  assert.equal((await home.step({ waitedFor: due })).outcome, 'failed', 'the moment that was waited for');
  assert.equal((await home.step()).outcome, 'early', 'cron waits for a streak');
  home.next = 'failed';
  assert.equal((await home.step({ isForced: true })).outcome, 'failed', 'unless somebody says that it is put right');
  assert.equal((await home.step()).outcome, 'early');
  home.now += hour;
  home.next = 'done';
  assert.equal((await home.step()).outcome, 'done');
  assert.equal((await home.step()).outcome, 'done', 'and for nothing else');
});

test('switched off, nothing is touched; with nobody to run, a wake is not tried, and it is said what is missing', async (t) => {
  const box = sandbox(t);
  const home = await kept(box);
  home.put('lifecycle.org', cadenceWith());
  const nobody = await home.step({}, { runner: undefined, noRunner: 'nobody is set up' });
  assert.deepEqual([nobody.outcome, nobody.message], ['unready', 'nobody is set up']);
  assert.equal((await home.step()).outcome, 'done', 'it counted as no try, so nothing is waited for');
  const off = { where: 'here', since: '', until: null } as const;
  const { world } = home.keeping;
  const isOff = {
    ...world,
    places: { ...world.places, off: () => off },
    stores: { ...world.stores, open: () => assert.fail('opened') },
  };
  assert.equal((await home.step({}, { world: isOff })).outcome, 'off');
});
