// One commit of exactly the given files, or nothing at all.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commitFiles } from '../../src/repo/repo.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { openAt, request } from './support.ts';

/** Everything of a repository but its objects and our own folder: what "nothing changed" is about. */
function state(box: Sandbox, name: string): Record<string, string> {
  return snapshot(box.path(name), (path) => /^\.git\/(?:objects|dreamkeeper)\b/u.test(path));
}

function tree(box: Sandbox, name: string, commit = 'HEAD'): string[] {
  return box.git(name, 'ls-tree', '-r', '--format=%(objectmode) %(path)', commit).trim().split('\n');
}

test('exactly the given paths change; other files, their modes, and the worktree do not', async (t) => {
  const box = sandbox(t);
  const name = project(box);
  for (const file of ['keep/a.md', 'keep/b.md', 'change.md', 'gone.md', 'run.sh'])
    box.write(join(name, file), `${file}\n`);
  box.git(name, 'add', '-A');
  box.git(name, 'update-index', '--chmod=+x', 'run.sh');
  box.git(name, 'commit', '-qm', 'more');
  const worktree = snapshot(box.path(name), (path) => path.startsWith('.git'));
  const repository = await openAt(box.path(name));
  const base = await repository.head();
  const files = {
    'change.md': 'changed\n',
    'run.sh': 'run\n',
    'keep/c.md': 'new\n',
    'new/deep/er.md': '',
    'gone.md': undefined,
    'never.md': undefined,
  };
  const result = await commitFiles(repository, request(base, files, { message: 'subject\n\nbody' }));
  assert.equal(result.kind, 'committed');
  assert.deepEqual(box.git(name, 'diff', '--name-status', 'HEAD~1', 'HEAD').trim().split('\n'), [
    'M\tchange.md',
    'D\tgone.md',
    'A\tkeep/c.md',
    'A\tnew/deep/er.md',
    'M\trun.sh',
  ]);
  assert.ok(tree(box, name).includes('100755 run.sh'));
  assert.equal(box.git(name, 'show', 'HEAD:change.md'), 'changed\n');
  assert.equal(
    box.git(name, 'log', '-1', '--format=%an|%ae|%cn|%ce|%at|%B'),
    'agent|agent@dreamkeeper.local|agent|agent@dreamkeeper.local|1781103600|subject\n\nbody\n\n',
  );
  assert.equal(box.git(name, 'rev-parse', 'HEAD~1').trim(), base.commit);
  assert.match(box.git(name, 'reflog', '-1'), /HEAD@\{0\}: dreamkeeper/u);
  assert.deepEqual(
    snapshot(box.path(name), (path) => path.startsWith('.git')),
    worktree,
  );
  box.git(name, 'fsck', '--strict');
});

test('the same request on the same base is the same commit, to the bit', async (t) => {
  const box = sandbox(t);
  const name = project(box);
  const commits: unknown[] = [];
  for (const copy of ['one', 'two', 'three']) {
    cpSync(box.path(name), box.path(copy), { recursive: true });
    const repository = await openAt(box.path(copy));
    const result = await commitFiles(
      repository,
      request(await repository.head(), { 'a.md': 'a\n', 'b/c.md': 'c\n' }, { time: new Date(5_000) }),
    );
    commits.push(result);
  }
  assert.equal(new Set(commits.map((commit) => JSON.stringify(commit))).size, 1);
  assert.equal(box.git('one', 'log', '-1', '--format=%at').trim(), '5');
});

test('what is so already is not committed again', async (t) => {
  const box = sandbox(t);
  const name = project(box);
  const repository = await openAt(box.path(name));
  const before = state(box, name);
  const result = await commitFiles(
    repository,
    request(await repository.head(), { 'app.js': box.read('project/app.js'), 'none.md': undefined }),
  );
  assert.deepEqual(result, { kind: 'unchanged' });
  assert.deepEqual(state(box, name), before);
});

test('bytes go in as they are, whatever the repository says about line ends and filters', async (t) => {
  const box = sandbox(t);
  const name = project(box);
  box.write('project/.gitattributes', '* text=auto eol=crlf ident working-tree-encoding=UTF-16\n');
  box.git(name, 'config', 'core.autocrlf', 'true');
  const repository = await openAt(box.path(name));
  const content = Buffer.from([0xff, 0xfe, 13, 10, 10, 13, 0, ...Buffer.from('$Id$\r\n')]);
  const base = await repository.head();
  await commitFiles(repository, { ...request(base, {}), files: new Map([['a.md', content]]) });
  const entry = (await repository.entries((await repository.head()).commit ?? '', ['a.md'])).get('a.md');
  assert.deepEqual(Buffer.from(await repository.readBlob(entry?.blob ?? '')), content);
});

