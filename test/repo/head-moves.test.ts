// What moved HEAD, by git's own log of it: switches, merges, resets, pulls and stashes, and no commit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { headMoves } from '../../src/repo/repo.ts';
import { sandbox } from '../sandbox.ts';

test('what moves HEAD is known by its second, and what only commits or names a branch is not among it', (t) => {
  const box = sandbox(t);
  const folder = box.path('project');
  mkdirSync(folder);
  const gitDir = join(folder, '.git');
  const moves = (): readonly string[] =>
    headMoves({ place: { worktree: folder, gitDir, commonDir: gitDir } }).map((time) => time.slice(11, 19));
  const git = (minute: string, ...args: readonly string[]): void => {
    const date = `2026-06-10T09:${minute}:30Z`;
    const env = { ...box.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    const ran = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
  };
  git('00', 'init', '-q', '-b', 'main');
  assert.deepEqual(moves(), [], 'nothing was ever committed');
  writeFileSync(join(folder, 'a'), '1');
  git('01', 'add', 'a');
  git('02', 'commit', '-qm', 'first');
  git('03', 'switch', '-qc', 'feat');
  git('04', 'commit', '-qm', 'second > 12 -3', '--allow-empty');
  git('05', 'commit', '-q', '--amend', '-m', 'third', '--allow-empty');
  assert.deepEqual(moves(), []);
  git('10', 'switch', '-q', 'main');
  git('11', 'merge', '-q', 'feat');
  git('12', 'reset', '-q', '--hard', 'HEAD~1');
  writeFileSync(join(folder, 'a'), '2');
  git('13', 'stash', '-q');
  assert.deepEqual(moves(), ['09:10:30', '09:11:30', '09:12:30', '09:13:30']);
  // Of a long log the newest part counts.
  for (let more = 0; more < 3; more += 1) {
    const line = `${'0'.repeat(40)} ${'1'.repeat(40)} a <a@b> ${Date.parse('2026-06-10T10:00:00Z') / 1000} +0000\tpull: Fast-forward\n`;
    writeFileSync(join(gitDir, 'logs/HEAD'), line.repeat(1000 * more), { flag: 'a' });
  }
  const newest = moves();
  assert.ok(newest.length > 1000 && newest.length < 3000);
  assert.ok(newest.every((time) => time === '10:00:00'));
  rmSync(join(gitDir, 'logs'), { recursive: true });
  assert.deepEqual(moves(), [], 'git keeps no such log');
});
