// Ways in which an undo could take more than ours, or a change could land where it does not belong.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishChanges, makeChange } from '../../src/change/change.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { live } from './undo-life.ts';

test('an amend puts a person’s work into our commit: the undo leaves it alone', async (t) => {
  const box = sandbox(t);
  const life = await live(box, 'home', 5, 1);
  box.write('home/src/main.txt', 'mine\n');
  box.git('home', 'add', '-A', 'src');
  box.git('home', 'commit', '-q', '--amend', '--no-edit');
  assert.equal((await life.undo('last')).result, 'undone');
  assert.equal(box.read('home/src/main.txt'), 'mine\n');
  box.dk('home', ['board', 'move', 'task number 3 of the plan', 'DOING']);
  const id = box.git('home', 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
  box.write('home/src/more.txt', 'more\n');
  box.git('home', 'add', '-A', 'src');
  box.git('home', 'commit', '-q', '--amend', '--no-edit');
  assert.match(box.dk('home', ['undo', id]).stderr, /E_NOT_OURS.*was rewritten/u);
  assert.ok(existsSync(box.path('home/src/more.txt')));
});

test('of two tasks with one title the other one is never moved', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const twice =
    '#+TODO: TODO NEXT DOING | DONE CANCELLED\n* objective a\n** TODO write the tests\n* objective b\n** DOING write the tests\n';
  box.write('home/plan.org', twice);
  box.git('home', 'commit', '-qam', 'plan');
  box.dk('home', ['board', 'move', 'write the tests', 'DOING', '--line', '3']);
  const id = box.git('home', 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
  box.write('home/plan.org', twice.replace('** TODO', '** DONE'));
  box.git('home', 'commit', '-qam', 'finished');
  assert.equal(box.dk('home', ['undo', id]).code, 12);
  assert.match(box.read('home/plan.org'), /objective b\n\*\* DOING/u);
});

test('a wake that a person reverted with git is not made again', async (t) => {
  const box = sandbox(t);
  const life = await live(box, 'home', 6, 1);
  const moved = life.plan();
  box.git('home', 'checkout', '-q', '--', '.');
  box.git('home', 'revert', '--no-edit', 'HEAD');
  const reverted = life.plan();
  assert.notEqual(reverted, moved);
  const { verdicts } = await life.wake();
  assert.deepEqual([verdicts, life.plan()], [[], reverted]);
});

test('four undos at once take it back once', async (t) => {
  const box = sandbox(t);
  const life = await live(box, 'home', 7, 1);
  const { id } = await life.night(['keep course']);
  await Promise.all([1, 2, 3, 4].map(() => box.dkAsync('home', ['undo', id])));
  const lines = readFileSync(box.path('home/rem/ledger.jsonl'), 'utf8').trimEnd().split('\n');
  assert.equal(lines.filter((line) => line.includes('"kind":"undo"')).length, 1);
});

/** A world that dies at a probe. */
const dying = (world: World, at: string): World => ({
  ...world,
  probe: (name) => {
    if (name === at) throw new Error('killed');
  },
});

async function homeWithTwo(box: Sandbox) {
  homeIn(box);
  const world = await realWorld(box.env);
  const find = (folder: string) => {
    const home = world.places.find({ cwd: box.path(folder), env: {} });
    if (home === undefined) throw new Error('there is no home');
    return home;
  };
  const log = (bytes: Uint8Array | undefined) =>
    Buffer.concat([bytes ?? new Uint8Array(), Buffer.from('- one more\n')]);
  const change = { files: [{ path: 'plan.org', edit: log }], subject: 'board: log', agent: 'waldo' };
  return { world, find, change };
}

test('what was decided in one worktree is not finished in another', async (t) => {
  const box = sandbox(t);
  const { world, find, change } = await homeWithTwo(box);
  box.git('home', 'worktree', 'add', '-q', '../second', '-b', 'other');
  await assert.rejects(makeChange(dying(world, 'sealed'), find('home'), change), /killed/u);
  const before = box.read('second/plan.org');
  assert.deepEqual((await finishChanges(world, find('second'))).finished, []);
  assert.equal(box.read('second/plan.org'), before);
  assert.equal(box.dk('second', ['board', 'log', 'here it goes on']).code, 0);
  assert.equal((await finishChanges(world, find('home'))).finished.length, 1);
  assert.match(box.git('home', 'show', 'HEAD:plan.org'), /one more/u);
});

test('what was decided on one branch does not land on another', async (t) => {
  const box = sandbox(t);
  const { world, find, change } = await homeWithTwo(box);
  await assert.rejects(makeChange(dying(world, 'sealed'), find('home'), change), /killed/u);
  box.git('home', 'switch', '-q', '-c', 'other');
  await finishChanges(world, find('home'));
  assert.doesNotMatch(box.read('home/plan.org'), /one more/u);
  assert.equal(box.git('home', 'status', '--porcelain'), '');
  assert.equal(box.dk('home', ['board', 'log', 'it goes on']).code, 0);
});

test('a plan nobody can read, a store nobody may open: verbs go on, and a wake has its pack', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const hidden = join(box.path('home'), '.git/dreamkeeper');
  mkdirSync(hidden, { recursive: true });
  writeFileSync(
    join(hidden, 'state.db-sealed.json'),
    '{"id":"n-aaaaaaaaaa","time":"x","body":"not json","outbox":[{"id":"n-aaaaaaaaaa","kind":"line:../../evil","body":"{}"}],"images":{}}',
  );
  assert.match(box.dk('home', ['wake']).stdout, /^Good morning/u);
  assert.equal(box.dk('home', ['board', 'add', 'a task']).code, 0);
  assert.equal(existsSync(box.path('home/evil')), false);
  rmSync(join(hidden, 'state.db'));
  mkdirSync(join(hidden, 'state.db'));
  assert.match(box.dk('home', ['wake']).stdout, /^Good morning/u);
});

