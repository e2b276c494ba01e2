// Files read and written whole: what is a file, what is kept of it, and what is refused.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import { absent, hashOf, readWhole, writeWhole } from '../../src/disk/disk.ts';
import { fc } from '../drawn.ts';
import { type Sandbox, sandbox, snapshot } from '../sandbox.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A root with something to lose beside it. */
function rootOf(box: Sandbox): string {
  mkdirSync(box.path('root'));
  box.write('outside/precious', 'precious\n');
  return box.path('root');
}

const notFiles: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a link to a file': (path, outside) => symlinkSync(join(outside, 'precious'), path),
  'a link to a file beside it': (path) => {
    writeFileSync(join(path, '..', 'beside'), 'beside\n');
    symlinkSync('beside', path);
  },
  'a link to nothing': (path, outside) => symlinkSync(join(outside, 'nothing'), path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a hard link': (path, outside) => linkSync(join(outside, 'precious'), path),
  'a folder': (path) => mkdirSync(path),
  'a pipe': (path) => assert.equal(spawnSync('mkfifo', [path]).status, 0),
};

for (const [name, lay] of Object.entries(notFiles)) {
  test(`${name} is not a file: neither read nor replaced, and never waited for`, (t) => {
    const box = sandbox(t);
    const root = rootOf(box);
    lay(join(root, 'file'), box.path('outside'));
    const before = snapshot(box.folder);
    assert.throws(() => readWhole(root, 'file'), { code: 'E_NOT_A_FILE' });
    assert.throws(() => writeWhole(root, 'file', bytes('new\n')), { code: 'E_NOT_A_FILE' });
    assert.throws(() => writeWhole(root, 'file', bytes('new\n'), { expect: absent }), { code: 'E_NOT_A_FILE' });
    assert.deepEqual(snapshot(box.folder), before);
  });
}

test('a socket is not a file', async (t) => {
  const box = sandbox(t);
  const server = createServer().listen(box.path('file'));
  t.after(() => server.close());
  await new Promise((resolve) => server.on('listening', resolve));
  assert.throws(() => readWhole(box.folder, 'file'), { code: 'E_NOT_A_FILE' });
  assert.throws(() => writeWhole(box.folder, 'file', bytes('x')), { code: 'E_NOT_A_FILE' });
});

test('a device is not a file', (t) => {
  const box = sandbox(t);
  // /dev/full by its numbers: a write that reached it would fail otherwise.
  if (spawnSync('mknod', [box.path('file'), 'c', '1', '7']).status !== 0) return t.skip('only root may make a device');
  assert.throws(() => readWhole(box.folder, 'file'), { code: 'E_NOT_A_FILE' });
  assert.throws(() => writeWhole(box.folder, 'file', bytes('x')), { code: 'E_NOT_A_FILE' });
  assert.ok(lstatSync(box.path('file')).isCharacterDevice());
});

test('a folder on the way that is a link, a file or a pipe is not walked through', (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  symlinkSync(box.path('outside'), join(root, 'link'));
  symlinkSync('real', join(root, 'inner-link'));
  mkdirSync(join(root, 'real'));
  writeFileSync(join(root, 'plain'), 'plain\n');
  spawnSync('mkfifo', [join(root, 'pipe')]);
  const before = snapshot(box.folder);
  for (const folder of ['link', 'inner-link', 'plain', 'pipe', 'real/../link']) {
    const code = folder.includes('..') ? 'E_BAD_PATH' : 'E_NOT_A_FILE';
    for (const path of [`${folder}/precious`, `${folder}/new`, `${folder}/deep/new`]) {
      assert.throws(() => readWhole(root, path), { code }, path);
      assert.throws(() => writeWhole(root, path, bytes('x')), { code }, path);
    }
  }
  assert.deepEqual(snapshot(box.folder), before);
});

test('the root itself may be reached through a link; a root that is not there is told', (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  symlinkSync(root, box.path('alias'));
  assert.equal(writeWhole(box.path('alias'), 'a/b/file', bytes('x')), 'written');
  assert.equal(readFileSync(join(root, 'a/b/file'), 'utf8'), 'x');
  assert.equal(readWhole(box.path('none'), 'file'), undefined);
  assert.equal(readWhole(root, 'no/such/folder'), undefined);
  assert.throws(() => writeWhole(box.path('none'), 'file', bytes('x')), { code: 'E_CHANGED_MEANWHILE' });
  assert.equal(existsSync(box.path('none')), false);
});

test('the rights of a file are kept, whatever the umask; a new one gets what the umask leaves', (t) => {
  const box = sandbox(t);
  const before = process.umask(0o077);
  t.after(() => process.umask(before));
  for (const mode of [0o600, 0o644, 0o664, 0o755, 0o777, 0o444]) {
    const name = `file-${mode.toString(8)}`;
    writeFileSync(box.path(name), 'old\n');
    chmodSync(box.path(name), mode);
    assert.equal(writeWhole(box.folder, name, bytes('new\n'), { mode: 0o611 }), 'written');
    assert.equal(statSync(box.path(name)).mode & 0o7777, mode);
    assert.equal(box.read(name), 'new\n');
  }
  writeWhole(box.folder, 'asked', bytes('x'), { mode: 0o600 });
  writeWhole(box.folder, 'usual', bytes('x'));
  assert.deepEqual(
    ['asked', 'usual'].map((name) => statSync(box.path(name)).mode & 0o777),
    [0o600, 0o600],
  );
  // What would let others act as its owner does not survive.
  writeFileSync(box.path('setuid'), 'old\n');
  chmodSync(box.path('setuid'), 0o4755);
  writeWhole(box.folder, 'setuid', bytes('new\n'));
  assert.equal(statSync(box.path('setuid')).mode & 0o7777, 0o755);
});

test('with an expectation that does not hold, nothing happens and nothing is left', (t) => {
  const box = sandbox(t);
  const root = rootOf(box);
  writeFileSync(join(root, 'file'), 'theirs\n');
  const before = snapshot(box.folder);
  assert.equal(writeWhole(root, 'file', bytes('ours\n'), { expect: hashOf(bytes('other\n')) }), 'changed');
  assert.equal(writeWhole(root, 'file', bytes('ours\n'), { expect: absent }), 'changed');
  assert.equal(writeWhole(root, 'new', bytes('ours\n'), { expect: hashOf(bytes('')) }), 'changed');
  assert.deepEqual(snapshot(box.folder), before);
  assert.equal(writeWhole(root, 'file', bytes('ours\n'), { expect: hashOf(bytes('theirs\n')) }), 'written');
  assert.equal(writeWhole(root, 'new', bytes('ours\n'), { expect: absent }), 'written');
  assert.deepEqual(readdirSync(root).sort(), ['file', 'new']);
});

test('any bytes come back as they were written', (t) => {
  const box = sandbox(t);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 50 }), (first, second) => {
      for (const content of [first, second, new Uint8Array()]) {
        writeWhole(box.folder, 'a/file', content, { expect: hashOf(readWhole(box.folder, 'a/file')) });
        assert.deepEqual(Buffer.from(readWhole(box.folder, 'a/file') ?? 'nothing'), Buffer.from(content));
      }
    }),
    { numRuns: 30 },
  );
  assert.deepEqual(readdirSync(box.path('a')), ['file']);
});
