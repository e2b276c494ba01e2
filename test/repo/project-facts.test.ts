// What is not committed and what was, told by us and by plain git: the same; and no program a repository names is run for it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import {
  type ChangedFile,
  type CommitMark,
  changedFiles,
  commitsOfOthers,
  commitsSince,
  contains,
  differenceOf,
  openRepository,
  treeOf,
} from '../../src/repo/repo.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { evil, marked } from './hostile-site.ts';
import { vectors } from './hostile-vectors.ts';
import { openAt, placeOf, program } from './support.ts';

async function changedIn(box: Sandbox, name: string): Promise<readonly ChangedFile[]> {
  return (await changedFiles(await openAt(box.path(name)), undefined)).files;
}

const kinds = (files: readonly ChangedFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, kind }) => [path, kind]).toSorted());

function commit(box: Sandbox, name: string, message: string, ...more: readonly string[]): string {
  box.git(name, 'add', '-A');
  box.git(name, 'commit', '-q', '--allow-empty', '-m', message, ...more);
  return box.git(name, 'rev-parse', 'HEAD').trim();
}

describe('what is not committed', () => {
  test('every kind of change, by its name, with what it holds', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    const files = [
      'modified',
      'staged',
      'deleted',
      'removed',
      'old name',
      'untouched',
      'mode',
      'became a link',
      'both',
      'twice gone',
    ];
    for (const file of files) box.write(`${name}/${file}`, `content of ${file}\n`);
    box.write(`${name}/.gitignore`, 'ignored\n*.log\n');
    commit(box, name, 'second');
    const odd = [
      'with space',
      'ünïcödé/日本語.txt',
      'new\nline',
      'tab\there',
      '"quoted"',
      '-dash',
      'emoji 👩‍👩‍👧',
      "o'clock",
      'a\\b',
    ];
    for (const file of ['modified', 'staged', 'both', ...odd])
      box.write(`${name}/${file}`, `other content of ${file}\n`);
    box.write(`${name}/ignored`, 'x');
    box.write(`${name}/deep/x.log`, 'x');
    box.write(`${name}/folder/one/two/three.txt`, 'three\n');
    box.write(`${name}/binary`, Buffer.from([0, 255, 1, 2, 0]));
    box.write(`${name}/empty`, '');
    symlinkSync('nowhere/at all', box.path(name, 'link'));
    for (const file of ['deleted', 'twice gone', 'became a link']) rmSync(box.path(name, file));
    symlinkSync('modified', box.path(name, 'became a link'));
    box.git(name, 'add', 'staged', 'both');
    box.write(`${name}/both`, 'and once more\n');
    box.git(name, 'rm', '-q', 'removed');
    box.git(name, 'mv', 'old name', 'new name');
    box.git(name, 'update-index', '--chmod=+x', 'mode');
    const found = await changedIn(box, name);
    assert.deepEqual(kinds(found), {
      ...Object.fromEntries(
        [...odd, 'folder/one/two/three.txt', 'binary', 'empty', 'link', 'new name'].map((file) => [file, 'new']),
      ),
      ...Object.fromEntries(['modified', 'staged', 'both', 'became a link', 'mode'].map((file) => [file, 'modified'])),
      ...Object.fromEntries(['deleted', 'removed', 'old name', 'twice gone'].map((file) => [file, 'deleted'])),
    });
    for (const { path, kind, blob, written } of found) {
      if (kind === 'deleted') assert.equal(blob, undefined, path);
      else if (path === 'link' || path === 'became a link') {
        const target = path === 'link' ? 'nowhere/at all' : 'modified';
        const ran = spawnSync('git', ['hash-object', '--stdin'], { cwd: box.path(name), env: box.env, input: target });
        assert.equal(blob, ran.stdout.toString().trim(), path);
      } else assert.equal(blob, box.git(name, 'hash-object', '--no-filters', '--', path).trim(), path);
      assert.ok(written !== undefined && !Number.isNaN(Date.parse(written)), path);
    }
  });
  test('a path stands there once, also if git forgot it and it is still there', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    box.git(name, 'rm', '-q', '--cached', 'app.js');
    assert.deepEqual(
      (await changedIn(box, name)).map(({ path }) => path),
      ['app.js'],
    );
  });
  test('a file that is only meant to be added is new', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    box.write(`${name}/meant`, 'x');
    box.git(name, 'add', '-N', 'meant');
    assert.deepEqual(kinds(await changedIn(box, name)), { meant: 'new' });
  });
  test('a conflict', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    box.git(name, 'switch', '-q', '-c', 'side');
    box.write(`${name}/app.js`, 'theirs\n');
    commit(box, name, 'theirs');
    box.git(name, 'switch', '-q', 'main');
    box.write(`${name}/app.js`, 'ours\n');
    commit(box, name, 'ours');
    assert.throws(() => box.git(name, 'merge', 'side'));
    assert.deepEqual(kinds(await changedIn(box, name)), { 'app.js': 'in conflict' });
  });
  test('what the person ignores everywhere is left out', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    for (const file of ['.DS_Store', 'a.swp', 'work.txt']) box.write(`${name}/${file}`, 'x');
    const changed = async (): Promise<Record<string, string>> => {
      const world = await realWorld(box.env);
      return kinds((await world.git.changed(await world.git.open(placeOf(box.path(name)), box.path('scratch')))).files);
    };
    assert.deepEqual(Object.keys(await changed()), ['.DS_Store', 'a.swp', 'work.txt']);
    box.write('person/.config/git/ignore', '.DS_Store\n');
    assert.deepEqual(Object.keys(await changed()), ['a.swp', 'work.txt']);
    box.write('person/my ignores', '*.swp\n');
    box.write('person/.gitconfig', '[user]\n\tname = P\n[core]\n\texcludesFile = ~/my ignores\n');
    assert.deepEqual(Object.keys(await changed()), ['.DS_Store', 'work.txt']);
  });
  test('an unborn branch, a bare place, an inner repository, a submodule', async (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('unborn'));
    box.git('unborn', 'init', '-q', '-b', 'main');
    box.write('unborn/a', 'x');
    box.write('unborn/b', 'x');
    box.git('unborn', 'add', 'a');
    assert.deepEqual(kinds(await changedIn(box, 'unborn')), { a: 'new', b: 'new' });
    mkdirSync(box.path('bare'));
    box.git('bare', 'init', '-q', '--bare');
    const place = { worktree: undefined, gitDir: box.path('bare'), commonDir: box.path('bare') };
    const bare = await openRepository(program, place, box.path('scratch'));
    const nothing = await changedFiles(bare, undefined);
    assert.deepEqual([nothing.files, nothing.more], [[], 0]);
    const name = project(box);
    project(box, `${name}/inner`);
    project(box, 'other');
    box.git(name, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', box.path('other'), 'module');
    box.git(name, 'commit', '-q', '-m', 'a module', '--', 'module', '.gitmodules');
    box.write(`${name}/module/app.js`, 'changed inside\n');
    const found = await changedIn(box, name);
    assert.deepEqual(kinds(found), { 'inner/': 'new' });
    assert.equal(found[0]?.blob, undefined);
  });
});

