// What was left behind otherwise than as an open file is told: work that was put away, and a session that ended without a word.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const before = { 'src/a.ts': 'a\n', 'src/b.ts': 'a\n' };

test('what was put away is told to the next session as long as it lies there, and once in the journal', async (t) => {
  const box = sandbox(t);
  const script = { shape: 'nested', board: '* board\n', before, day: [] } as const;
  const lived = await liveDay(box, 'project', script);
  const stash = (time: string, ...args: readonly string[]): void => {
    const when = `2026-06-10T${time}:00Z`;
    const env = { ...box.env, GIT_COMMITTER_DATE: when, GIT_AUTHOR_DATE: when };
    const ran = spawnSync('git', ['stash', ...args], { cwd: lived.project, env, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
  };
  lived.happen({ at: '09:00', edit: 'src/a.ts', content: 'b\n' });
  lived.happen({ at: '09:01', edit: 'src/b.ts', content: 'b\n' });
  stash('09:30', 'push', '-q');
  lived.happen({ at: '09:40', read: 'src/a.ts' });
  const first = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
  assert.match(first.text ?? '', /^Worked on .*\. 2 files were put away in stash@\{0\}\.$/mu);
  const said =
    /^2 files are put away in `stash@\{0\}` \(since Wed 2026-06-10 09:30, from branch `main`\); `git stash list` names it\.$/mu;
  const woken = await wakeUp(lived.at('10:10'), { isDry: true });
  assert.match(woken.pack, said);
  assert.deepEqual(woken.brief?.since.stashes, [
    { name: 'stash@{0}', branch: 'main', time: '2026-06-10T09:30:00.000Z', files: 2 },
  ]);
  lived.happen({ at: '11:00', read: 'src/b.ts' });
  const second = await sleepOnce(lived.at('12:00'), { env: {}, isForced: true });
  assert.doesNotMatch(second.text ?? '', /put away/u, 'it is no news any more');
  assert.match((await wakeUp(lived.at('12:10'), { isDry: true })).pack, said, 'and lies there still');
  assert.doesNotMatch((await wakeUp(lived.at('2026-07-10T09:00:00Z'), { isDry: true })).pack, /put away/u);
  stash('12:20', 'drop', '-q');
  assert.doesNotMatch((await wakeUp(lived.at('12:30'), { isDry: true })).pack, /put away/u);
});

test('a cycle in which work was only put away is none in which nothing was changed', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', { shape: 'nested', board: '* board\n', before, day: [] });
  await sleepOnce(lived.at('08:30'), { env: {}, isForced: true });
  lived.happen({ at: '09:00', read: 'src/a.ts' });
  lived.happen({ at: '09:10', write: 'src/a.ts', content: 'by hand\n' });
  const when = '2026-06-10T09:20:00Z';
  const env = { ...box.env, GIT_COMMITTER_DATE: when, GIT_AUTHOR_DATE: when };
  assert.equal(spawnSync('git', ['stash', '-q'], { cwd: lived.project, env }).status, 0);
  const { text } = await sleepOnce(lived.at('12:00'), { env: {}, isForced: true });
  assert.match(
    text ?? '',
    /^Looked into src\/a\.ts, and nothing was committed\. 1 file was put away in stash@\{0\}\.$/mu,
  );
});

test('a session that ended without a word is in the journal, once, with what it was in the middle of', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', { shape: 'nested', board: '* board\n', before, day: [] });
  const run = (time: string, run: string, event: string, why = ''): void => {
    mkdirSync(lived.home.privateDir, { recursive: true });
    const line = {
      v: 1,
      time: `2026-06-10T${time}:00.000Z`,
      run,
      event,
      from: 'claude',
      why,
      worktree: null,
      pid: null,
    };
    appendFileSync(join(lived.home.privateDir, 'runs.jsonl'), `${JSON.stringify(line)}\n`);
  };
  run('09:00', 's1', 'start');
  lived.happen({ at: '09:10', edit: 'src/a.ts', content: 'b\n', session: 's1' });
  lived.happen({ at: '09:20', start: 'npm run slow', session: 's1' });
  run('09:30', 's0', 'start');
  run('09:31', 's0', 'end', 'exit');
  run('10:00', 's1', 'end', 'gone');
  const { text } = await sleepOnce(lived.at('10:00:01'), { env: {}, isForced: true });
  const told = text?.match(/The session of [^.]*\./gu);
  assert.deepEqual(told, [
    'The session of 2026-06-10 09:00 UTC ended without a word, in the middle of bash npm run slow.',
  ]);
  lived.happen({ at: '11:00', read: 'src/b.ts' });
  const next = await sleepOnce(lived.at('13:00'), { env: {}, isForced: true });
  assert.doesNotMatch(next.text ?? '', /without a word/u);
});

test('what broke in such a session is told first: behind it "it" would be the session', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', { shape: 'nested', board: '* board\n', before, day: [] });
  await sleepOnce(lived.at('08:30'), { env: {}, isForced: true });
  const run = (time: string, event: string, why: string): void => {
    const line = { v: 1, time, run: 's1', event, from: 'claude', why, worktree: null, pid: null };
    appendFileSync(join(lived.home.privateDir, 'runs.jsonl'), `${JSON.stringify(line)}\n`);
  };
  run('2026-06-10T09:00:00.000Z', 'start', '');
  lived.happen({ at: '09:10', edit: 'src/a.ts', content: 'b\n', session: 's1' });
  lived.happen({ at: '09:20', run: 'npm test', exit: 1, session: 's1' });
  run('2026-06-10T10:00:00.000Z', 'end', 'gone');
  const { text } = await sleepOnce(lived.at('10:00:01'), { env: {}, isForced: true });
  assert.match(
    text ?? '',
    /^Worked on src\/a\.ts, and `npm test` failed\. No passing run is on record\. The session of 2026-06-10 09:00 UTC ended without a word\./mu,
  );
});
