// What a run leaves uncommitted is kept to the byte in the home, told twice, and the project is not touched.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { workOnce } from '../../src/work/work.ts';
import { homeIn, snapshot } from '../sandbox.ts';
import { shellRunner, usual, workplace } from './workplace.ts';

const fakeKey = ['AKIA', 'QYLPMN5HFIQR7XYA'].join('');

test('unsaved work is kept to the byte, told to the next two runs, and the project stays as it was', async (t) => {
  const { run, pack, box, homeGit, git } = await workplace(t);
  box.write('project/dirty-before.txt', 'somebody is at this\n');
  box.write('project/both.txt', 'mine\n');
  const inGit = (): Record<string, string> => snapshot(box.path('project/.git'), (path) => path === 'index');
  const before = inGit();
  const done = await run(
    `printf 'a\\000\\377\\r\\n' > bytes.bin; mkdir -p src/deep; echo new > src/deep/b.ts; echo more >> both.txt; echo 'key = "${fakeKey}"' > leak.txt; rm app.js; printf x > _steps.jsonl; ln -s app.js link`,
  );
  assert.deepEqual(inGit(), before, 'refs, objects and logs of the project');
  assert.equal(done.outcome, 'done');
  assert.equal(done.unsaved?.ref, `refs/dreamkeeper/wip/${done.run}`);
  assert.deepEqual(done.unsaved?.files.toSorted(), [
    ...['_steps.jsonl', 'app.js', 'both.txt', 'bytes.bin', 'leak.txt', 'link', 'src/deep/b.ts'],
  ]);
  const ref: string = done.unsaved?.ref ?? '';
  const listed: string[] = homeGit('ls-tree', '-r', '--name-only', ref).trim().split('\n');
  assert.deepEqual(listed, ['both.txt', 'bytes.bin', 'link', 'src/deep/b.ts']);
  assert.equal(homeGit('ls-tree', ref, 'link').slice(0, 6), '120000', 'a link, and not what it leads to');
  for (const path of listed.filter((each) => each !== 'link')) {
    const kept = spawnSync('git', ['cat-file', 'blob', `${ref}:${path}`], {
      cwd: box.path('project/.dream'),
      env: box.env,
    });
    assert.deepEqual(kept.stdout, readFileSync(box.path('project', path)), path);
  }
  const all = homeGit('log', '-p', '--all');
  assert.ok(!all.includes(fakeKey));
  assert.equal(homeGit('fsck', '--strict').trim(), '');
  assert.equal(git('for-each-ref', 'refs/dreamkeeper').trim(), '');
  assert.equal(homeGit('status', '--porcelain').trim(), '');

  const said =
    /^- The run of \w{3} \S+ \S+ left 7 files uncommitted: .*; kept as refs\/dreamkeeper\/wip\/r-\w{10} in the home/mu;
  for (const isTold of [true, true, false]) {
    const next = await run('true');
    assert.equal(next.unsaved, null, 'what was there before is not its own');
    assert.equal(said.test(pack()), isTold, pack());
  }
});

test('it is told by `dk wake`, too, and looking does not count', async (t) => {
  const { run, box } = await workplace(t);
  await run('echo new > left.txt');
  const wake = (...args: string[]): string => box.dk('project', ['wake', ...args]).stdout;
  assert.match(wake('--dry-run'), /left 1 file uncommitted: left\.txt/u);
  assert.match(wake(), /left 1 file uncommitted: left\.txt/u);
  assert.match(wake(), /left 1 file uncommitted: left\.txt/u);
  assert.doesNotMatch(wake(), /unsaved/u);
});

test('what is committed is no longer unsaved, and is counted', async (t) => {
  const { run } = await workplace(t);
  const done = await run(
    'echo one > a.txt; git add -A; git commit -qm one; echo two > b.txt; git add -A; git commit -qm two',
  );
  assert.deepEqual([done.outcome, done.commits, done.unsaved], ['done', 2, null]);
});

test('NO-WORK is an outcome, unless work was done', async (t) => {
  const { run } = await workplace(t);
  assert.equal((await run('echo; echo "  no-work: all is well"')).outcome, 'no_work');
  assert.equal((await run('echo I say NO-WORK')).outcome, 'done', 'only as the first word');
  const lied = await run('echo x > y.txt; echo NO-WORK');
  assert.equal(lied.outcome, 'done');
  assert.match(lied.message, /it said that there was no work, but it did some; .*y\.txt/u);
  assert.notEqual(lied.unsaved, null);
  assert.equal((await run('git add -A; git commit -qm y; echo NO-WORK')).outcome, 'done');
});

test('more than can be kept is told', async (t) => {
  const { run, homeGit } = await workplace(t);
  const done = await run('for i in $(seq 1 210); do echo $i > f$i.txt; done; head -c 9000000 /dev/zero > huge.bin');
  assert.equal(done.unsaved?.files.length, 211);
  assert.equal(
    homeGit('ls-tree', '-r', '--name-only', done.unsaved?.ref ?? '')
      .trim()
      .split('\n').length,
    200,
  );
  assert.match(done.message, /not kept: .*, more than 200 files/u);
});

test('in a home that is its own project, board and notes are not unsaved work', async (t) => {
  const { box, world, worker } = await workplace(t);
  const home = world.places.find({ cwd: box.path(homeIn(box, 'solo')), env: {} });
  assert.ok(home?.shape === 'one');
  const runner = shellRunner(box, 'echo "- x" >> MEMORY.md; echo "* x" >> plan.org; echo new > work.txt');
  const done = await workOnce({ ...worker, home, settings: {} }, usual(runner));
  assert.deepEqual(done.unsaved?.files, ['work.txt']);
  assert.equal(box.git('solo', 'show', `${done.unsaved?.ref}:work.txt`), 'new\n');
  assert.match(box.git('solo', 'status', '--porcelain'), /^\?\? work\.txt$/mu, 'it lies where it was');
});
