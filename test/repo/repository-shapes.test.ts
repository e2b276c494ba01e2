// Repositories come in many shapes. A commit goes into each of them, and git finds nothing wrong with it afterwards.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { lookAt } from '../../src/home/home.ts';
import { commitFiles, createRepository, openRepository } from '../../src/repo/repo.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { openAt, program, request } from './support.ts';

/** Makes a repository and gives its name; undefined if this git does not know the shape. */
type Shape = (box: Sandbox) => string | undefined;

function more(box: Sandbox, name: string): string {
  for (const path of ['inside/a.md', 'outside/b.md', 'plan.org']) box.write(join(name, path), `${path}\n`);
  box.git(name, 'add', '-A');
  box.git(name, 'commit', '-qm', 'more');
  return name;
}

function attempt(act: () => string): string | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const shapes: Readonly<Record<string, Shape>> = {
  'an ordinary one': (box) => project(box),
  'one with nothing in it': (box) => {
    mkdirSync(box.path('empty'));
    box.git('empty', 'init', '-q', '-b', 'main');
    return 'empty';
  },
  'one with nothing in it, on a branch with slashes and letters': (box) => {
    mkdirSync(box.path('empty'));
    box.git('empty', 'init', '-q', '-b', 'feature/überall/日本');
    return 'empty';
  },
  'a linked worktree': (box) => {
    box.git(project(box), 'worktree', 'add', '-q', '-b', 'linked', '../linked');
    return 'linked';
  },
  'a linked worktree on a branch of its own, with nothing in it': (box) => {
    project(box);
    return attempt(() => box.git('project', 'worktree', 'add', '-q', '--orphan', '-b', 'bare', '../linked')) ===
      undefined
      ? undefined
      : 'linked';
  },
  'a submodule': (box) => {
    more(box, project(box, 'inner'));
    box.git(project(box), '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../inner', 'sub');
    return 'project/sub';
  },
  'one with sha256': (box) => {
    mkdirSync(box.path('long'));
    box.git('long', 'init', '-q', '-b', 'main', '--object-format=sha256');
    return more(box, 'long');
  },
  'a shallow clone': (box) => {
    more(box, project(box));
    box.git('.', 'clone', '-q', '--depth', '1', `file://${box.path('project')}`, 'shallow');
    return 'shallow';
  },
  'a partial clone without its files': (box) => {
    box.git(more(box, project(box)), 'config', 'uploadpack.allowFilter', 'true');
    box.git('.', 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${box.path('project')}`, 'partial');
    // Without an index nothing is committed; this makes one, and fetches nothing.
    box.git('partial', 'read-tree', 'HEAD');
    return 'partial';
  },
  'a split index': (box) => {
    more(box, project(box));
    box.git('project', 'config', 'core.splitIndex', 'true');
    box.git('project', 'update-index', '--split-index');
    box.write('project/staged.md', 'staged\n');
    box.git('project', 'add', 'staged.md');
    assert.ok(readdirSync(box.path('project/.git')).some((name) => name.startsWith('sharedindex.')));
    return 'project';
  },
  'a sparse index': (box) => {
    more(box, project(box));
    box.git('project', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'inside');
    assert.equal(existsSync(box.path('project/outside')), false);
    return 'project';
  },
  'an index of version 4, with an untracked cache': (box) => {
    more(box, project(box));
    box.git('project', 'config', 'core.untrackedCache', 'true');
    box.git('project', 'update-index', '--index-version', '4', '--untracked-cache');
    box.git('project', 'status');
    return 'project';
  },
  'packed refs and packed objects': (box) => {
    box.git(more(box, project(box)), 'gc', '-q');
    assert.equal(existsSync(box.path('project/.git/refs/heads/main')), false);
    return 'project';
  },
  reftable: (box) => {
    mkdirSync(box.path('table'));
    return attempt(() => box.git('table', 'init', '-q', '-b', 'main', '--ref-format=reftable')) === undefined
      ? undefined
      : more(box, 'table');
  },
  'a separate git folder': (box) => {
    mkdirSync(box.path('apart'));
    box.git('apart', 'init', '-q', '-b', 'main', '--separate-git-dir', box.path('elsewhere.git'));
    return more(box, 'apart');
  },
  'one with settings that begin with ~/': (box) => {
    more(box, project(box));
    for (const key of ['core.excludesFile', 'core.hooksPath', 'include.path', 'commit.template', 'core.attributesFile'])
      box.git('project', 'config', key, '~/none');
    return 'project';
  },
  'borrowed objects': (box) => {
    more(box, project(box));
    box.git('.', 'clone', '-q', '--shared', 'project', 'borrower');
    return 'borrower';
  },
  'a folder with a name that needs care': (box) => more(box, project(box, 'a "b" $(c) \'d\' ü\ne')),
};

for (const [title, make] of Object.entries(shapes)) {
  test(`a commit goes into ${title}`, async (t) => {
    const box = sandbox(t);
    const name = make(box);
    if (name === undefined) return t.skip(`${box.git('.', 'version').trim()} does not have it`);
    const { place } = lookAt(box.path(name));
    assert.ok(place !== undefined);
    const repository = await openRepository(program, place, join(place.commonDir, 'dreamkeeper'));
    const first = await repository.head();
    const status = box.git(name, 'status', '--porcelain');
    for (const [round, content] of ['one\n', 'two\n'].entries()) {
      const base = await repository.head();
      box.write(join(name, 'new/note.md'), content);
      const result = await commitFiles(repository, request(base, { 'new/note.md': content }));
      assert.equal(result.kind, 'committed', `round ${round}`);
      assert.equal(result.kind === 'committed' && result.commit, (await repository.head()).commit);
    }
    const { commit } = await repository.head();
    const entry = (await repository.entries(commit ?? '', ['new/note.md'])).get('new/note.md');
    assert.equal(Buffer.from(await repository.readBlob(entry?.blob ?? '')).toString(), 'two\n');
    assert.equal(box.git(name, 'show', 'HEAD:new/note.md'), 'two\n');
    if (first.commit !== undefined)
      assert.equal(box.git(name, 'diff', '--name-only', first.commit, 'HEAD'), 'new/note.md\n');
    // What the person sees is what they saw before: nothing new, nothing gone, nothing staged by us.
    assert.equal(box.git(name, 'status', '--porcelain'), status);
    assert.match(box.git(name, 'fsck', '--no-dangling'), /^(?:notice: .*\n)?$/u);
    if (first.commit !== undefined)
      assert.equal(box.git(name, 'rev-list', '--count', `${first.commit}..HEAD`).trim(), '2');
  });
}

test('one that we make ourselves has a branch main, no hooks, and nothing else', async (t) => {
  const box = sandbox(t);
  mkdirSync(box.path('made'));
  await createRepository(program, box.path('made'));
  assert.equal(readFileSync(box.path('made/.git/HEAD'), 'utf8'), 'ref: refs/heads/main\n');
  assert.deepEqual(readdirSync(box.path('made')), ['.git']);
  assert.equal(existsSync(box.path('made/.git/hooks')), false);
  await createRepository(program, box.path('made'));
  const repository = await openAt(box.path('made'));
  assert.deepEqual(await repository.head(), { ref: 'refs/heads/main', commit: undefined });
  // To have looked leaves no trace.
  assert.equal(existsSync(box.path('made/.git/dreamkeeper')), false);
});
