// Files kept under a private ref: to the byte, bounded, in either form of git, and nothing else in the repository changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import type { SnapshotRequest } from '../../src/world/world.ts';
import { sandbox, snapshot } from '../sandbox.ts';

const request = (files: Readonly<Record<string, string>>, more: Partial<SnapshotRequest> = {}): SnapshotRequest => ({
  files: new Map(
    Object.entries(files).map(([path, text]) => [path, { content: Buffer.from(text, 'latin1'), kind: 'file' }]),
  ),
  ...{ message: 'wip: kept', author: { name: 'waldo', email: 'waldo@dreamkeeper.local' }, time: new Date(0) },
  ...{ ref: 'refs/dreamkeeper/wip/r-aaaaaaaaaa', most: { files: 5, bytes: 100 }, ...more },
});

for (const form of ['sha1', 'sha256'])
  test(`in ${form}, folders and all`, async (t) => {
    const box = sandbox(t);
    box.write('repo/mine.txt', 'staged\n');
    box.git('repo', 'init', '-q', '-b', 'main', `--object-format=${form}`);
    box.git('repo', 'commit', '-q', '--allow-empty', '-m', 'first');
    box.git('repo', 'add', 'mine.txt');
    const world = await realWorld(box.env);
    const place = { worktree: box.path('repo'), gitDir: box.path('repo/.git'), commonDir: box.path('repo/.git') };
    const repository = await world.git.open(place, box.path('scratch'));
    const others = (path: string): boolean => /^(?:objects|refs\/dreamkeeper)/u.test(path);
    const before = snapshot(box.path('repo/.git'), others);
    // `a.b` sorts before the folder `a`, and `a` as a folder after it: git's own order.
    const files = { 'a/x': 'deep', 'a.b': '\0\xff\r\n', 'a/b/c': '', 'a-c': 'x' };
    const done = await world.git.snapshot(repository, request(files));
    assert.deepEqual([done.kept, done.left], [Object.keys(files), []]);
    assert.deepEqual(snapshot(box.path('repo/.git'), others), before);
    assert.equal(box.git('repo', 'fsck', '--strict', '--no-dangling'), '');
    const ref = 'refs/dreamkeeper/wip/r-aaaaaaaaaa';
    assert.equal(box.git('repo', 'rev-parse', ref).trim(), done.commit);
    assert.deepEqual(box.git('repo', 'ls-tree', '-r', '--name-only', ref).trim().split('\n'), [
      ...['a-c', 'a.b', 'a/b/c', 'a/x'],
    ]);
    for (const [path, text] of Object.entries(files))
      assert.equal(
        Buffer.from(box.git('repo', 'show', `${ref}:${path}`)).toString(),
        Buffer.from(text, 'latin1').toString(),
      );
    // A name is taken once.
    await assert.rejects(world.git.snapshot(repository, request({ other: 'x' })), /could not keep a snapshot/u);
    assert.equal(box.git('repo', 'rev-parse', ref).trim(), done.commit);
  });

test('what it does not take is told; refs of others are refused', async (t) => {
  const box = sandbox(t);
  box.write('repo/x', '');
  box.git('repo', 'init', '-q', '-b', 'main');
  const world = await realWorld(box.env);
  const place = { worktree: box.path('repo'), gitDir: box.path('repo/.git'), commonDir: box.path('repo/.git') };
  const repository = await world.git.open(place, box.path('scratch'));
  const odd = Object.fromEntries(
    [
      ...[
        '../up',
        'a/../b',
        'a/..',
        './a',
        'a/.',
        '/etc/passwd',
        'a//b',
        'a/',
        '',
        'nul\0',
        '\ud800',
        'x'.repeat(4097),
      ],
      ...[
        '.git/config',
        '.GIT/config',
        'a/.git',
        '.git./x',
        '.git /x',
        'git~1/x',
        '.git:x',
        '.g\u200cit/x',
        'a\\.git\\x',
      ],
    ].map((path) => [path, 'x']),
  );
  const nothing = await world.git.snapshot(repository, request(odd));
  assert.deepEqual([nothing.commit, nothing.kept], [null, []]);
  assert.deepEqual(
    nothing.left.map(({ path }) => path),
    Object.keys(odd),
  );
  assert.deepEqual([...new Set(nothing.left.map(({ why }) => why))], ['git takes no file of that name']);
  const both = await world.git.snapshot(
    repository,
    request({ a: 'x', 'a/b': 'x' }, { ref: 'refs/dreamkeeper/wip/both' }),
  );
  assert.deepEqual([both.kept, both.left], [['a'], [{ path: 'a/b', why: 'a file and a folder have the same name' }]]);
  const big = await world.git.snapshot(
    repository,
    request({ big: 'x'.repeat(101), a: 'x', b: 'x', c: 'x', d: 'x', e: 'x', f: 'x' }),
  );
  assert.deepEqual(big.kept, ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(
    big.left.map(({ path, why }) => [path, why]),
    [
      ['big', 'more than 100 bytes together'],
      ['f', 'more than 5 files'],
    ],
  );
  for (const ref of ['refs/heads/main', 'refs/dreamkeeper/../heads/main', 'HEAD', 'refs/dreamkeeper/-x', ''])
    await assert.rejects(world.git.snapshot(repository, request({ a: 'x' }, { ref })), { code: 'E_BAD_NAME' }, ref);
});