test('a path that is a link, a submodule or a folder in the last commit is refused', async (t) => {
  const box = sandbox(t);
  const name = project(box);
  symlinkSync('app.js', box.path(name, 'link'));
  box.write('project/folder/file', 'x\n');
  box.git(name, 'add', '-A');
  box.git(name, 'update-index', '--add', '--cacheinfo', `160000,${box.git(name, 'rev-parse', 'HEAD').trim()},sub`);
  box.git(name, 'commit', '-qm', 'odd things');
  const repository = await openAt(box.path(name));
  const base = await repository.head();
  const before = state(box, name);
  for (const [path, code] of [
    ['link', 'E_NOT_A_FILE'],
    ['sub', 'E_NOT_A_FILE'],
    ['folder', 'E_NOT_A_FILE'],
    ['app.js/below', 'E_NOT_A_FILE'],
  ] as const) {
    await assert.rejects(commitFiles(repository, request(base, { [path]: 'x\n' })), { code }, path);
    assert.deepEqual(state(box, name), before, path);
  }
  await assert.rejects(commitFiles(repository, request(base, { new: 'x\n', 'new/below': 'x\n' })), {
    code: 'E_NOT_A_FILE',
  });
  assert.deepEqual(state(box, name), before);
});

const moves: Readonly<Record<string, (box: Sandbox) => void>> = {
  'somebody committed': (box) => box.git('project', 'commit', '-q', '--allow-empty', '-m', 'faster'),
  'the branch went back': (box) => box.git('project', 'reset', '-q', '--soft', 'HEAD~1'),
  'the person is on another branch': (box) => box.git('project', 'switch', '-q', 'other'),
  'the person is on no branch': (box) => box.git('project', 'switch', '-q', '--detach'),
  'the branch is gone': (box) => box.git('project', 'update-ref', '-d', 'refs/heads/main'),
  'the branch has another name': (box) => box.git('project', 'branch', '-m', 'renamed'),
};

for (const [name, move] of Object.entries(moves)) {
  test(`planned on a head that is no more, nothing happens: ${name}`, async (t) => {
    const box = sandbox(t);
    project(box);
    box.git('project', 'commit', '-q', '--allow-empty', '-m', 'second');
    box.git('project', 'branch', 'other');
    box.write('project/app.js', 'edited\n');
    const repository = await openAt(box.path('project'));
    const base = await repository.head();
    move(box);
    const before = state(box, 'project');
    assert.deepEqual(await commitFiles(repository, request(base, { 'a.md': 'a\n' })), { kind: 'moved' });
    assert.deepEqual(state(box, 'project'), before);
  });
}

test('a branch that was not born when the change was planned, and is now, counts as moved', async (t) => {
  const box = sandbox(t);
  mkdirSync(box.path('project'));
  box.git('project', 'init', '-q', '-b', 'main');
  const repository = await openAt(box.path('project'));
  const base = await repository.head();
  assert.deepEqual(base, { ref: 'refs/heads/main', commit: undefined });
  box.git('project', 'commit', '-q', '--allow-empty', '-m', 'born');
  const before = state(box, 'project');
  assert.deepEqual(await commitFiles(repository, request(base, { 'a.md': 'a\n' })), { kind: 'moved' });
  assert.deepEqual(state(box, 'project'), before);
});

test('while another git holds the index, or the branch, nothing happens', async (t) => {
  const box = sandbox(t);
  project(box);
  const repository = await openAt(box.path('project'));
  const base = await repository.head();
  for (const lock of ['index.lock', 'refs/heads/main.lock']) {
    const file = box.write(join('project/.git', lock), '');
    const before = state(box, 'project');
    assert.deepEqual(await commitFiles(repository, request(base, { 'a.md': 'a\n' })), { kind: 'locked', file });
    assert.deepEqual(state(box, 'project'), before);
    rmSync(file);
  }
});

test('where git refuses for a reason of its own, the index is let go', async (t) => {
  const box = sandbox(t);
  project(box);
  box.git('project', 'branch', 'taken');
  box.git('project', 'symbolic-ref', 'HEAD', 'refs/heads/taken/below');
  const repository = await openAt(box.path('project'));
  const before = state(box, 'project');
  await assert.rejects(async () => commitFiles(repository, request(await repository.head(), { 'a.md': 'a\n' })), {
    code: 'E_GIT',
  });
  assert.deepEqual(state(box, 'project'), before);
  assert.equal(existsSync(box.path('project/.git/index.lock')), false);
});

/** Ten programs at once, each with a file of its own, each trying until it is in. */
async function committers(t: TestContext, box: Sandbox, count: number): Promise<void> {
  const helper = fileURLToPath(new URL('commit-helper.ts', import.meta.url));
  const ends = Array.from({ length: count }, (_, index) => {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const child = spawn(process.execPath, [helper, box.path('project'), `${index}`], {
      env: { ...box.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    child.on('close', resolve);
    return promise;
  });
  assert.deepEqual(
    await Promise.all(ends),
    Array.from({ length: count }, () => 0),
  );
}

test('ten processes that commit at once make ten commits, and lose none', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/app.js', 'staged\n');
  box.git('project', 'add', 'app.js');
  await committers(t, box, 10);
  assert.equal(box.git('project', 'rev-list', '--count', 'HEAD').trim(), '11');
  assert.equal(new Set(box.git('project', 'log', '--format=%s', '-10').trim().split('\n')).size, 10);
  for (let index = 0; index < 10; index += 1)
    assert.equal(box.git('project', 'show', `HEAD:file-${index}.md`), `${index}\n`);
  assert.equal(readFileSync(box.path('project/file-7.md'), 'utf8'), '7\n');
  // Clean but for what the person staged, which is as they left it.
  assert.equal(box.git('project', 'status', '--porcelain'), 'M  app.js\n');
  assert.equal(box.git('project', 'fsck', '--strict', '--no-dangling'), '');
});
