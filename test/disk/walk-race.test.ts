// Somebody swaps files and folders for links while they are walked over: what lies outside is never given.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { walkFiles, writeWhole } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { line, told, wide } from './walk-told.ts';

const helper = fileURLToPath(new URL('files-helper.ts', import.meta.url));
const onLinux = process.platform === 'linux' ? {} : { skip: 'folders are pinned by /proc, which only Linux has' };

function rootOf(box: Sandbox): string {
  for (const name of ['root/a', 'root/b', 'root/deep/sub/file', 'root/deep/x']) box.write(name, `${name}\n`);
  for (const name of ['outside/b', 'outside/file', 'outside/x', 'outside/sub/file', 'outside/only'])
    box.write(name, 'outside\n');
  return box.path('root');
}

/** What is told if something happens after the first file that is called so. */
function meanwhile(root: string, after: string, act: () => void): string[] {
  const lines: string[] = [];
  for (const found of walkFiles(root, { most: wide })) {
    lines.push(line(found, true));
    if (found.path === after) act();
  }
  return lines.map((each) => each.trimEnd());
}

const before = ['a = root/a', 'b = root/b', 'deep/x = root/deep/x', 'deep/sub/file = root/deep/sub/file'];

/** What becomes of `b`, which was seen to be a plain file and is read next. */
const fileSwaps: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a link': (path, outside) => symlinkSync(join(outside, 'b'), path),
  'a hard link': (path, outside) => linkSync(join(outside, 'b'), path),
  'a folder': (path) => mkdirSync(path),
  'a pipe': (path) => assert.equal(spawnSync('mkfifo', [path]).status, 0),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
};

for (const [what, lay] of Object.entries(fileSwaps)) {
  test(`a file that becomes ${what} before it is read is named`, onLinux, (t) => {
    const box = sandbox(t);
    const root = rootOf(box);
    const lines = meanwhile(root, 'a', () => {
      rmSync(join(root, 'b'));
      lay(join(root, 'b'), box.path('outside'));
    });
    assert.deepEqual(lines, [before[0], 'b: file not-plain', ...before.slice(2)]);
  });
}

test('a file or a folder that is gone before it is read is named', (t) => {
  const root = rootOf(sandbox(t));
  assert.deepEqual(
    meanwhile(root, 'a', () => {
      for (const name of ['b', 'deep']) rmSync(join(root, name), { recursive: true });
    }),
    [before[0], 'b: file gone', 'deep: folder gone'],
  );
});

test('a folder that becomes a link before it is entered is not entered', onLinux, (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  const swap = (name: string) => () => {
    renameSync(join(root, name), box.path('away'));
    symlinkSync(box.path('outside'), join(root, name));
  };
  assert.deepEqual(meanwhile(root, 'deep/x', swap('deep/sub')), [
    ...[...before.slice(0, 3), 'deep/sub: folder not-plain'],
  ]);
  rmSync(join(root, 'deep/sub'));
  renameSync(box.path('away'), join(root, 'deep/sub'));
  // The folder above it: what lies below is reached by no other way.
  assert.deepEqual(meanwhile(root, 'deep/x', swap('deep')), [...[...before.slice(0, 3), 'deep/sub: folder not-plain']]);
});

test('a folder that becomes a link while its files are read is still the one that was entered', onLinux, (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  box.write('root/deep/y', 'root/deep/y\n');
  box.write('outside/y', 'outside\n');
  const lines = meanwhile(root, 'deep/x', () => {
    renameSync(join(root, 'deep'), box.path('away'));
    symlinkSync(box.path('outside'), join(root, 'deep'));
  });
  assert.deepEqual(lines, [...before.slice(0, 3), 'deep/y = root/deep/y', 'deep/sub: folder not-plain']);
});

test('with everything swapped as fast as it can be, nothing outside is given', onLinux, async (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  spawnSync('mkfifo', [join(root, 'pipe')]);
  const swapper = spawn(process.execPath, [helper, 'swap', root, box.path('outside')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const counts = { given: 0, refused: 0 };
  const isEnough = (): boolean => counts.given >= 50 && counts.refused >= 50;
  try {
    await once(swapper.stdout, 'data');
    const until = Date.now() + 120_000;
    for (let round = 0; (round < 500 || !isEnough()) && Date.now() < until; round += 1) {
      // What it swaps goes away with it; it is written again, as whoever works there would.
      if (round % 5 === 0) restore(root);
      const lines = told(root, {}, true);
      assert.doesNotMatch(lines.join('\n'), /= outside|only/u, `round ${round}`);
      if (lines.some((each) => each.startsWith('deep/sub/file = '))) counts.given += 1;
      if (lines.some((each) => each.startsWith('deep') && each.endsWith('not-plain'))) counts.refused += 1;
    }
  } finally {
    // It is over before the folder is taken away: somebody who makes folders as fast as others remove them keeps both busy.
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
  t.diagnostic(JSON.stringify(counts));
  assert.equal(swapper.signalCode, 'SIGKILL', 'it ended by itself');
  assert.ok(isEnough(), JSON.stringify(counts));
});

/** The swapper may have its folder away just now, or a link in its place; then the next round does it. */
function restore(root: string): void {
  try {
    writeWhole(root, 'deep/sub/file', Buffer.from('inside\n'));
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
  }
}
