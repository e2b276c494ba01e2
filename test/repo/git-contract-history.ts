// The contract of a git, one part: what was committed, by whom, when, and as which change of ours.
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { IsOurs } from '../../src/world/world.ts';
import type { Ask, Bench } from './git-contract.ts';
import { request } from './support.ts';

const nobody = '1'.repeat(40);
const night = 'n-abcdefgh23';
const wake = 'w-abcdefgh24';

/** A person's two commits, a night and a wake, and a person again; an hour apart. */
async function lived(bench: Bench): Promise<Record<'first' | 'second' | 'night' | 'wake' | 'last', string>> {
  const { git, repository } = bench;
  const ours = async (files: Record<string, string>, message: string, hour: number): Promise<string> => {
    bench.put(files);
    const time = new Date(`2026-06-10T${hour}:00:00.900Z`);
    const done = await git.commit(repository, request(await repository.head(), files, { message, time }));
    assert.ok(done.kind === 'committed');
    return done.commit;
  };
  return {
    first: await bench.commit({ 'plan.org': 'one\n', 'src/a.ts': 'a\n' }, 'first', '2026-06-10T10:00:00Z'),
    second: await bench.commit(
      { 'src/a.ts': undefined, 'src/b.ts': 'b\n' },
      'second\n\nWith a body\nof two lines.',
      '2026-06-10T11:00:00Z',
    ),
    night: await ours({ 'rem/x.org': 'dream\n' }, `dream: a night\n\nIt was.\n\nDream-Id: ${night}\n`, 12),
    wake: await ours({ 'plan.org': 'two\n' }, `wake: moves\n\nDream-Id: ${wake}\nOther: x`, 13),
    last: await bench.commit({ 'plan.org': 'three\n' }, `last, about Dream-Id: ${night}`, '2026-06-10T14:00:00Z'),
  };
}

