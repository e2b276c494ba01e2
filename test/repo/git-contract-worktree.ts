// The contract of a git, one part: what in a worktree is not committed, and when files were written.
import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask } from './git-contract.ts';

export function worktreeContract(ask: Ask): void {
  ask('what is not committed, in git’s order', async ({ git, repository, commit, person, put, folder }) => {
    put({ '.git/info/exclude': '/_*.jsonl\n/.dream/\n*.log\nout/\n' });
    const files = { 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n', 'd.md': 'd\n', 'e.md': 'e\n', 'run.sh': 'x\n' };
    const head = await commit(files, 'first');
    assert.deepEqual(await git.changed(repository), {
      head: { ref: 'refs/heads/main', commit: head },
      files: [],
      more: 0,
    });
    put({ '_steps.jsonl': 'x', '.dream/x': 'x', 'deep/y.log': 'x', 'deep/out/z': 'x', 'deep/_steps.jsonl': 'x' });
    put({ 'a.md': 'A\n', 'b.md': undefined, 'd.md': undefined, 'new/ü x.txt': 'n\n', 'new.txt': 'n\n', B: 'B' });
    put({ 'e.md': undefined });
    person.add(['d.md', 'new.txt', 'e.md']);
    put({ 'e.md': 'back\n' });
    chmodSync(join(folder, 'run.sh'), 0o755);
    symlinkSync('a.md', join(folder, 'link'));
    const { files: changed } = await git.changed(repository);
    assert.deepEqual(
      changed.map(({ path, kind, isStaged }) => `${kind} ${path}${isStaged === true ? ', staged' : ''}`),
      [
        ...['modified a.md', 'deleted b.md', 'deleted d.md, staged', 'new e.md, staged', 'new new.txt, staged'],
        ...['modified run.sh', 'new B', 'new deep/_steps.jsonl', 'new link', 'new new/ü x.txt'],
      ],
    );
    for (const { path, blob, written } of changed) {
      assert.equal(blob === undefined, ['b.md', 'd.md'].includes(path), path);
      assert.ok(written !== undefined && !Number.isNaN(Date.parse(written)), path);
    }
    // The name of its content is the one a commit gives it.
    const last = await commit({}, 'second');
    const blobs = await git.blobsThen(repository, [{ commit: last, path: 'a.md' }]);
    assert.equal(changed[0]?.blob, blobs[0]);
  });

  ask('how many lines came and went', async ({ git, repository, commit, person, put, folder }) => {
    const counts = async (head: string | undefined): Promise<unknown> =>
      [...(await git.lineCounts(repository, head, (await git.changed(repository)).files))]
        .map(([path, { added, removed }]) => `${path} +${added} -${removed}`)
        .toSorted();
    put({ 'first.md': 'a\nb' });
    assert.deepEqual(await counts(undefined), ['first.md +2 -0'], 'before the first commit');
    const head = await commit(
      {
        'a b.md': 'one\ntwo\nthree\nfour\n',
        'ü.md': 'x\n',
        'gone.md': 'a\nb\n',
        'picture.png': '\0\n',
        'run.sh': 'x\n',
      },
      'first',
    );
    put({ 'a b.md': 'one\nTWO\nthree\nfour\nfive\n', 'ü.md': 'x', 'gone.md': undefined, 'picture.png': '\0\0\n' });
    put({
      'new.md': '1\n2\n3',
      'empty.md': '',
      'new.png': '\0',
      'staged.md': '1\n',
      'large.txt': 'x\n'.repeat(600_000),
    });
    person.add(['staged.md']);
    chmodSync(join(folder, 'run.sh'), 0o755);
    symlinkSync('a b.md', join(folder, 'link'));
    assert.deepEqual(await counts(head), [
      ...['a b.md +2 -1', 'gone.md +0 -2', 'new.md +3 -0', 'staged.md +1 -0', 'ü.md +1 -1'],
    ]);
  });

  ask('when files were written, by what the system remembers', async ({ git, repository, commit, folder, put }) => {
    assert.equal(await git.lastWritten(repository, () => true), '', 'nothing is tracked');
    await commit({ 'a.md': 'a\n', 'deep/b.md': 'b\n' }, 'first');
    put({ 'untracked.md': 'x\n' });
    const touch = (path: string): string => {
      const { mtime, ctime } = lstatSync(join(folder, path));
      return (ctime > mtime ? ctime : mtime).toISOString();
    };
    assert.equal(git.writtenAt(folder, 'a.md'), touch('a.md'));
    assert.equal(git.writtenAt(folder, 'deep/no/such.md'), touch('deep'), 'of what is gone, its nearest folder');
    assert.equal(await git.lastWritten(repository, (path) => path === 'a.md'), touch('a.md'));
    const latest = [touch('a.md'), touch('deep/b.md')].toSorted().at(-1);
    assert.equal(await git.lastWritten(repository, () => true), latest);
    assert.equal(await git.lastWritten(repository, () => false), '');
  });

  ask('a repository is made, and found to be usable', async ({ git, box }) => {
    const folder = box.path('made');
    mkdirSync(folder);
    await git.require(folder);
    await git.create(folder);
    const gitDir = join(folder, '.git');
    const made = await git.open({ worktree: folder, gitDir, commonDir: gitDir }, join(gitDir, 'dreamkeeper'));
    assert.deepEqual(await made.head(), { ref: 'refs/heads/main', commit: undefined });
    assert.equal(made.objectFormat, 'sha1');
    const nowhere = { worktree: '/nowhere', gitDir: '/nowhere/.git', commonDir: '/nowhere/.git' };
    await assert.rejects(git.open(nowhere, '/nowhere'), { code: 'E_NOT_A_REPOSITORY' });
  });
}
