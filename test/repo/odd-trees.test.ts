// Repositories that git itself reads, and that a fast path must not read otherwise.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { commitFiles } from '../../src/repo/repo.ts';
import { sandbox } from '../sandbox.ts';
import { openAt, request } from './support.ts';

test('HEAD may be a link, as old gits made it', async (t) => {
  const box = sandbox(t);
  box.write('p/plan.org', 'p\n');
  box.git('p', 'init', '-q', '-b', 'main');
  box.git('p', 'add', '-A');
  box.git('p', 'commit', '-qm', 'first');
  rmSync(box.path('p/.git/HEAD'));
  symlinkSync('refs/heads/main', box.path('p/.git/HEAD'));
  const repository = await openAt(box.path('p'));
  assert.equal(
    (await commitFiles(repository, request(await repository.head(), { 'plan.org': 'new\n' }))).kind,
    'committed',
  );
});

test('a tree that has a name twice is not written anew without one of them', async (t) => {
  const box = sandbox(t);
  box.write('p/a/x', 'x\n');
  box.write('p/z', 'z\n');
  box.git('p', 'init', '-q', '-b', 'main');
  box.git('p', 'add', '-A');
  box.git('p', 'commit', '-qm', 'first');
  const entry = (mode: string, at: string): Buffer =>
    Buffer.concat([Buffer.from(`${mode} a\0`), Buffer.from(box.git('p', 'rev-parse', at).trim(), 'hex')]);
  const input = Buffer.concat([entry('100644', 'HEAD:z'), entry('40000', 'HEAD:a')]);
  const args = ['-C', box.path('p'), 'hash-object', '-t', 'tree', '-w', '--literally', '--stdin'];
  const tree = execFileSync('git', args, { input, encoding: 'utf8' }).trim();
  box.git('p', 'update-ref', 'refs/heads/main', box.git('p', 'commit-tree', tree, '-m', 'odd').trim());
  const repository = await openAt(box.path('p'));
  await assert.rejects(commitFiles(repository, request(await repository.head(), { 'plan.org': 'new\n' })), {
    code: 'E_GIT',
  });
});
