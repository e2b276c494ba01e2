// What was put away with `git stash`: which, when, on which branch, and how many files; nothing where nothing was, or where it lies too long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import { sandbox } from '../sandbox.ts';

test('stashes are counted as git counts them, with the files in them', async (t) => {
  const box = sandbox(t);
  const folder = box.path('project');
  mkdirSync(folder);
  const gitDir = join(folder, '.git');
  const git = (minute: string, ...args: readonly string[]): string => {
    const date = `2026-06-10T09:${minute}:30Z`;
    const env = { ...box.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    const ran = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
    return ran.stdout;
  };
  const put = (path: string, content: string): void => writeFileSync(join(folder, path), content);
  const world = await realWorld(box.env);
  const seen = async (since = '2026-06-10T00:00:00.000Z') =>
    (
      await world.git.stashes(
        await world.git.open({ worktree: folder, gitDir, commonDir: gitDir }, box.path('scratch')),
        since,
      )
    ).map(({ name, time, branch, files }) => [name, time.slice(11, 19), branch, files]);
  git('00', 'init', '-q', '-b', 'main');
  put('a', '1');
  put('b', '1');
  git('01', 'add', '.');
  git('02', 'commit', '-qm', 'first');
  assert.deepEqual(await seen(), []);
  put('a', '2');
  put('b', '2');
  git('10', 'stash', '-q');
  assert.deepEqual(await seen(), [['stash@{0}', '09:10:30', 'main', 2]]);
  git('11', 'switch', '-qc', 'feat/x');
  put('a', '3');
  put('new', '1');
  git('12', 'stash', 'push', '-q', '--include-untracked', '-m', 'on the way: half done');
  assert.deepEqual(await seen(), [
    ['stash@{0}', '09:12:30', 'feat/x', 2],
    ['stash@{1}', '09:10:30', 'main', 2],
  ]);
  assert.deepEqual(await seen('2026-06-10T09:11:00.000Z'), [['stash@{0}', '09:12:30', 'feat/x', 2]]);
  git('13', 'stash', 'drop', '-q', 'stash@{1}');
  git('14', 'switch', '-q', '--detach');
  put('a', '4');
  git('15', 'stash', '-q');
  assert.deepEqual(await seen(), [
    ['stash@{0}', '09:15:30', null, 1],
    ['stash@{1}', '09:12:30', 'feat/x', 2],
  ]);
  git('16', 'stash', 'clear');
  assert.deepEqual(await seen(), []);
  rmSync(join(gitDir, 'logs'), { recursive: true, force: true });
  assert.deepEqual(await seen(), [], 'git keeps no such log');
});
