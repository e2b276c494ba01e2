// A disk without locks: the databases go to the person's own state folder, once, it is said once, and everything goes on working.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { privateDatabases } from '../../src/store/store.ts';
import { databaseFolder, moveElsewhere } from '../../src/store/where.ts';
import { bin, homeIn, needs, type Ran, type Sandbox, sandbox } from '../sandbox.ts';

test('the folder is the private one, until a note says otherwise', (t) => {
  const box = sandbox(t);
  const privateDir = box.path('private');
  mkdirSync(privateDir);
  const env = { XDG_STATE_HOME: box.path('state'), HOME: box.path('person') };
  const here = { privateDir, env };
  assert.deepEqual(databaseFolder(here), { folder: privateDir, isNew: false });
  const elsewhere = moveElsewhere(here);
  assert.match(elsewhere.slice(box.path('state').length), /^\/dreamkeeper\/[0-9a-f]{16}$/u);
  assert.equal(statSync(elsewhere).mode & 0o777, 0o700);
  assert.equal(readFileSync(join(privateDir, 'elsewhere'), 'utf8'), `${elsewhere}\n`);
  assert.deepEqual(databaseFolder(here), { folder: elsewhere, isNew: false });
  assert.equal(moveElsewhere(here), elsewhere, 'the same home has the same folder');
  assert.deepEqual(databaseFolder({ privateDir, env: {} }).folder, elsewhere, 'the note wins over the environment');
  assert.notEqual(moveElsewhere({ privateDir: homeAt(box, 'other'), env }), elsewhere, 'another home has another');
});

function homeAt(box: Sandbox, name: string): string {
  mkdirSync(box.path(name));
  return box.path(name);
}

test('without XDG_STATE_HOME it is ~/.local/state; a note that is no path is none', (t) => {
  const box = sandbox(t);
  const privateDir = homeAt(box, 'private');
  assert.ok(
    moveElsewhere({ privateDir, env: { HOME: box.path('person') } }).startsWith(box.path('person/.local/state')),
  );
  for (const note of ['', '\n', 'not/absolute\n']) {
    writeFileSync(join(privateDir, 'elsewhere'), note);
    assert.deepEqual(databaseFolder({ privateDir, env: {} }), { folder: privateDir, isNew: false }, note);
  }
});

test('where neither place can be used, it is told', (t) => {
  const box = sandbox(t);
  const privateDir = homeAt(box, 'private');
  const blocked = box.write('blocked', 'a file');
  writeFileSync(join(privateDir, 'elsewhere'), `${blocked}/below\n`);
  const databases = privateDatabases({ HOME: box.path('person') }, () => undefined);
  for (const act of [() => databases.take(privateDir, 'lock.db'), () => databases.open(privateDir)])
    assert.throws(act, (error: unknown) => error instanceof DreamkeeperError && error.hint !== '');
});

/** `dk` while every lock call on one file fails. */
function dkWithoutLocks(
  box: Sandbox,
  t: TestContext,
  args: readonly string[],
  errno: string,
  file: string,
): Promise<Ran> {
  const child = spawn(
    'strace',
    ['-f', '-qq', '-o', box.path('trace'), '-P', file, '-e', 'trace=fcntl', '-e', `inject=fcntl:error=${errno}`].concat(
      [process.execPath, bin, ...args],
    ),
    {
      cwd: box.path('home'),
      env: { ...box.env, XDG_STATE_HOME: box.path('state') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  t.after(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
}

/** `dk` on a disk that refuses every lock in the private folder, made by a small library that is loaded first. */
function dkOnDiskWithoutLocks(box: Sandbox, args: readonly string[]): Ran {
  // A library is loaded by a process that starts.
  return box.process('home', args, {
    env: {
      LD_PRELOAD: box.path('no-locks.so'),
      DK_NO_LOCKS: box.path('home/.git/dreamkeeper'),
      XDG_STATE_HOME: box.path('state'),
    },
  });
}

test('a disk whose locks are all "busy" (ENOLCK): the databases move, it is said once', (t) => {
  if (process.platform !== 'linux' || !needs(t, 'gcc', 'apt install gcc')) return;
  const box = sandbox(t);
  const source = fileURLToPath(new URL('no-locks.c', import.meta.url));
  const made = spawnSync('gcc', ['-shared', '-fPIC', '-o', box.path('no-locks.so'), source, '-ldl'], {
    encoding: 'utf8',
  });
  assert.equal(made.status, 0, made.stderr);
  homeIn(box);
  const first = dkOnDiskWithoutLocks(box, ['board', 'add', 'one']);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stderr.split('private state is kept in').length - 1, 1, first.stderr);
  const next = dkOnDiskWithoutLocks(box, ['sleep', '--force']);
  assert.deepEqual([next.code, next.stderr], [0, '']);
  assert.equal(existsSync(box.path('home/.git/dreamkeeper/state.db')), false);
  assert.match(box.read('home/plan.org'), /one/u);
});

// SQLite takes these for errors of the disk.
for (const errno of ['EOPNOTSUPP', 'ENOSYS']) {
  test(`every lock call fails with ${errno}: the databases move, it is said once, and the next commands use them`, async (t) => {
    if (!needs(t, 'strace', 'apt install strace')) return;
    if (spawnSync('strace', ['-e', 'trace=fcntl', '-e', 'inject=fcntl:error=ENOLCK', 'true']).status !== 0)
      return t.skip('strace may not trace here');
    const box = sandbox(t);
    homeIn(box);
    const privateDir = box.path('home/.git/dreamkeeper');
    mkdirSync(privateDir, { recursive: true });
    const file = join(privateDir, 'lock.db');
    writeFileSync(file, '');
    const first = await dkWithoutLocks(box, t, ['board', 'add', 'one'], errno, file);
    assert.match(readFileSync(box.path('trace'), 'utf8'), /INJECTED/u);
    assert.equal(first.code, 0, first.stderr);
    const said = first.stderr.split('\n').filter((line) => line.includes('private state is kept in'));
    assert.equal(said.length, 1, first.stderr);
    const [hash = ''] = readdirSync(box.path('state/dreamkeeper'));
    const folder = box.path('state/dreamkeeper', hash);
    assert.ok(said[0]?.includes(folder));
    assert.ok(existsSync(join(folder, 'state.db')));
    assert.equal(existsSync(join(privateDir, 'state.db')), false);
    const next = await dkWithoutLocks(box, t, ['board', 'add', 'two'], errno, file);
    assert.deepEqual([next.code, next.stderr], [0, '']);
    const asleep = await dkWithoutLocks(box, t, ['sleep', '--force'], errno, file);
    assert.equal(asleep.code, 0, asleep.stderr + asleep.stdout);
    assert.equal(existsSync(join(privateDir, 'state.db')), false, 'nothing went back');
    assert.match(box.read('home/plan.org'), /one[\s\S]*two/u);
    assert.equal(box.git('home', 'status', '--porcelain'), '');
  });
}
