// Clones that left folders or files on their server: a night goes by what is here, nothing is fetched, and the doctor says what is missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { foundHome, prepareHome } from '../../src/adopt/adopt.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { gatherFacts } from '../../src/facts/facts.ts';
import { commitsOfOthers, differenceOf, treeOf } from '../../src/repo/repo.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { openAt } from './support.ts';

/** A server with four commits in folders, and a clone of it as `git clone --filter` makes it. */
function cloned(t: TestContext, filter: string, ...more: readonly string[]): Sandbox {
  const box = sandbox(t);
  project(box, 'server');
  box.git('server', 'config', 'uploadpack.allowFilter', 'true');
  box.git('server', 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  for (const name of ['one', 'two', 'three']) {
    box.write(`server/src/${name}/file.ts`, `${name}\n`);
    box.git('server', 'add', '-A');
    box.git('server', 'commit', '-q', '-m', `add ${name}`);
  }
  box.git('.', 'clone', '-q', `--filter=${filter}`, ...more, `file://${box.path('server')}`, 'clone');
  return box;
}

/** Everything git has of it: one fetch more, and there is another pack. */
const objectsIn = (box: Sandbox): string[] =>
  readdirSync(box.path('clone/.git/objects'), { recursive: true, encoding: 'utf8' }).toSorted();

async function homeOf(box: Sandbox) {
  const real = await realWorld(box.env);
  const world: World = { ...real, now: () => new Date('2026-06-10T15:00:00Z'), pause: () => Promise.resolve() };
  const request = { cwd: box.path('clone'), env: {}, here: false, home: undefined, agent: 'waldo' };
  await foundHome(world, request, await prepareHome(world, request));
  const home = world.places.find({ cwd: box.path('clone'), env: {} });
  if (home === undefined) throw new Error('there is a home');
  return { world, home, settings: {}, agent: 'waldo' };
}

describe('a clone without folders (--filter=tree:0)', () => {
  test('sleeps and wakes with the commits that are here, and fetches nothing', async (t) => {
    const box = cloned(t, 'tree:0');
    const sleeper = await homeOf(box);
    const before = objectsIn(box);
    const { commits, problems } = await gatherFacts({ ...sleeper, purpose: 'dream' });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      commits.map(({ subject, files }) => [subject, files]),
      [
        ['add three', []],
        ['add two', []],
        ['add one', []],
        ['first', []],
      ],
    );
    const { receipt, text } = await sleepOnce(sleeper, { env: {} });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    assert.match(text ?? '', /add three/u);
    assert.match((await wakeUp(sleeper)).pack, /add three/u);
    assert.deepEqual(objectsIn(box), before, 'nothing was fetched');
  });

  test('what was fetched since is told with its files', async (t) => {
    const box = cloned(t, 'tree:0');
    const sleeper = await homeOf(box);
    box.write('clone/src/mine.ts', 'mine\n');
    box.git('clone', 'add', '-A');
    box.git('clone', 'commit', '-q', '-m', 'add mine');
    const { commits } = await gatherFacts({ ...sleeper, purpose: 'dream' });
    assert.deepEqual(commits[0]?.files, ['src/mine.ts']);
    assert.deepEqual(commits[1]?.files, []);
    const repository = await openAt(box.path('clone'));
    const [now = '', then = ''] = await Promise.all(
      ['HEAD', 'HEAD~2'].map((name) => treeOf(repository, box.git('clone', 'rev-parse', name).trim())),
    );
    assert.equal(await differenceOf(repository, then, now), undefined);
  });

  test('also if not even the files of the last commit are here', async (t) => {
    const box = cloned(t, 'tree:0', '--no-checkout');
    box.write('clone/new.ts', 'new\n');
    const sleeper = await homeOf(box);
    const before = objectsIn(box);
    const { project: standing, problems } = await gatherFacts({ ...sleeper, purpose: 'dream' });
    assert.deepEqual(problems, []);
    assert.deepEqual([standing.branch, standing.changed.map(({ path }) => path)], ['main', ['new.ts']]);
    const { receipt } = await sleepOnce(sleeper, { env: {} });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    assert.deepEqual(objectsIn(box), before, 'nothing was fetched');
  });

  test('the doctor says what is missing, and what to do helps', async (t) => {
    const box = cloned(t, 'tree:0');
    const { world, home } = await homeOf(box);
    const before = objectsIn(box);
    const [found, ...others] = (await diagnose(world, home)).findings;
    assert.deepEqual([found?.id, found?.level, others], ['project-partial', 'warning', []]);
    assert.match(found?.message ?? '', /in 4 commits of the newest 4/u);
    assert.deepEqual(objectsIn(box), before, 'nothing was fetched');
    const [, command = ''] = /`(git [^`]+)`/u.exec(found?.hint ?? '') ?? [];
    const ran = spawnSync('sh', ['-c', command], { cwd: box.path('clone'), env: box.env, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
    assert.deepEqual((await diagnose(world, home)).findings, []);
    const told = await gatherFacts({ world, home, settings: {}, agent: 'waldo', purpose: 'dream' });
    assert.deepEqual(told.commits[0]?.files, ['src/three/file.ts']);
  });
});

test('a clone without files (--filter=blob:none) lacks nothing a dream asks for', async (t) => {
  const box = cloned(t, 'blob:none');
  const sleeper = await homeOf(box);
  const before = objectsIn(box);
  const { commits } = await gatherFacts({ ...sleeper, purpose: 'dream' });
  assert.deepEqual(commits[0]?.files, ['src/three/file.ts']);
  assert.equal((await sleepOnce(sleeper, { env: {} })).receipt.outcome, 'ran');
  assert.deepEqual((await diagnose(sleeper.world, sleeper.home)).findings, []);
  assert.deepEqual(objectsIn(box), before, 'nothing was fetched');
});

test('a repository that lost a folder is no partial clone: a night waits, as before', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/b.ts', 'b\n');
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-q', '-m', 'second');
  const tree = box.git('project', 'rev-parse', 'HEAD~1^{tree}').trim();
  rmSync(box.path('project/.git/objects', tree.slice(0, 2), tree.slice(2)));
  const repository = await openAt(box.path('project'));
  const head = box.git('project', 'rev-parse', 'HEAD').trim();
  await assert.rejects(() => commitsOfOthers(repository, head, 12), { code: 'E_GIT' });
});
