// What others call their files in a home is no reason to leave one out of the day; and whatever is left out is told with its reason.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { showChange } from '../../src/history/history.ts';
import { type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { bytesOf, contentFor, putTheirs, theirNames } from '../their-names.ts';

const liveIn = (box: Sandbox): Promise<Lived> =>
  liveDay(box, 'project', {
    ...{ shape: 'nested', board: '* board\n** TODO first\n* log\n', before: { 'a.ts': 'a\n' } },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });

/** Every file of a commit or of the index, name by content. */
function filesIn(cwd: string, listed: readonly string[]): ReadonlyMap<string, string> {
  const git = (args: readonly string[], input = ''): Buffer => spawnSync('git', args, { cwd, input }).stdout;
  const lines = git(listed).toString('latin1').split('\0').filter(Boolean);
  const found = lines.map((line) => /^\d+ (?:blob )?([0-9a-f]+)(?: 0)?\t(.+)$/su.exec(line) ?? []);
  const all = git(['cat-file', '--batch'], found.map(([, id]) => `${id}\n`).join(''));
  let at = 0;
  return new Map(
    found.map(([, , name = '']) => {
      const start = all.indexOf('\n', at) + 1;
      const size = Number(all.subarray(at, start).toString('latin1').split(' ')[2]);
      at = start + size + 1;
      return [name, all.toString('latin1', start, start + size)];
    }),
  );
}

test(`${theirNames.length} names that git can hold: all in the day's commit and in the index, new and changed`, async (t) => {
  const box = sandbox(t);
  const lived = await liveIn(box);
  const { home } = lived.home;
  const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout;
  const outside = (): Record<string, string> => snapshot(box.folder, (path) => path.startsWith('project/'));
  const before = outside();
  for (const [time, hour] of [
    [1, '09:30'],
    [2, '11:00'],
  ] as const) {
    putTheirs(home, time);
    // Once as usual, once of a kind that only git can read.
    if (time === 2) git('update-index', '--index-version', '4');
    const { receipt } = await sleepOnce(lived.at(hour), { env: {}, isForced: true });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    assert.doesNotMatch(receipt.message, /not committed/u);
    for (const listed of [
      ['ls-tree', '-r', '-z', 'HEAD'],
      ['ls-files', '-s', '-z'],
    ]) {
      const files = filesIn(home, listed);
      const missing = theirNames.filter(
        (name) => files.get(bytesOf(name).toString('latin1')) !== contentFor(name, time).toString('latin1'),
      );
      assert.deepEqual(missing.map(String), [], listed[0]);
    }
    assert.equal(git('status', '--porcelain'), '');
  }
  assert.equal(git('fsck', '--strict', '--no-dangling'), '');
  assert.equal(git('for-each-ref', '--format=%(refname)'), 'refs/heads/main\n');
  assert.equal(git('log', '--format=%s', '--grep=^day:').trim().split('\n').length, 2, 'one commit each');
  assert.deepEqual(outside(), before);
  const [, day = ''] = git('log', '-2', '--format=%H').trim().split('\n');
  const shown = await showChange(lived.at('11:30').world, lived.home, day);
  assert.equal(shown.paths.length, theirNames.length);
  assert.match(shown.patch, /^diff --git /u);
});

test('a day whose commit landed and whose index did not follow is finished by the next change, whatever its names', async (t) => {
  const lived = await liveIn(sandbox(t));
  const { home } = lived.home;
  const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout;
  putTheirs(home);
  const sleeper = lived.at('09:30');
  const seen: string[] = [];
  const failing = (name: string): void => {
    if (name !== 'git.moved') return;
    seen.push(git('status', '--porcelain'));
    if (seen.length === 1) throw new Error('killed');
  };
  const { receipt } = await sleepOnce({ ...sleeper, world: { ...sleeper.world, probe: failing } }, { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  assert.match(seen[0] ?? '', /^D {2}/mu, 'the index was behind');
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('log', '--format=%s', '--grep=^day:').trim().split('\n').length, 1);
});

test('what is left out is told; one file that cannot be committed does not keep the others back', async (t) => {
  const lived = await liveIn(sandbox(t));
  const { home } = lived.home;
  const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout;
  // In the last commit it is a file; what lies in its place is theirs to commit first.
  writeFileSync(join(home, 'ideas'), 'one\n');
  git('add', 'ideas');
  git('-c', 'user.name=P', '-c', 'user.email=p@example.org', 'commit', '-qm', 'ideas');
  rmSync(join(home, 'ideas'));
  mkdirSync(join(home, 'ideas'));
  writeFileSync(join(home, 'ideas/two.md'), 'two\n');
  for (const name of ['a.md', 'b.md', 'm.md', 'z [1].md', '_ideas.md']) writeFileSync(join(home, name), `${name}\n`);
  symlinkSync('/etc/hostname', join(home, 'link.md'));
  mkdirSync(join(home, 'git~1'));
  writeFileSync(join(home, 'git~1/config'), 'x\n');
  writeFileSync(join(home, '.gitattributes'), 'zz* ident\n');
  writeFileSync(join(home, 'zz.md'), '$Id$\n');
  const { receipt } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  for (const reason of [
    /link\.md \(it is a link that leads out\)/u,
    /git~1\/config \(git takes no file of that name\)/u,
    /zz\.md \(git keeps it in another form\)/u,
    /ideas\/two\.md \(.*is below something that is not a folder\)/u,
  ])
    assert.match(receipt.message, reason);
  assert.equal(
    git('status', '--porcelain', '-uall'),
    ' D ideas\n?? git~1/config\n?? ideas/two.md\n?? link.md\n?? zz.md\n',
  );
  for (const name of ['a.md', 'b.md', 'm.md', 'z [1].md', '_ideas.md'])
    assert.equal(git('show', `HEAD:${name}`), `${name}\n`);
});
