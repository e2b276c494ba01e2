// Somebody changes names below a root, as fast as they can, while files are read and written there.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readWhole, writeWhole } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { bundled } from '../built.ts';
import { root, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { isWhole, wholeContent } from './whole-content.ts';

const helper = bundled(root, 'test/disk/files-helper.ts');
/** Elsewhere a folder cannot be walked by descriptor; `pinned-folder.ts` says what that means. */
const onLinux = process.platform === 'linux' ? {} : { skip: 'folders are pinned by /proc, which only Linux has' };

/** Starts the other process and waits until it is at work. */
async function other(t: TestContext, word: string, ...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [helper, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  t.after(() => child.kill('SIGKILL'));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes(word)) resolve();
  });
  child.on('close', () => reject(new Error(`it ended: ${args.join(' ')}`)));
  await promise;
  return child;
}

function places(box: Sandbox): { readonly root: string; readonly outside: string } {
  for (const folder of ['root/deep/sub', 'outside/sub']) mkdirSync(box.path(folder), { recursive: true });
  spawnSync('mkfifo', [box.path('root/pipe')]);
  for (const name of ['outside/file', 'outside/sub/file']) writeFileSync(box.path(name), 'outside\n');
  return { root: box.path('root'), outside: box.path('outside') };
}

/** Content, and the times of the folders: a file made and removed again would show there. */
function lookOutside(outside: string): unknown {
  const times = ['', 'sub'].map((name) => statSync(join(outside, name), { bigint: true }).mtimeNs);
  return { files: snapshot(outside), times };
}

/** Without following links, of which the other process may have left one. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

type Outcome = 'written' | 'changed' | 'read' | 'not there' | 'E_NOT_A_FILE' | 'E_CHANGED_MEANWHILE';

function outcomeOf(act: () => Outcome): Outcome {
  try {
    return act();
  } catch (error) {
    const code = error instanceof DreamkeeperError ? error.code : undefined;
    if (code === 'E_NOT_A_FILE' || code === 'E_CHANGED_MEANWHILE') return code;
    throw error;
  }
}

test(
  'with links, pipes and folders swapped in below the root, nothing outside is read or written',
  onLinux,
  async (t) => {
    const box = sandbox(t);
    const { root, outside } = places(box);
    const before = lookOutside(outside);
    const swapper = await other(t, 'ready', 'swap', root, outside);
    const outcomes: Partial<Record<Outcome, number>> = {};
    const path = 'deep/sub/file';
    let rounds = 0;
    // Enough of each kind, so that it was a race and not a walk; on a slow machine that takes a while.
    const until = Date.now() + 120_000;
    const kinds = ['written', 'read', 'E_NOT_A_FILE'] as const;
    const isEnough = (): boolean =>
      rounds >= (isFull ? 400 : 200) && kinds.every((kind) => (outcomes[kind] ?? 0) >= (isFull ? 150 : 75));
    for (; !isEnough() && Date.now() < until; rounds += 1) {
      for (const act of [
        () => writeWhole(root, path, wholeContent(`${rounds}`, 5_000)),
        () => {
          const content = readWhole(root, path);
          assert.ok(
            content === undefined || isWhole(content),
            `read ${Buffer.from(content ?? '')
              .toString()
              .slice(0, 40)}`,
          );
          return content === undefined ? 'not there' : 'read';
        },
      ] satisfies (() => Outcome)[]) {
        const outcome = outcomeOf(act);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      assert.equal(swapper.exitCode, null);
    }
    swapper.kill('SIGKILL');
    await pause(50);
    t.diagnostic(`${rounds} rounds: ${JSON.stringify(outcomes)}`);
    assert.ok(isEnough(), JSON.stringify(outcomes));
    assert.deepEqual(lookOutside(outside), before);
    // Whatever name a file ended up under, it is whole, and no half of one lies about.
    for (const found of filesBelow(root)) {
      assert.doesNotMatch(found, /\.tmp$/u);
      if (lstatSync(found).nlink === 1) assert.ok(isWhole(readFileSync(found)), found);
    }
  },
);

test('a hard link that is taken away while it is read does not let what it led to through', onLinux, async (t) => {
  const box = sandbox(t);
  const { root, outside } = places(box);
  const path = 'deep/sub/file';
  writeWhole(root, path, wholeContent('mine', 100));
  const swapper = await other(t, 'ready', 'hard links', root, outside);
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (let round = 0; round < (isFull ? 10_000 : 4000); round += 1) {
    const outcome = outcomeOf(() => {
      const content = readWhole(root, path);
      assert.ok(content === undefined || isWhole(content), `round ${round} read from outside`);
      return content === undefined ? 'not there' : 'read';
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  assert.equal(swapper.exitCode, null);
  t.diagnostic(JSON.stringify(outcomes));
  assert.ok((outcomes.E_NOT_A_FILE ?? 0) >= 100 && (outcomes.read ?? 0) >= 100, JSON.stringify(outcomes));
});

test('readers in other processes see the old content or the new, whole, during 300 writes', async (t) => {
  const box = sandbox(t);
  writeWhole(box.folder, 'file', wholeContent('first', 200_000));
  const readers = await Promise.all([other(t, 'ready', 'read', box.folder), other(t, 'ready', 'read', box.folder)]);
  for (let round = 0; round < 300; round += 1) {
    assert.equal(
      writeWhole(box.folder, 'file', wholeContent(`${round}`, 1_000 + ((round * 7_919) % 200_000))),
      'written',
    );
    // Room for the others' messages: one that saw half a file has ended.
    if (round % 50 === 0) await pause(5);
  }
  await pause(50);
  for (const reader of readers) {
    assert.deepEqual([reader.exitCode, reader.signalCode], [null, null]);
    reader.kill('SIGKILL');
  }
  assert.deepEqual(readdirSync(box.folder).sort(), ['file', 'person']);
});

test('a writer killed at any moment leaves the old content or the new, whole', async (t) => {
  const box = sandbox(t);
  const killed = Array.from({ length: isFull ? 16 : 8 }, (_, round) => round);
  for (const round of killed) {
    const writer = await other(t, 'wrote', 'write', box.folder);
    writer.removeAllListeners('close');
    await pause(Math.random() * 20);
    const { promise, resolve } = Promise.withResolvers<void>();
    writer.on('close', () => resolve());
    writer.kill('SIGKILL');
    await promise;
    assert.ok(isWhole(readWhole(box.folder, 'file') ?? new Uint8Array()), `round ${round}`);
  }
});

test('a disk that is full is told, and the old content stays', (t) => {
  const box = sandbox(t);
  writeWhole(box.folder, 'file', wholeContent('old', 10));
  const command = `ulimit -f 100 && exec "$0" "$1" 'fill the disk' "$2"`;
  const ran = spawnSync('sh', ['-c', command, process.execPath, helper, box.folder], { encoding: 'utf8' });
  assert.match(ran.stdout, /E_DISK$/u, ran.stderr);
  assert.deepEqual(Buffer.from(readWhole(box.folder, 'file') ?? ''), wholeContent('old', 10));
  assert.deepEqual(readdirSync(box.folder).sort(), ['file', 'person']);
});
