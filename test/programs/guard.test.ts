// Whoever runs a program may die at any moment: the program goes with it, all it started, and the folder it had.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/programs/programs.ts';
import { living } from '../models/living.ts';
import { bin, project, type Sandbox, sandbox } from '../sandbox.ts';

const scratchIn = (box: Sandbox): string => box.path('person', '.local', 'state', 'dreamkeeper');
const scratches = (box: Sandbox): string[] => (existsSync(scratchIn(box)) ? readdirSync(scratchIn(box)) : []);
const node = process.execPath;

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let look = 0; look < 500 && !isSo(); look += 1) await pause(20);
  assert.ok(isSo(), what);
}

let calls = 0;
/** A process that runs a program for us, until somebody kills it. */
function runner(
  t: TestContext,
  box: Sandbox,
  source: string,
  { grace = 0, output = 'kept' } = {},
): { child: ChildProcess; mark: string } {
  calls += 1;
  const mark = `guard-${process.pid}-${calls}.`;
  const file = fileURLToPath(new URL('./running-child.ts', import.meta.url));
  const child = spawn(node, [file, mark, source, String(grace), output], {
    env: { ...box.env, FOLDER: box.folder },
    stdio: 'ignore',
  });
  t.after(() => {
    child.kill('SIGKILL');
    // Only where the test failed.
    for (const pid of living(mark)) process.kill(Number(pid), 'SIGKILL');
  });
  return { child, mark };
}

/** Nobody else sleeps as long as this. */
const nap = 200_000 + process.pid;

function sleepers(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/u.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').startsWith(`sleep\0${nap}\0`);
    } catch {
      // Gone while we looked.
      return false;
    }
  });
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test(`whoever runs it is ended by ${signal}: the program does not run on, nor what it started, and its folder is gone`, async (t) => {
    const box = sandbox(t);
    const source = `cat > prompt; setsid -f sleep ${nap}; env -i sleep ${nap} & (sleep ${nap} &); touch "$FOLDER/up"; sleep ${nap}`;
    const { child, mark } = runner(t, box, source);
    await until(() => existsSync(box.path('up')) && sleepers().length === 4, 'it runs');
    assert.equal(scratches(box).length, 1);
    child.kill(signal);
    await until(() => sleepers().length === 0 && living(mark).length === 0, 'nothing of it lives');
    await until(() => scratches(box).length === 0, 'nor its folder');
  });

test('one that works unattended in our own group is ended, too, and nobody else in it', async (t) => {
  const box = sandbox(t);
  const { child, mark } = runner(t, box, `touch "$FOLDER/up"; sleep ${nap}`, { output: 'ours' });
  await until(() => existsSync(box.path('up')), 'it runs');
  child.kill('SIGKILL');
  await until(() => living(mark).length === 0, 'nothing of it lives');
});

test('one that has a grace is asked to end first, and can save what it has', async (t) => {
  const box = sandbox(t);
  // Nobody hears it any more: what it says now would end it.
  const deaf = 'exec > /dev/null 2>&1; trap "echo saved > $FOLDER/saved; exit 0" TERM';
  const source = `${deaf}; touch "$FOLDER/up"; while :; do sleep 0.05; done`;
  const { child, mark } = runner(t, box, source, { grace: 10_000 });
  await until(() => existsSync(box.path('up')), 'it runs');
  child.kill('SIGKILL');
  await until(() => living(mark).length === 0, 'nothing of it lives');
  assert.equal(box.read('saved'), 'saved\n');
});

test('what it writes in its own folder is for nobody else, and gone however it ends', async (t) => {
  const box = sandbox(t);
  const source = 'cat > prompt; stat -c "%a %n" . prompt > "$FOLDER/modes"; ls -A | wc -l >> "$FOLDER/modes"; ';
  const ends = { ended: 'exit 0', failed: 'exit 3', late: 'sleep 60', 'too-big': 'yes', killed: 'kill -9 $$' };
  for (const [how, end] of Object.entries(ends)) {
    const ran = await runProgram({
      ...{ argv: ['sh', '-c', source + end], env: { ...box.env, FOLDER: box.folder }, input: 'words', mark: how },
      ...{ limit: how === 'late' ? 500 : 20_000, grace: 0, mostBytes: 65_536 },
    });
    assert.ok(['ended', 'late', 'too-big'].includes(ran.kind), how);
    assert.equal(box.read('modes'), '700 .\n600 prompt\n1\n', how);
    assert.deepEqual(scratches(box), [], how);
  }
  const away = await runProgram({ argv: ['no-such-program'], env: box.env, mark: 'x', limit: 500, mostBytes: 10 });
  assert.equal(away.kind, 'not-started');
  assert.deepEqual(scratches(box), []);
});

test('in a folder that is somebody’s, files are made as they always are, and the folder stays', async (t) => {
  const box = sandbox(t);
  const ran = await runProgram({
    ...{ argv: ['sh', '-c', 'umask 022; echo a > a; umask'], cwd: box.folder, env: box.env, mark: 'y' },
    ...{ limit: 20_000, mostBytes: 100 },
  });
  assert.equal(ran.kind, 'ended');
  assert.equal(statSync(box.path('a')).mode & 0o777, 0o644);
});

test('folders of the dead are swept by the next command, those of the living are not', async (t) => {
  const box = sandbox(t);
  assert.equal(box.dk(project(box), ['init']).code, 0);
  const { child, mark } = runner(t, box, `touch "$FOLDER/up"; sleep ${nap}`);
  await until(() => existsSync(box.path('up')), 'it runs');
  const [lives = ''] = scratches(box);
  const host = hostname().replaceAll(/[^A-Za-z0-9]/gu, '');
  const dead = spawn('true');
  await new Promise((resolve) => dead.on('exit', resolve));
  const old = new Date('2026-01-01T00:00:00Z');
  for (const name of [`call-${host}-${dead.pid}-abcdef`, `call-elsewhere-${dead.pid}-abcdef`, 'call-Ab3dE9', 'other']) {
    mkdirSync(join(scratchIn(box), name));
    writeFileSync(join(scratchIn(box), name, 'prompt'), 'words');
  }
  utimesSync(join(scratchIn(box), 'call-Ab3dE9'), old, old);
  assert.equal(box.dk('project', ['status']).code, 0);
  // Another machine's may be at work there; one of an earlier version is known by its age.
  assert.deepEqual(scratches(box).toSorted(), [lives, `call-elsewhere-${dead.pid}-abcdef`, 'other'].toSorted());
  child.kill('SIGKILL');
  await until(() => living(mark).length === 0 && !existsSync(join(scratchIn(box), lives)), 'it is gone');
});

test('a killed `dk sleep`: the program it asked does not run on', async (t) => {
  const box = sandbox(t);
  assert.equal(box.dk(project(box), ['init']).code, 0);
  const script = box.write('model.sh', `#!/bin/sh\ncat > prompt\ntouch '${box.path('asked')}'\nexec sleep ${nap}\n`);
  chmodSync(script, 0o700);
  assert.equal(box.dk('project', ['models', 'use', 'mine', '--', script]).code, 0);
  const child = spawn(node, [bin, 'sleep'], { cwd: box.path('project'), env: box.env, stdio: 'ignore' });
  await until(() => existsSync(box.path('asked')) && sleepers().length === 1, 'it is asked');
  child.kill('SIGKILL');
  await until(() => sleepers().length === 0 && scratches(box).length === 0, 'nothing of it is left');
});
