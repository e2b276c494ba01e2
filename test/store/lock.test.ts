// One holder at a time, across processes, and free the moment its holder is gone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { tryLock } from '../../src/store/store.ts';
import { root, sandbox } from '../sandbox.ts';

const holder = `import { tryLock } from ${JSON.stringify(join(root, 'src', 'store', 'store.ts'))};
const held = tryLock(process.argv[1]);
console.log(held === undefined ? 'busy' : 'held');
if (held !== undefined) setInterval(() => undefined, 1000);`;

function hold(path: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  const gone = new Promise((done) => child.once('close', done));
  return { child, said: promise, gone };
}

test('held by one, refused to others, also while the holder is stopped, free after SIGKILL', async (t) => {
  const path = sandbox(t).path('lock.db');
  for (let round = 0; round < 3; round += 1) {
    const one = hold(path);
    assert.equal(await one.said, 'held');
    assert.equal(tryLock(path), undefined);
    one.child.kill('SIGSTOP');
    const other = hold(path);
    assert.equal(await other.said, 'busy');
    await other.gone;
    one.child.kill('SIGKILL');
    await one.gone;
    const mine = tryLock(path);
    assert.ok(mine);
    assert.equal(tryLock(path), undefined, 'not even to ourselves twice');
    mine.release();
    tryLock(path)?.release();
  }
});

test('loading it says nothing on standard error', async (t) => {
  const path = sandbox(t).path('lock.db');
  const { child, said, gone } = hold(path);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await said;
  child.kill('SIGKILL');
  await gone;
  assert.doesNotMatch(errors, /SQLite|Experimental.*sqlite/u);
});
