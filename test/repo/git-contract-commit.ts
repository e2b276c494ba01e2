// The contract of a git, one part: commits of exactly the given files, by compare-and-swap, and the index that follows them.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask, Bench } from './git-contract.ts';
import { request } from './support.ts';

const text = async ({ repository }: Bench, commit: string, path: string): Promise<string | undefined> => {
  const entry = (await repository.entries(commit, [path])).get(path);
  return entry && Buffer.from(await repository.readBlob(entry.blob)).toString();
};

const changes = async ({ git, repository }: Bench): Promise<string[]> =>
  (await git.changed(repository)).files.map(
    ({ path, kind, isStaged }) => `${kind} ${path}${isStaged === true ? ', staged' : ''}`,
  );

export function commitContract(ask: Ask): void {
  ask('the first commit of a branch that is not born', async (bench) => {
    const { git, repository } = bench;
    const base = await repository.head();
    assert.deepEqual(base, { ref: 'refs/heads/main', commit: undefined });
    assert.equal(await repository.tip('refs/heads/main'), undefined);
    const done = await git.commit(repository, request(base, { 'a.md': 'one\n', 'deep/b.md': 'two\n' }));
    assert.ok(done.kind === 'committed');
    assert.deepEqual(await repository.head(), { ref: 'refs/heads/main', commit: done.commit });
    assert.equal(await repository.tip('refs/heads/main'), done.commit);
    assert.deepEqual([repository.isOn('refs/heads/main'), repository.isOn('refs/heads/other')], [true, false]);
    const blobAt = async (path: string) => (await repository.entries(done.commit, [path])).get(path)?.blob;
    assert.equal(await blobAt('a.md'), repository.blobName(Buffer.from('one\n')));
    assert.deepEqual(
      [await text(bench, done.commit, 'a.md'), await text(bench, done.commit, 'no')],
      ['one\n', undefined],
    );
    const modeAt = async (path: string) => (await repository.entries(done.commit, [path, 'no/such'])).get(path)?.mode;
    assert.deepEqual([await modeAt('deep'), await modeAt('deep/b.md')], ['040000', '100644']);
    await assert.rejects(repository.entries('1'.repeat(40), ['a.md']), { code: 'E_GIT' });
    await assert.rejects(repository.readBlob('1'.repeat(40)), { code: 'E_GIT' });
  });

  ask('only the named paths, whatever else is edited or staged', async (bench) => {
    const { git, repository, person, put } = bench;
    await bench.commit({ 'a.md': 'one\n', 'b.md': 'b\n', 'c.md': 'c\n', 'd.md': 'd\n' }, 'first');
    put({ 'a.md': 'two\n', 'b.md': 'staged\n', 'c.md': 'edited\n', 'new.md': 'new\n' });
    person.add(['b.md']);
    const files = { 'a.md': 'two\n', 'd.md': undefined };
    put({ 'd.md': undefined });
    const done = await git.commit(repository, request(await repository.head(), files, { onlyUnstaged: true }));
    assert.ok(done.kind === 'committed');
    assert.deepEqual(await changes(bench), ['modified b.md, staged', 'modified c.md', 'new new.md']);
    const then = await Promise.all(['a.md', 'b.md', 'c.md', 'd.md'].map((path) => text(bench, done.commit, path)));
    assert.deepEqual(then, ['two\n', 'b\n', 'c\n', undefined]);
    person.commit('theirs');
    assert.deepEqual(await changes(bench), ['modified c.md', 'new new.md'], 'their commit does not take ours back');
    assert.equal(await text(bench, (await repository.head()).commit ?? '', 'a.md'), 'two\n');
  });

  ask('a program stays one when its content changes', async (bench) => {
    const { git, repository, put, folder } = bench;
    put({ 'run.sh': 'one\n' });
    chmodSync(join(folder, 'run.sh'), 0o755);
    await bench.commit({}, 'first');
    put({ 'run.sh': 'two\n' });
    const done = await git.commit(repository, request(await repository.head(), { 'run.sh': 'two\n' }));
    assert.ok(done.kind === 'committed');
    assert.equal((await repository.entries(done.commit, ['run.sh'])).get('run.sh')?.mode, '100755');
    assert.deepEqual(await changes(bench), []);
  });

  ask('what a person staged at the same path stays, and is not committed over', async (bench) => {
    const { git, repository, person, put } = bench;
    await bench.commit({ 'a.md': 'one\n' }, 'first');
    put({ 'a.md': 'mine\n' });
    person.add();
    const base = await repository.head();
    const wish = request(base, { 'a.md': 'ours\n' });
    assert.deepEqual(await git.commit(repository, { ...wish, onlyUnstaged: true }), { kind: 'staged', path: 'a.md' });
    assert.deepEqual(await repository.head(), base);
    const done = await git.commit(repository, wish);
    assert.equal(done.kind, 'committed');
    assert.deepEqual(await changes(bench), ['modified a.md, staged']);
  });

  ask('nothing happens if the branch moved, nothing changed, or somebody is busy', async (bench) => {
    const { git, repository, person, folder } = bench;
    const first = await bench.commit({ 'a.md': 'one\n', 'deep/b.md': 'b\n' }, 'first');
    const base = await repository.head();
    const second = await bench.commit({ 'c.md': 'c\n' }, 'second');
    const kind = async (...given: Parameters<typeof request>) => (await git.commit(repository, request(...given))).kind;
    assert.equal(await kind(base, { 'a.md': 'two\n' }), 'moved');
    const now = await repository.head();
    assert.deepEqual([base.commit, now.commit], [first, second]);
    assert.equal(await kind(now, { 'a.md': 'one\n' }), 'unchanged');
    assert.equal(await kind(now, { 'a.md': 'two\n' }, { whileLocked: () => false }), 'moved');
    const { ref, ...detached } = now;
    assert.equal(await kind({ ...detached, ref: undefined }, { 'a.md': 'two\n' }), 'busy');
    for (const lock of ['index.lock', 'refs/heads/main.lock']) {
      writeFileSync(join(folder, '.git', lock), '');
      assert.ok(repository.lockOn(ref) !== undefined);
      assert.equal(await kind(now, { 'a.md': 'two\n' }), 'locked');
      rmSync(join(folder, '.git', lock));
    }
    assert.deepEqual([repository.lockOn(ref), repository.underWay()], [undefined, undefined]);
    writeFileSync(join(folder, '.git/MERGE_HEAD'), `${first}\n`);
    assert.equal(repository.underWay(), 'merge');
    assert.equal(await kind(now, { 'a.md': 'two\n' }), 'busy');
    rmSync(join(folder, '.git/MERGE_HEAD'));
    assert.deepEqual(await repository.head(), now);
    person.branch('other');
    assert.equal(await kind(now, { 'a.md': 'two\n' }), 'moved', 'they are on another branch by now');
    assert.equal(await kind(await repository.head(), { 'a.md': 'two\n' }), 'committed');
    assert.equal(await repository.tip('refs/heads/main'), second);
  });

  ask('what cannot be committed is refused with a code', async (bench) => {
    const { git, repository } = bench;
    await bench.commit({ 'a.md': 'one\n', 'deep/b.md': 'b\n' }, 'first');
    const base = await repository.head();
    const code = (files: Record<string, string>, more: Parameters<typeof request>[2] = {}) =>
      git.commit(repository, request(base, files, more)).then(
        ({ kind }) => kind,
        (error: { code: string }) => error.code,
      );
    assert.equal(await code({ '../out': '' }), 'E_BAD_PATH');
    assert.equal(await code({ deep: 'a file in place of a folder' }), 'E_NOT_A_FILE');
    assert.equal(await code({ 'a.md/below': 'a folder in place of a file' }), 'E_NOT_A_FILE');
    assert.equal(await code({ x: '' }, { author: { name: '', email: '' } }), 'E_BAD_NAME');
    assert.equal(await code({ x: '' }, { time: new Date(-1000) }), 'E_GIT');
    assert.deepEqual(await repository.head(), base);
  });

  ask('a probe is called, and files are written, with the lock in hand and before the branch moves', async (bench) => {
    const { git, repository } = bench;
    const first = await bench.commit({ 'a.md': 'one\n' }, 'first');
    const seen: string[] = [];
    const whileLocked = (): boolean => {
      seen.push('written');
      return true;
    };
    const more = { whileLocked, probe: (name: string) => void seen.push(name) };
    const done = await git.commit(repository, request(await repository.head(), { 'a.md': 'two\n' }, more));
    assert.ok(done.kind === 'committed' && done.commit !== first);
    assert.deepEqual(seen, ['git.blobs', 'git.commit', 'git.locked', 'written', 'git.moved', 'git.index']);
  });

  ask('an index that did not follow a commit of ours is settled where it has what was before', async (bench) => {
    const { git, repository, person, put } = bench;
    await bench.commit({ 'a.md': 'one\n', 'b.md': 'b\n' }, 'first');
    const done = await git.commit(repository, request(await repository.head(), { 'a.md': 'two\n', 'b.md': 'c\n' }));
    assert.ok(done.kind === 'committed');
    // As if it had not followed: the person puts the old content of one, and their own of the other, into the index.
    put({ 'a.md': 'one\n', 'b.md': 'mine\n' });
    person.add();
    put({ 'a.md': 'two\n', 'b.md': 'c\n' });
    assert.deepEqual(await changes(bench), ['modified a.md, staged', 'modified b.md, staged']);
    await git.settle(repository, done.commit, ['a.md', 'b.md']);
    assert.deepEqual(await changes(bench), ['modified b.md, staged']);
    git.reclaim(repository);
    assert.deepEqual(
      await git.prune(repository, { below: 'refs/dreamkeeper/unsaved', olderThan: new Date(), keep: 0 }),
      [],
    );
  });

  ask('two changes of one text are joined, or not', async ({ git, repository, commit }) => {
    await commit({ a: '' }, 'first');
    mkdirSync(repository.scratch, { recursive: true });
    const lines = (...changed: readonly (readonly [number, string])[]): Buffer => {
      const all = Array.from({ length: 9 }, (_, index) => `line ${index}`);
      for (const [at, words] of changed) all[at] = words;
      return Buffer.from(`${all.join('\n')}\n`);
    };
    const merge = async (ours: Buffer, theirs: Buffer) => {
      const merged = await git.merge(repository, { base: lines(), ours, theirs });
      return merged && Buffer.from(merged).toString();
    };
    assert.equal(await merge(lines([0, 'x']), lines([8, 'y'])), lines([0, 'x'], [8, 'y']).toString());
    assert.equal(await merge(lines([0, 'x']), lines([0, 'x'], [8, 'y'])), lines([0, 'x'], [8, 'y']).toString());
    assert.equal(await merge(lines([0, 'x']), lines([0, 'y'])), undefined);
    assert.equal(await merge(lines(), lines([4, 'y'])), lines([4, 'y']).toString());
    assert.equal(await merge(lines([0, 'x\0']), lines([8, 'y'])), undefined, 'it is no text');
  });

  ask('what git keeps in another form than on disk is named', async ({ repository, commit, put }) => {
    await commit({ 'a.md': 'one\n' }, 'first');
    assert.deepEqual(await repository.transformed(['a.md', 'b.txt']), []);
    put({ '.gitattributes': '*.md filter=odd\n' });
    assert.deepEqual(await repository.transformed(['a.md', 'b.txt']), ['a.md']);
  });
}