export function historyContract(ask: Ask): void {
  ask('commits as they are told', async (bench) => {
    const { git, repository } = bench;
    const { first, second, night: slept, wake: woken, last } = await lived(bench);
    const all = await git.commits(repository, last, 10);
    assert.deepEqual(
      all.map(({ id, time, author, subject, files }) => [id, time.slice(11, 19), author, subject, files.join()]),
      [
        [last, '14:00:00', 'Person', `last, about Dream-Id: ${night}`, 'plan.org'],
        [woken, '13:00:00', 'agent', 'wake: moves', 'plan.org'],
        [slept, '12:00:00', 'agent', 'dream: a night', 'rem/x.org'],
        [second, '11:00:00', 'Person', 'second', 'src/a.ts,src/b.ts'],
        [first, '10:00:00', 'Person', 'first', 'plan.org,src/a.ts'],
      ],
    );
    assert.deepEqual(
      (await git.commits(repository, last, 2, ({ id }) => id !== undefined)).map(({ id }) => id),
      [last, second],
    );
    assert.equal(all[0]?.tree, await git.tree(repository, last));
    assert.deepEqual(await git.mark(repository, slept), {
      ...{ commit: slept, id: night, time: '2026-06-10T12:00:00.000Z', parents: 1, files: ['rem/x.org'] },
    });
    assert.deepEqual(
      [(await git.mark(repository, first))?.parents, await git.mark(repository, nobody)],
      [0, undefined],
    );
    const shown = await git.show(repository, second.slice(0, 9));
    assert.deepEqual(shown, {
      ...{ commit: second, parent: first, author: 'Person', committer: 'person@example.org' },
      ...{ time: '2026-06-10T11:00:00.000Z', subject: 'second', body: 'With a body\nof two lines.\n', id: undefined },
      paths: ['src/a.ts', 'src/b.ts'],
    });
    const ours = await git.show(repository, woken);
    assert.deepEqual(
      [ours?.id, ours?.committer, ours?.body],
      [wake, 'agent@dreamkeeper.local', `Dream-Id: ${wake}\nOther: x\n`],
    );
    assert.equal((await git.show(repository, first))?.parent, undefined);
    for (const none of [nobody, 'HEAD', 'abc', '-x']) assert.equal(await git.show(repository, none), undefined);
  });

  ask('which commits claim to be ours', async (bench) => {
    const { git, repository } = bench;
    const { first, night: slept, wake: woken, last } = await lived(bench);
    assert.deepEqual(await git.nights(repository, last), [
      { id: wake, commit: woken },
      { id: night, commit: slept },
    ]);
    const since = new Date('2026-06-10T12:30:00Z');
    assert.deepEqual(await git.nights(repository, last, since), [{ id: wake, commit: woken }]);
    assert.deepEqual(
      await git.nights(repository, last, new Date('2026-06-10T12:00:00.500Z')),
      await git.nights(repository, last),
    );
    const claiming = (id: string, after?: string) => git.claiming(repository, last, id, after);
    assert.deepEqual(await claiming(night), [slept]);
    assert.deepEqual(await claiming('n-abc'), [slept], 'by the beginning of its id');
    assert.deepEqual(await claiming(night, first), [slept]);
    assert.deepEqual(await claiming(night, slept), []);
    assert.deepEqual(await claiming(night, nobody), [slept], 'where to stop is gone: all is searched');
    assert.deepEqual([await claiming('n-zzzzzzzzzz'), await claiming('.*')], [[], []]);
  });

  ask('a claim is a trailer, and there is only one', async (bench) => {
    const { git, repository } = bench;
    const first = await bench.commit({ a: '1' }, `Dream-Id: ${night}`);
    assert.equal((await git.mark(repository, first))?.id, undefined, 'a subject is none');
    const middle = await bench.commit({ a: '2' }, `two\n\nDream-Id: ${night}\n\nand words`);
    assert.equal((await git.mark(repository, middle))?.id, undefined, 'nor is what has words after it');
    const twice = await bench.commit({ a: '3' }, `three\n\nDream-Id: ${night}\nDream-Id: ${wake}`);
    assert.equal((await git.mark(repository, twice))?.id, undefined, 'nor are two');
    assert.deepEqual(await git.nights(repository, twice), [{ id: night, commit: twice }]);
    assert.deepEqual(await git.claiming(repository, twice, night, undefined), [twice, middle, first]);
  });

  ask('what has a line in the ledger, of whatever version; a verb and the agent have none', async (bench) => {
    const { git, repository } = bench;
    const made: { readonly id: string; readonly commit: string }[] = [];
    for (const letter of ['a', 'b', 'c', 'p', 'z']) {
      const id = `${letter}-abcdefghij`;
      made.unshift({ id, commit: await bench.commit({ a: letter }, `${letter}\n\nDream-Id: ${id}`) });
    }
    assert.deepEqual(
      await git.nights(repository, made[0]?.commit ?? ''),
      made.filter(({ id }) => !/^[ac]-/u.test(id)),
    );
  });

  ask('what was committed on branches that moved, and does not lead to a commit', async (bench) => {
    const { git, repository, folder } = bench;
    const { first, second, night: slept, wake: woken, last } = await lived(bench);
    const heads = join(folder, '.git/refs/heads');
    const move = (branch: string, commit: string, written: string): void => {
      bench.put({ [`.git/refs/heads/${branch}`]: `${commit}\n` });
      utimesSync(join(heads, branch), new Date(written), new Date(written));
    };
    const on = async (head: string, since: string, isOurs?: IsOurs): Promise<unknown> =>
      (await git.onBranches(repository, head, since, isOurs)).map(({ id, branch }) => [id, branch]);
    utimesSync(join(heads, 'main'), new Date('2020-01-01'), new Date('2020-01-01'));
    move('feat/x', second, '2026-06-11T09:00:00Z');
    move('torn', 'no commit', '2026-06-11T09:00:00Z');
    const [longAgo, since] = ['2000-01-01T00:00:00.000Z', '2026-06-11T08:00:00.000Z'];
    const all = [last, woken, slept, second].map((id) => [id, id === second ? 'feat/x' : 'main']);
    assert.deepEqual(await on(first, longAgo), all, 'newest first, each once, of the branch that moved last');
    assert.deepEqual(await on(first, longAgo, ({ id }) => id !== undefined), [all[0], all[3]]);
    assert.deepEqual(await on(first, since), [], 'it moved since, and what is on it is older');
    utimesSync(join(heads, 'feat/x'), new Date('2026-01-01'), new Date('2026-01-01'));
    assert.deepEqual(await on(first, since), []);
    assert.deepEqual(await on(last, longAgo), [], 'all of it leads there');
    const { time } = (await git.commits(repository, last, 1))[0] ?? { time: '' };
    assert.deepEqual(await on(second, longAgo), all.slice(0, 3));
    utimesSync(join(heads, 'main'), new Date(time), new Date(time));
    assert.deepEqual(await on(second, time), all.slice(0, 1), 'in the same second, and not before');
  });

  ask('what came before and after', async (bench) => {
    const { git, repository } = bench;
    const { first, second, night: slept, wake: woken, last } = await lived(bench);
    assert.deepEqual(await git.since(repository, last, second), [last, woken, slept]);
    assert.deepEqual(await git.since(repository, last, second, ({ id }) => id !== undefined), [last]);
    assert.deepEqual(
      [await git.since(repository, last, last), await git.since(repository, last, nobody)],
      [[], undefined],
    );
    assert.deepEqual(await git.since(repository, first, last), [], 'it is younger');
    const contains = (head: string, commit: string) => git.contains(repository, head, commit);
    assert.deepEqual(
      await Promise.all([contains(last, first), contains(first, last), contains(last, last), contains(last, nobody)]),
      [true, false, true, false],
    );
    const touching = async (path: string, since: string) =>
      (await git.touching(repository, last, path, since)).map(({ commit, id, subject }) => [commit, id, subject]);
    assert.deepEqual(await touching('plan.org', first), [
      [woken, wake, 'wake: moves'],
      [last, undefined, `last, about Dream-Id: ${night}`],
    ]);
    assert.deepEqual([await touching('plan.org', last), await touching('src', slept)], [[], []]);
    assert.deepEqual((await touching('src', first)).length, 1, 'a folder, too');
    const additionOf = (path: string) => git.additionOf(repository, last, path);
    assert.deepEqual(
      [await additionOf('rem/x.org'), await additionOf('plan.org'), await additionOf('no')],
      [slept, first, undefined],
    );
    const before = (time: string) => git.commitAt(repository, last, time);
    assert.deepEqual(
      await Promise.all(['13:59:59', '13:00:00', '09:59:59'].map((time) => before(`2026-06-10T${time}Z`))),
      [woken, woken, undefined],
    );
  });

  ask('what was in commits', async (bench) => {
    const { git, repository } = bench;
    const { first, second, last } = await lived(bench);
    const [one, three, gone, folder, never] = await git.blobsThen(
      repository,
      [`${first} plan.org`, `${last} plan.org`, `${last} src/a.ts`, `${last} src`, `${nobody} plan.org`]
        .map((each) => each.split(' '))
        .map(([commit = '', path = '']) => ({ commit, path })),
    );
    assert.deepEqual([gone, folder, never], [undefined, undefined, undefined]);
    const read = await git.contents(repository, [three ?? '', nobody, one ?? '']);
    assert.deepEqual(
      read.map((bytes) => bytes && Buffer.from(bytes).toString()),
      ['three\n', undefined, 'one\n'],
    );
    assert.deepEqual([await git.blobsThen(repository, []), await git.contents(repository, [])], [[], []]);
    const earlier = await git.earlier(repository, last, ['plan.org', 'src'], 100);
    const then = await git.blobsThen(repository, earlier);
    assert.deepEqual(
      then,
      earlier.map(({ blob }) => blob),
      'the commit that is told has it',
    );
    const texts = await git.contents(
      repository,
      then.flatMap((blob) => blob ?? []),
    );
    assert.deepEqual(
      earlier.map(({ path, size }, at) => [path, size, Buffer.from(texts[at] ?? []).toString()]).toSorted(),
      [
        ['plan.org', 4, 'one\n'],
        ['plan.org', 4, 'two\n'],
        ['src/a.ts', 2, 'a\n'],
      ],
    );
    assert.deepEqual(
      await git.earlier(repository, last, ['plan.org'], 1),
      earlier.filter(({ path }) => path === 'plan.org').slice(0, 1),
    );
    assert.deepEqual(await git.earlier(repository, last, ['no'], 100), []);
    const [from = '', to = ''] = await Promise.all([git.tree(repository, first), git.tree(repository, second)]);
    const difference = await git.difference(repository, from, to);
    assert.deepEqual(
      difference?.map(({ path, before, after, isModeOnly }) => [
        path,
        before !== undefined,
        after !== undefined,
        isModeOnly,
      ]),
      [
        ['src/a.ts', true, false, false],
        ['src/b.ts', false, true, false],
      ],
    );
    assert.deepEqual(await git.difference(repository, to, to), []);
    assert.deepEqual(
      [await git.difference(repository, nobody, to), await git.tree(repository, nobody)],
      [undefined, undefined],
    );
  });
}