describe('what was committed', () => {
  test('the same as plain git says, without ours', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    const first = box.git(name, 'rev-parse', 'HEAD').trim();
    box.write(`${name}/src/ünï cödé\n.ts`, 'x');
    box.write(`${name}/b`, 'x');
    const second = commit(box, name, 'add: names nobody expects — 👩‍👩‍👧');
    commit(box, name, 'board: move\n\nDream-Id: b-abcdefgh23');
    commit(box, name, 'rem: a dream\n\nDream-Id: n-abcdefgh23\nDream-Agent: waldo');
    box.git(name, 'switch', '-q', '-c', 'side', first);
    box.write(`${name}/c`, 'x');
    const side = commit(box, name, 'on the side: speaks of Dream-Id: n-abcdefgh23 in its subject');
    box.git(name, 'switch', '-q', 'main');
    box.git(name, 'merge', '-q', '--no-ff', '-m', 'merge side', 'side');
    box.git(name, 'rm', '-q', 'b');
    const last = commit(box, name, 'last\n\nDream-Id: not one of ours');
    const repository = await openAt(box.path(name));
    const ours = ['b-abcdefgh23', 'n-abcdefgh23'];
    const isOurs = ({ id }: CommitMark): boolean => ours.includes(id ?? '');
    const listed = await commitsOfOthers(repository, last, 20, isOurs);
    // Whoever does not know which are ours sees all of them: a trailer alone hides nothing.
    assert.equal((await commitsOfOthers(repository, last, 20)).length, listed.length + 2);
    assert.equal((await commitsSince(repository, last, second))?.length, 5);
    const ids = box
      .git(name, 'log', '--format=%H %s')
      .trim()
      .split('\n')
      .filter((line) => !/board: move|rem: a dream/u.test(line));
    assert.deepEqual(
      listed.map(({ id, subject }) => `${id} ${subject}`),
      ids,
    );
    for (const { id, time, author, files } of listed) {
      assert.equal(author, 'Person');
      assert.equal(time, '2026-06-10T14:30:00.000Z');
      const named = box.git(
        name,
        'diff-tree',
        '--root',
        '--no-commit-id',
        '--name-only',
        '-r',
        '-z',
        '--no-renames',
        id,
      );
      assert.deepEqual(
        [...files],
        named.split('\0').filter((file) => file !== ''),
        id,
      );
    }
    assert.deepEqual(await commitsOfOthers(repository, last, 2, isOurs), listed.slice(0, 2));
    const since = box
      .git(name, 'rev-list', last, `^${second}`)
      .trim()
      .split('\n')
      .filter((id) => listed.some((each) => each.id === id));
    assert.deepEqual((await commitsSince(repository, last, second, isOurs))?.toSorted(), since.toSorted());
    assert.equal(await commitsSince(repository, last, 'f'.repeat(40)), undefined);
    for (const [head, of] of [
      [last, first],
      [last, side],
      [second, side],
      [side, second],
      [first, last],
      [last, 'f'.repeat(40)],
    ] as const) {
      const plain = spawnSync('git', ['merge-base', '--is-ancestor', of, head], { cwd: box.path(name), env: box.env });
      assert.equal(await contains(repository, head, of), plain.status === 0, `${head} ${of}`);
    }
    const tree = async (id: string): Promise<string> => (await treeOf(repository, id)) ?? '';
    for (const id of [first, second, side, last])
      assert.equal(await tree(id), box.git(name, 'rev-parse', `${id}^{tree}`).trim());
    assert.equal(await treeOf(repository, 'f'.repeat(40)), undefined);
    const differences = await differenceOf(repository, await tree(second), await tree(last));
    const blob = (at: string): string => box.git(name, 'rev-parse', at).trim();
    assert.deepEqual(differences, [
      { path: 'b', before: blob(`${second}:b`), after: undefined, isModeOnly: false },
      { path: 'c', before: undefined, after: blob(`${last}:c`), isModeOnly: false },
    ]);
    assert.deepEqual(await differenceOf(repository, await tree(last), await tree(last)), []);
    assert.equal(await differenceOf(repository, await tree(last), 'f'.repeat(40)), undefined);
    assert.equal(await differenceOf(repository, await tree(last), last), undefined, 'a commit is no tree');
  });
  test('a subject cannot forge a commit', async (t) => {
    const box = sandbox(t);
    const name = project(box);
    const head = commit(box, name, `innocent \u0001${'a'.repeat(40)}`);
    const listed = await commitsOfOthers(await openAt(box.path(name)), head, 20);
    assert.equal(listed.length, 2, JSON.stringify(listed));
  });
});

