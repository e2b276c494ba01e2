// What a session or a run was told can be read later: the last ten, with their time and session, as the agent got them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ListedHandOver, ShownHandOver } from '../../src/verbs/handed-over.ts';
import { sandbox } from '../sandbox.ts';
import { bash, harness, until } from './harness.ts';

test('earlier sessions, a run and a person: each is listed, and shown as it was given', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const listed = (): ListedHandOver[] => JSON.parse(box.dk(agent.folder, ['wake', '--list', '--json']).stdout).handed;
  const shown = (which: string): string => box.dk(agent.folder, ['wake', '--last', which]).stdout.trimEnd();
  assert.match(box.dk(agent.folder, ['wake', '--list']).stdout, /^Nothing has been handed over yet/u);
  assert.match(box.dk(agent.folder, ['wake', '--last', '1']).stderr, /no hand-over number 1 is kept here/u);

  const first = agent.wake('session-one');
  agent.tell(bash('npm test', 1, 'a1'));
  const second = agent.wake('session-two');
  assert.match(second, /npm test/u);
  assert.equal(box.dk(agent.folder, ['run', '--no-sleep', '--', 'cat', '{pack}']).code, 0);
  box.dk(agent.folder, ['wake']);
  assert.deepEqual(
    listed().map(({ number, how, run, why, isOlder }) => [number, how, how === 'run' ? '' : run, why, isOlder]),
    [
      [1, 'by hand', null, '', false],
      [2, 'run', '', 'work', false],
      [3, 'session', 'session-two', 'startup', false],
      [4, 'session', 'session-one', 'startup', false],
    ],
  );
  assert.equal(shown('4'), first.trimEnd());
  assert.equal(shown('session-one'), first.trimEnd());
  assert.equal(shown('session-t'), second.trimEnd());
  const words = box.dk(agent.folder, ['wake', '--list']).stdout;
  assert.match(words, /^ 3 {2}\w{3} \d{4}-\d\d-\d\d \d\d:\d\d {2}session session-two \(startup\), \d+ characters$/mu);
  const whole: ShownHandOver = JSON.parse(box.dk(agent.folder, ['wake', '--last', '3', '--json']).stdout);
  assert.equal(whole.pack.trimEnd(), second.trimEnd());
  assert.equal(whole.characters, whole.pack.length);
  for (const which of ['9', 'ses', 'nobody'])
    assert.equal(box.dk(agent.folder, ['wake', '--last', which]).code, 2, which);

  // What a session that goes on is told is kept, too.
  box.git(agent.folder, 'switch', '-q', '-c', 'feature/x');
  const news = agent.wake('session-two', { source: 'resume' });
  assert.equal(shown('1'), news.trimEnd());

  // One that could not wait got an older one; what was made for it later was handed to nobody.
  const start = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'hasty' };
  const hasty = JSON.parse(agent.tell(start, { env: { DREAMKEEPER_WAKE_WAIT_MS: '0' } }).stdout);
  const folder = box.path(agent.folder, '.dream/.git/dreamkeeper/handed');
  await until(() => readdirSync(folder).length >= 7, 'the pack that came too late');
  const late = listed().filter(({ run }) => run === 'hasty');
  assert.deepEqual(
    late.map(({ isOlder }) => isOlder),
    [true],
  );
  assert.equal(shown('hasty'), hasty.hookSpecificOutput.additionalContext.trimEnd());
  assert.equal(box.dk(agent.folder, ['wake', '--last']).stdout.trimEnd(), shown('hasty'), 'what it began with');

  // Which of the two is noted first in the moment in which both are ready, nobody knows.
  const older = readdirSync(folder).find((name) =>
    readFileSync(`${folder}/${name}`, 'utf8').includes('"isOlder":true'),
  );
  const given = JSON.parse(readFileSync(`${folder}/${older}`, 'utf8'));
  const time = new Date(Date.parse(given.time) + 5000).toISOString();
  rmSync(`${folder}/${older}`);
  writeFileSync(`${folder}/${older}`, JSON.stringify({ ...given, time }));
  assert.equal(listed().filter(({ run }) => run === 'hasty').length, 1);

  for (let at = 0; at < 11; at += 1) box.dk(agent.folder, ['wake']);
  box.dk(agent.folder, ['wake', '--dry-run']);
  assert.equal(readdirSync(folder).length, 10, 'the oldest go');
  assert.equal(listed().length, 10);
  assert.equal(statSync(folder).mode & 0o077, 0);
  for (const name of readdirSync(folder)) assert.equal(statSync(`${folder}/${name}`).mode & 0o077, 0, name);
  assert.match(box.dk(agent.folder, ['doctor']).stdout, /^All is well/u);
  assert.equal(box.dk(agent.folder, ['uninstall', 'claude', '--data', '--yes']).code, 0);
  assert.throws(() => statSync(folder), /ENOENT/u);
});
