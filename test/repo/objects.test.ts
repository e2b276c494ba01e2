// What a commit is made of, compared with what plain git makes of the same: trees and commits.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitFiles } from '../../src/repo/repo.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { agent, openAt, request, time } from './support.ts';

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Names whose order is another one for files than for folders, and which can be both in turn. */
const names = ['a', 'a.b', 'a-b', 'a0', 'ab', 'A', 'rem', 'rem.md', 'rem-1', 'z'];

function plain(
  box: Sandbox,
  args: readonly string[],
  more: { readonly input?: string | Buffer; readonly env?: Record<string, string> } = {},
): string {
  const env = { ...box.env, ...more.env };
  const ran = spawnSync('git', args, { cwd: box.path('work'), env, input: more.input ?? '' });
  assert.equal(ran.status, 0, `git ${args.join(' ')}: ${ran.stderr.toString()}`);
  return ran.stdout.toString().trim();
}

/** The same commit by plain git: an index of its own, written as a tree. */
function byGit(box: Sandbox, base: string | undefined, files: Readonly<Record<string, string | undefined>>): string {
  const env = { GIT_INDEX_FILE: box.path('other-index') };
  rmSync(box.path('other-index'), { force: true });
  if (base !== undefined) plain(box, ['read-tree', base], { env });
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) plain(box, ['update-index', '--force-remove', '--', path], { env });
    else {
      const mode = base === undefined ? '' : plain(box, ['ls-tree', base, '--', path]).slice(0, 6);
      const blob = plain(box, ['hash-object', '-w', '--stdin'], { input: content });
      plain(box, ['update-index', '--add', '--cacheinfo', `${mode === '' ? '100644' : mode},${blob},${path}`], { env });
    }
  }
  const tree = plain(box, ['write-tree'], { env });
  const date = `@${time.getTime() / 1000} +0000`;
  const who = {
    ...{ GIT_AUTHOR_NAME: agent.name, GIT_AUTHOR_EMAIL: agent.email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: agent.name, GIT_COMMITTER_EMAIL: agent.email, GIT_COMMITTER_DATE: date },
  };
  const parents = base === undefined ? [] : ['-p', base];
  return plain(box, ['commit-tree', tree, ...parents, '-F', '-'], { env: who, input: 'Ein Wunsch: über 日本 🦊\n' });
}

for (const format of ['sha1', 'sha256'])
  test(`commits in a ${format} repository are those that plain git makes`, async (t) => {
    const box = sandbox(t);
    box.write('work/.keep', '');
    plain(box, ['init', '-q', '-b', 'main', `--object-format=${format}`]);
    const below = numbers(7);
    const there = new Set<string>();
    for (let round = 0; round < 25; round += 1) {
      const files: Record<string, string | undefined> = {};
      for (let count = below(5) + 1; count > 0; count -= 1) {
        const path = Array.from({ length: below(3) + 1 }, () => names[below(names.length)]).join('/');
        const others = [...there, ...Object.keys(files)];
        if (others.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) continue;
        files[path] = `${round} ${path}\n`;
      }
      // Also several from one folder, until nothing is left in it; and one that was never there.
      for (const path of there) if (files[path] === undefined && below(4) === 0) files[path] = undefined;
      if (round % 8 === 7) files['never/was/there'] = undefined;
      const repository = await openAt(box.path('work'));
      const base = await repository.head();
      const expected = byGit(box, base.commit, files);
      const made = await commitFiles(repository, request(base, files, { message: 'Ein Wunsch: über 日本 🦊' }));
      const isSame = base.commit !== undefined && Object.values(files).every((content) => content === undefined);
      if (made.kind === 'unchanged') assert.ok(isSame);
      else assert.deepEqual(made, { kind: 'committed', commit: expected }, `round ${round}: ${JSON.stringify(files)}`);
      for (const [path, content] of Object.entries(files)) content === undefined ? there.delete(path) : there.add(path);
    }
    const all = Object.fromEntries([...there].map((path) => [path, undefined]));
    const repository = await openAt(box.path('work'));
    const base = await repository.head();
    const expected = byGit(box, base.commit, all);
    const made = await commitFiles(repository, request(base, all, { message: 'Ein Wunsch: über 日本 🦊' }));
    assert.deepEqual(made, { kind: 'committed', commit: expected }, 'with nothing left at all');
    plain(box, ['fsck', '--strict', '--no-dangling']);
  });

test('what lies beside our files stays as it is, whatever it is and however it is called', async (t) => {
  const box = sandbox(t);
  box.write('work/.keep', '');
  plain(box, ['init', '-q', '-b', 'main']);
  const blob = plain(box, ['hash-object', '-w', '--stdin'], { input: 'x\n' });
  const tree = plain(box, ['mktree'], { input: `100755 blob ${blob}\tinside\n` });
  const commit = '1'.repeat(40);
  const strange = Buffer.concat([
    Buffer.from(`100644 blob ${blob}\t`),
    Buffer.from([0xff, 0x0a, 0xe9]),
    Buffer.from('\0'),
  ]);
  const listed = [
    `100755 blob ${blob}\tz-program\0`,
    `120000 blob ${blob}\tlink\0`,
    `160000 commit ${commit}\tsubmodule\0`,
    `040000 tree ${tree}\trem.folder\0`,
    `040000 tree ${tree}\trem\0`,
    `100644 blob ${blob}\trem-1\0`,
  ];
  const input = Buffer.concat([Buffer.from(listed.join('')), strange]);
  const root = plain(box, ['mktree', '-z', '--missing'], { input });
  const first = plain(box, ['commit-tree', root, '-m', 'first']);
  plain(box, ['update-ref', 'refs/heads/main', first]);
  plain(box, ['read-tree', 'HEAD']);
  const repository = await openAt(box.path('work'));
  const made = await commitFiles(
    repository,
    request(await repository.head(), { 'rem/inside': 'y\n', 'rem/new.md': 'new\n' }),
  );
  assert.equal(made.kind, 'committed');
  const raw = plain(box, ['diff-tree', '-r', '--raw', '--abbrev=4', first, 'HEAD']).split('\n');
  assert.deepEqual(
    raw.map((line) => line.replace(/ [0-9a-f]{4}\b/gu, '')),
    [':100755 100755 M\trem/inside', ':000000 100644 A\trem/new.md'],
  );
  assert.equal(plain(box, ['diff', '--cached', '--name-only']), '', 'and the index with it');
  plain(box, ['fsck', '--strict', '--no-dangling']);
});

test('a tree that is missing or broken is no empty one', async (t) => {
  for (const damage of ['missing', 'broken'] as const) {
    const box = sandbox(t);
    box.write('work/rem/kept.md', 'kept\n');
    box.write('work/other/kept.md', 'kept\n');
    plain(box, ['init', '-q', '-b', 'main']);
    plain(box, ['add', '.']);
    plain(box, ['commit', '-qm', 'first']);
    const [tree, other] = [plain(box, ['rev-parse', 'HEAD:rem']), plain(box, ['rev-parse', 'HEAD^{tree}'])];
    const at = (name: string): string => box.path('work/.git/objects', name.slice(0, 2), name.slice(2));
    const bytes = readFileSync(at(other));
    rmSync(at(tree), { force: true });
    if (damage === 'broken') writeFileSync(at(tree), bytes);
    const repository = await openAt(box.path('work'));
    const base = await repository.head();
    await assert.rejects(commitFiles(repository, request(base, { 'rem/new.md': 'new\n' })), { code: 'E_GIT' }, damage);
    assert.deepEqual(await repository.head(), base);
  }
});