test('none of the programs a repository names is run for any of this', async (t) => {
  const box = sandbox(t);
  const wanted =
    /^(?:filter|core\.fsmonitor|hook|core\.hooksPath|configured hook|textconv|diff|core\.pager|pager|include|log\.show|config\.worktree)/u;
  const chosen = vectors.filter(({ name }) => wanted.test(name));
  assert.ok(chosen.length >= 20, `${chosen.length}`);
  // Two that set the same would hide one another; the first of each in one repository, the rest in others.
  const groups: (typeof chosen)[] = [];
  for (const vector of chosen) {
    const free = groups.find((group) => !group.some(({ sets }) => sets === vector.sets));
    if (free === undefined) groups.push([vector]);
    else free.push(vector);
  }
  for (const [index, group] of groups.entries()) {
    const worktree = box.path(project(box, `hostile-${index}`));
    const outside = box.path(`${basename(worktree)}-outside`);
    mkdirSync(outside);
    for (const vector of group)
      vector.plant(
        { worktree, gitDir: join(worktree, '.git'), outside },
        evil(box, vector.name.replaceAll(/\W+/gu, '-')),
      );
    rmSync(box.path('marks'), { recursive: true });
    mkdirSync(box.path('marks'));
    appendFileSync(join(worktree, 'app.js'), 'more();\n');
    for (const vector of group.filter(({ name }) => name.startsWith('filter')))
      appendFileSync(join(worktree, vector.name.replaceAll(/\W/gu, '-')), 'changed\n');
    const repository = await openAt(worktree);
    const { commit: head = '' } = await repository.head();
    const { files } = await changedFiles(repository, undefined);
    assert.ok(files.some(({ path }) => path === 'app.js'));
    assert.equal((await commitsOfOthers(repository, head, 9)).length, 1);
    const tree = (await treeOf(repository, head)) ?? '';
    await commitsSince(repository, head, head);
    await contains(repository, head, head);
    await differenceOf(repository, tree, tree.replace(/^./u, '0'));
    assert.deepEqual(marked(box), [], group.map(({ name }) => name).join(', '));
    // The control: the same repository, plain git.
    for (const args of [['status'], ['diff'], ['log', '-p']])
      spawnSync('git', args, { cwd: worktree, env: box.env, timeout: 10_000 });
    assert.ok(marked(box).length > 0, 'plain git runs none of them either, so this proves nothing');
  }
});
