// What others changed in a nested home is committed as theirs before the dream; in somebody's own repository it is left to them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const board = '* board\n** TODO first\n* log\n';
const git = (cwd: string, ...args: readonly string[]): string =>
  spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout;

test('a clone of a nested home is complete after a night; a wake commits its own moves and nothing else', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    shape: 'nested',
    board,
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const { home } = lived.home;
  lived.happen({ at: '09:01', task: 'mend a.ts' });
  mkdirSync(join(home, 'notes'));
  writeFileSync(join(home, 'notes/2026-06-10.md'), '- remembered\n');
  writeFileSync(join(home, 'naïve name.md'), 'whatever its name\n');
  symlinkSync('/etc/hostname', join(home, 'MEMORY.md'));
  const { receipt } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  assert.deepEqual(git(home, 'log', '-2', '--format=%an|%s').trimEnd().split('\n'), [
    'waldo (asleep)|rem: Worked on a.ts, and nothing was committed',
    'waldo|day: plan.org, "naïve name.md", notes/2026-06-10.md',
  ]);
  lived.happen({ at: '09:35', task: 'another' });
  const { commit, verdicts } = await wakeUp(lived.at('09:40'));
  assert.equal(verdicts[0]?.result, 'applied');
  assert.ok(commit !== null);
  assert.match(git(home, 'show', 'HEAD:plan.org'), /\*\* NEXT mend a\.ts\n/u);
  assert.doesNotMatch(
    git(home, 'show', 'HEAD:plan.org'),
    /another/u,
    'so that an undo of the wake takes nothing of theirs',
  );
  const left = '?? MEMORY.md\n';
  assert.equal(git(home, 'status', '--porcelain'), ` M plan.org\n${left}`);
  await sleepOnce(lived.at('11:00'), { env: {}, isForced: true });
  assert.match(git(home, 'show', 'HEAD:plan.org'), /\*\* NEXT mend a\.ts\n\*\* TODO another/u);
  assert.equal(git(home, 'status', '--porcelain'), left);
});

test('a repository in the home is named, and nothing of it is committed', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    shape: 'nested',
    board,
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const { home } = lived.home;
  mkdirSync(join(home, 'inner'));
  git(join(home, 'inner'), 'init', '-q');
  writeFileSync(join(home, 'inner/own.md'), 'own\n');
  const { receipt } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.match(receipt.message, /not committed: inner\/ \(it is a repository of its own\)/u);
  assert.equal(git(home, 'ls-files', 'inner'), '');
});

test('in one repository nothing of theirs is committed', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    shape: 'one',
    board,
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  lived.happen({ at: '09:01', task: 'mend a.ts' });
  assert.equal((await sleepOnce(lived.at('09:30'), { env: {} })).receipt.outcome, 'ran');
  assert.doesNotMatch(git(lived.home.home, 'log', '--format=%s'), /^day:/mu);
  assert.match(git(lived.home.home, 'status', '--porcelain'), /^ M plan\.org$/mu);
});
