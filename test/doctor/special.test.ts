// What the table of damages cannot show: somebody asleep, a clock, credentials that are never printed, a living git that is waited for.
import assert from 'node:assert/strict';
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { verifyNights } from '../../src/history/history.ts';
import { healthyHome } from './healthy-home.ts';

const idsOf = (found: Awaited<ReturnType<typeof diagnose>>): string[] => found.findings.map(({ id }) => id);

test('somebody is asleep', async (t) => {
  const { world, home } = await healthyHome(t, 'one');
  const store = world.stores.open(home.privateDir);
  store.takeLease('night', { id: 'n-aaaaaaaaaa', who: 'process 7', since: '2026-06-10T11:00:00.000Z' }, 0);
  store.close();
  const lock = world.locks.take(home.privateDir, 'night.db');
  const found = await diagnose(world, home);
  lock?.release();
  assert.deepEqual(idsOf(found), ['lease-held']);
  assert.match(found.findings[0]?.message ?? '', /process 7, since 2026-06-10T11/u);
  assert.ok(found.healthy);
});

test('a folder in the place of the switch: it counts as off, and is off after it was moved aside', async (t) => {
  const { world, home, hidden } = await healthyHome(t, 'one');
  mkdirSync(hidden('off.json'));
  assert.match((await diagnose(world, home)).findings[0]?.message ?? '', /everything is off here/u);
  await diagnose(world, home, { isFixing: true });
  assert.deepEqual([world.places.off(home)?.where, world.places.off(home)?.until], ['here', null]);
});

test('a clock that is behind', async (t) => {
  const { world, home } = await healthyHome(t, 'nested');
  const early = { ...world, now: () => new Date('2026-06-10T10:20:00Z') };
  assert.deepEqual(idsOf(await diagnose(early, home)), ['clock-behind']);
  const nearly = { ...world, now: () => new Date('2026-06-10T10:31:00Z') };
  assert.deepEqual(idsOf(await diagnose(nearly, home)), []);
});

test('credentials: named by rule, path and commit, never printed', async (t) => {
  const { world, home, path, git } = await healthyHome(t, 'one');
  const token = `ghp_${'a1B2'.repeat(9)}`;
  appendFileSync(path('plan.org'), `** TODO use ${token}\n`);
  git('commit', '-qam', 'oops');
  const commit = git('rev-parse', 'HEAD').trim();
  assert.deepEqual(idsOf(await diagnose(world, home)), []);
  const both = await diagnose(world, home, { withSecrets: true });
  assert.deepEqual(idsOf(both), ['secret-in-file', 'secret-in-history']);
  assert.ok(!both.healthy);
  git('revert', '--no-edit', 'HEAD');
  const later = await diagnose(world, home, { withSecrets: true });
  assert.deepEqual(idsOf(later), ['secret-in-history']);
  const told = JSON.stringify([both, later]);
  assert.ok(!told.includes(token.slice(4)), 'the value is never printed');
  assert.match(later.findings[0]?.message ?? '', new RegExp(`plan\\.org in commit ${commit.slice(0, 10)} `, 'u'));
  assert.match(later.findings[0]?.hint ?? '', /[Rr]otate/u);
  appendFileSync(path('dreamkeeper.yaml'), `secrets:\n  allow: ['${token}']\n`);
  assert.deepEqual(idsOf(await diagnose(world, home, { withSecrets: true })), []);
});

test('a lock that a living git lets go of is not told about', async (t) => {
  const { world, home } = await healthyHome(t, 'nested');
  const lock = join(home.repository.gitDir, 'index.lock');
  writeFileSync(lock, '');
  const patient = { ...world, pause: async () => rmSync(lock, { force: true }) };
  assert.deepEqual(idsOf(await diagnose(patient, home)), []);
});

test('a lock that a process has open is left alone, however old', { skip: process.platform !== 'linux' }, async (t) => {
  const { world, home } = await healthyHome(t, 'nested');
  const lock = join(home.repository.gitDir, 'HEAD.lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  const file = openSync(lock, 'r');
  const held = await diagnose(world, home, { isFixing: true });
  closeSync(file);
  assert.deepEqual([idsOf(held), held.fixed], [['head-lock'], []]);
  const free = await diagnose(world, home, { isFixing: true });
  assert.deepEqual([idsOf(free), free.fixed.length], [[], 1]);
});

test('another dk at work is waited for, and what lies there then is its own', async (t) => {
  const { world, home, path } = await healthyHome(t, 'nested');
  const temporary = path(`.plan.org.${'0'.repeat(24)}.tmp`);
  writeFileSync(temporary, 'half');
  rmSync(path('rem/manifest.json'));
  let lock = world.locks.take(home.privateDir, 'lock.db');
  const patient = {
    ...world,
    pause: async () => {
      rmSync(temporary, { force: true });
      lock?.release();
      lock = undefined;
    },
  };
  assert.deepEqual(idsOf(await diagnose(patient, home)), ['manifest-missing']);
});

test('a night that lost its commit gets it back under its own name', async (t) => {
  const { world, home, git } = await healthyHome(t, 'nested');
  const id = git('log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
  git('reset', '-q', 'HEAD~1');
  const { fixed } = await diagnose(world, home, { isFixing: true });
  assert.match(fixed.join(), new RegExp(`ledger\\.jsonl.*\\(${id}, [0-9a-f]{10}\\)`, 'u'));
  assert.equal(git('log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim(), id);
  assert.equal(git('log', '-1', '--format=%an').trim(), 'waldo (asleep)');
  const { broken, uncommitted, foreign } = await verifyNights(world, home);
  assert.deepEqual([broken, uncommitted, foreign], [null, [], []]);
});

test('a check that cannot be made is said, and the others go on', async (t) => {
  const { world, home } = await healthyHome(t, 'nested');
  const { DreamkeeperError } = await import('../../src/errors/errors.ts');
  const broken = {
    ...world,
    git: {
      ...world.git,
      blobsThen: () => Promise.reject(new DreamkeeperError('E_GIT_TIMEOUT', 'git did not answer', { hint: 'Wait.' })),
    },
  };
  const found = await diagnose(broken, home);
  assert.deepEqual(idsOf(found), ['not-examined']);
  assert.ok(!found.checks.includes('entry-missing') && found.checks.includes('manifest-wrong'));
});