test('a change that was planned anew on somebody’s lines lands later if it cannot land now', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/plan.org', '#+TODO: TODO DOING | DONE\n* TODO one\n\n\n\n* TODO two\n');
  box.git('home', 'commit', '-qam', 'plan');
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home !== undefined);
  let isSaved = false;
  const meddled: World = {
    ...world,
    pause: () => Promise.resolve(),
    probe: (name) => {
      if (name === 'sealed' && !isSaved) appendFileSync(box.path('home/plan.org'), 'somebody saved\n');
      isSaved ||= name === 'sealed';
      if (name === 'git.locked') box.write('home/.git/refs/heads/main.lock', '');
    },
  };
  const edit = (bytes: Uint8Array | undefined) =>
    Buffer.from(
      Buffer.from(bytes ?? [])
        .toString()
        .replace('TODO one', 'DOING one'),
    );
  const changed = await makeChange(meddled, home, {
    files: [{ path: 'plan.org', edit }],
    subject: 'board: x',
    agent: 'waldo',
  });
  assert.ok(changed.kind === 'changed' && changed.commit === undefined, JSON.stringify(changed));
  assert.match(changed.note ?? '', /another git is at work/u);
  rmSync(box.path('home/.git/refs/heads/main.lock'));
  await finishChanges(world, home);
  assert.match(box.read('home/plan.org'), /\* DOING one[\s\S]*somebody saved/u);
  assert.match(box.git('home', 'show', 'HEAD:plan.org'), /\* DOING one/u);
});

test('a night in a home whose filter changes the journal is refused with what to do', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/.gitattributes', '*.org filter=x\n');
  box.write('home/app.js', 'x\n');
  box.git('home', 'add', '.gitattributes');
  box.git('home', 'commit', '-qm', 'attributes');
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home !== undefined);
  const { receipt } = await sleepOnce({ world, home, settings: {}, agent: 'waldo' }, { env: {}, isForced: true });
  assert.deepEqual([receipt.outcome, receipt.reason], ['failed', 'conflict']);
  assert.match(receipt.message, /rem\/\*\* -filter/u);
});
