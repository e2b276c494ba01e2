// The walk over files: exactly the plain ones, in one order, within its bounds, and every reason told.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { isTheirPath, pathBytes, type WalkOptions, walkFiles } from '../../src/disk/disk.ts';
import { notOwner } from '../../src/home/home.ts';
import { onlyLooking } from '../../src/wire/only-looking.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { fc } from '../drawn.ts';
import { type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { told, wide } from './walk-told.ts';

const withPipes = { skip: process.platform === 'win32' ? 'Windows has no such names, pipes and rights' : false };

function rootOf(box: Sandbox, files: Readonly<Record<string, string>> = {}): string {
  mkdirSync(box.path('root'));
  box.write('outside/precious', 'precious\n');
  for (const [name, content] of Object.entries(files)) box.write(`root/${name}`, content);
  return box.path('root');
}

/** How many files this process has open, where the system tells. */
function openFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

test('the files of a folder come first, then its folders; each by name', (t) => {
  const root = rootOf(sandbox(t), { 'b/x': '', 'b.md': '', 'a/z/y': '', 'a/b': '', B: '', 'a-b/c': '' });
  const all = ['B', 'b.md', 'a/b', 'a/z/y', 'a-b/c', 'b/x'];
  assert.deepEqual(told(root), all);
  assert.deepEqual(told(root, { from: 'a' }), ['a/b', 'a/z/y']);
});

type Tree = { readonly [name: string]: Tree | string | null };

test('of random trees exactly the plain files are given, whole, in order, and every link is named', withPipes, (t) => {
  const box = sandbox(t);
  const odd = ['a', 'B', 'a b', '-x', 'ä', 'a.md', 'a-b', "'", '\n', '*', '日', ' ', '\u{1f600}', '…', '\udcff', '.x'];
  const name = fc.oneof(
    fc.constantFrom(...odd),
    fc.string({ minLength: 1, maxLength: 9 }).filter((each) => !each.includes('/') && isTheirPath(each)),
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.dictionary(
      name,
      fc.oneof({ maxDepth: 4 }, fc.string({ maxLength: 40 }), fc.constant(null), tie('tree') as fc.Arbitrary<Tree>),
      { maxKeys: 6, noNullPrototype: true },
    ),
  }));
  const lay = (folder: string, made: Tree): void => {
    mkdirSync(pathBytes(folder));
    for (const [each, what] of Object.entries(made)) {
      const path = `${folder}/${each}`;
      if (what === null) symlinkSync('..', pathBytes(path));
      else if (typeof what === 'string') writeFileSync(pathBytes(path), what);
      else lay(path, what);
    }
  };
  const expected = (made: Tree, above = ''): string[] => {
    const entries = Object.entries(made).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const isFolder = (what: Tree | string | null): what is Tree => typeof what === 'object' && what !== null;
    return [
      ...entries.flatMap(([each, what]) =>
        isFolder(what) ? [] : [what === null ? `${above}${each}: other not-plain` : `${above}${each} = ${what}`],
      ),
      ...entries.flatMap(([each, what]) => (isFolder(what) ? expected(what, `${above}${each}/`) : [])),
    ];
  };
  fc.assert(
    fc.property(tree, (made) => {
      lay(box.path('root'), made);
      try {
        assert.deepEqual(told(box.path('root'), {}, true), expected(made));
      } finally {
        rmSync(box.path('root'), { recursive: true });
      }
    }),
    { numRuns: 150 },
  );
});

test(
  'links in all places, pipes, sockets, devices and second names are named, and nothing is waited for',
  withPipes,
  async (t) => {
    const box = sandbox(t);
    const root = rootOf(box, { 'in/file': 'mine', 'in/own': 'own' });
    const outside = box.path('outside');
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync('in', join(root, 'beside'));
    symlinkSync(join(outside, 'precious'), join(root, 'in/link'));
    symlinkSync('nowhere', join(root, 'in/lost'));
    symlinkSync('round', join(root, 'in/round'));
    symlinkSync('/dev/zero', join(root, 'in/zero'));
    linkSync(join(outside, 'precious'), join(root, 'in/second'));
    assert.equal(spawnSync('mkfifo', [join(root, 'in/pipe')]).status, 0);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, 'in/socket'), resolve));
    t.after(() => server.close());
    assert.deepEqual(told(root, {}, true), [
      ...['beside: other not-plain', 'folder: other not-plain', 'in/file = mine', 'in/link: other not-plain'],
      ...['in/lost: other not-plain', 'in/own = own', 'in/pipe: other not-plain', 'in/round: other not-plain'],
      ...['in/second: file not-plain', 'in/socket: other not-plain', 'in/zero: other not-plain'],
    ]);
    for (const from of ['folder', 'beside', 'in/link', 'in/file'])
      assert.deepEqual(told(root, { from }), [`${from}: folder not-plain`]);
    // The root is its owner's own spelling.
    symlinkSync(root, box.path('also'));
    assert.deepEqual(told(box.path('also'), { from: 'in', skip: (_, what) => what === 'other' }), [
      ...['in/file', 'in/own', 'in/second: file not-plain'],
    ]);
  },
);

test('nothing above or beside the root is named by a beginning', (t) => {
  const root = rootOf(sandbox(t), { a: '' });
  for (const from of ['..', '../outside', 'a/../../outside', '/', '/etc', '', './', '.git', 'a//b', 'a\0'])
    assert.deepEqual(told(root, { from }), [`${from}: folder name`]);
  assert.deepEqual(told(root, { from: 'nowhere' }), ['nowhere: folder gone']);
  assert.deepEqual(told(join(root, 'nowhere')), ['.: folder gone']);
});

test('what is skipped is neither told of nor counted, and its folder not entered', (t) => {
  const box = sandbox(t);
  const root = rootOf(box, { 'a/x': '', 'b/x': '', 'b/c/x': '', y: '', '.git/config': '' });
  const asked: string[] = [];
  const skip = (path: string): boolean => {
    asked.push(path);
    return ['a', 'b/x', '.git'].includes(path);
  };
  assert.deepEqual(told(root, { skip, most: { ...wide, files: 2 } }), ['y', 'b/c/x']);
  assert.deepEqual(asked, ['.git', 'a', 'b', 'y', 'b/c', 'b/x', 'b/c/x']);
  // Git's own folder is never entered, whoever forgets to say so.
  assert.deepEqual(told(root).slice(0, 2), ['y', '.git: folder name']);
});

test('names that are no text are given as they are; with plain names only, they are named', withPipes, (t) => {
  const box = sandbox(t);
  const root = rootOf(box, { 'über/x': 'x', 'a.md': 'a' });
  const odd = 'b\udcff';
  writeFileSync(pathBytes(join(root, odd)), 'odd');
  assert.deepEqual(told(root, {}, true), ['a.md = a', `${odd} = odd`, 'über/x = x']);
  assert.deepEqual(told(root, { names: 'plain' }), ['a.md', `${odd}: file name`, 'über: folder name']);
});

test('each bound ends it, and is told only if something came after it', (t) => {
  const root = rootOf(sandbox(t), { a: '12345', b: '12345', 'c/d': '12345', 'c/e/f': '1', 'g/h': '' });
  const all = ['a', 'b', 'c/d', 'c/e/f', 'g/h'];
  const most = (bound: Partial<WalkOptions['most']>): string[] => told(root, { most: { ...wide, ...bound } });
  assert.deepEqual(most({ files: 5, bytes: 16, depth: 2 }), all);
  assert.deepEqual(most({ files: 4 }), [...all.slice(0, 4), 'stopped by files at g/h']);
  assert.deepEqual(most({ files: 0 }), ['stopped by files at a']);
  assert.deepEqual(most({ bytes: 10 }), [...all.slice(0, 3), 'stopped by bytes at c/e/f']);
  assert.deepEqual(most({ bytes: 9 }), [...all.slice(0, 2), 'stopped by bytes at c/d']);
  assert.deepEqual(most({ depth: 1 }), ['a', 'b', 'c/d', 'c/e: folder deep', 'g/h']);
  assert.deepEqual(most({ depth: 0 }), ['a', 'b', 'c: folder deep', 'g: folder deep']);
  assert.deepEqual(told(root, { from: 'c', most: { ...wide, depth: 0 } }), ['c/d', 'c/e: folder deep']);
});

test('a huge file is named and not read; what is no text does not count', (t) => {
  const root = rootOf(sandbox(t), { 'b.md': 'text', 'a.png': 'a\0b', 'huge.log': '' });
  truncateSync(join(root, 'huge.log'), 5 * 2 ** 30);
  const given = ['a.png: file binary', 'b.md', 'huge.log: file large'];
  assert.deepEqual(told(root, { only: 'text', most: { ...wide, bytes: 4 } }), given);
  assert.deepEqual(told(root), ['a.png', 'b.md', 'huge.log: file large']);
});

test('a folder or a file that may not be read is named, and the walk goes on', withPipes, (t) => {
  const box = sandbox(t);
  const root = rootOf(box, { 'a/x': '', 'closed/x': '', 'listed/x': '', 'z/x': '', 'z/y': '' });
  const isRoot = process.getuid?.() === 0;
  const locked = ['closed', 'listed', 'z/y'];
  for (const folder of [box.folder, root]) chmodSync(folder, 0o755);
  for (const [index, mode] of [0, 0o444, 0].entries()) chmodSync(join(root, locked[index] ?? ''), mode);
  const before = openFiles();
  // Root may read anything; so for a moment we are nobody.
  if (isRoot) process.seteuid?.(65_534);
  let seen: string[];
  try {
    seen = told(root);
  } finally {
    if (isRoot) process.seteuid?.(0);
    // Whoever is not root could not clean up otherwise.
    for (const name of locked) chmodSync(join(root, name), 0o755);
  }
  assert.deepEqual(seen, ['a/x', 'closed: folder denied', 'listed: folder denied', 'z/x', 'z/y: file denied']);
  assert.equal(openFiles(), before);
});

test('whoever leaves early leaves nothing open', (t) => {
  const root = rootOf(sandbox(t), { 'a/b': '', 'a/c': '', 'd/e': '' });
  const before = openFiles();
  for (const { path } of walkFiles(root, { most: wide })) if (path === 'a/b') break;
  assert.throws(() => told(root, { skip: () => assert.fail('a bug of theirs') }), /a bug of theirs/u);
  told(root, { most: { ...wide, files: 1 } });
  told(root);
  assert.equal(openFiles(), before);
});

test('a world that only looks walks as the real one, and nothing is touched', async (t) => {
  const box = sandbox(t);
  const root = rootOf(box, { 'a/b': 'x', c: 'y' });
  for (const name of ['a', '.']) utimesSync(join(root, name), 1e9, 1e9);
  const before = snapshot(box.folder);
  const world = await realWorld(box.env);
  const looking = await onlyLooking(world, { privateDir: root }, notOwner({ path: root, owner: 1, us: 0 }));
  for (const { files } of [world, looking])
    assert.deepEqual(
      [...files.walk(root, { most: wide })].map(({ kind, path }) => `${kind} ${path}`),
      ['file c', 'file a/b'],
    );
  assert.deepEqual(snapshot(box.folder), before);
});

test('to give a file a second name, and to take it away, is written down as a change of the file', (t) => {
  const box = sandbox(t);
  box.write('root/a', 'a\n');
  const path = box.path('root/a');
  const changed = (): number => statSync(path).ctimeMs;
  const later = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  const first = changed();
  later();
  linkSync(path, box.path('b'));
  const second = changed();
  later();
  rmSync(box.path('b'));
  assert.ok(first < second && second < changed());
});

test('what nobody changed for a minute is given as it is, and still no link is', (t) => {
  const box = sandbox(t);
  box.write('root/a', 'a\n');
  box.write('root/c', 'c\n');
  box.write('outside', 'outside\n');
  linkSync(box.path('outside'), box.path('root/b'));
  symlinkSync(box.path('outside'), box.path('root/d'));
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  assert.deepEqual(told(box.path('root'), {}, true), ['a = a\n', 'b: file not-plain', 'c = c\n', 'd: other not-plain']);
});

test('many small files, and a large one, are each given whole and apart', (t) => {
  const box = sandbox(t);
  const sizes = [
    0, 1, 4095, 131_072, 131_073, 700_000, 1_048_577, 5, 131_072, 131_072, 131_072, 131_072, 131_072, 131_072, 131_072,
    9,
  ];
  const names = sizes.map((_, at) => `${String(at).padStart(2, '0')}`);
  for (const [at, name] of names.entries()) box.write(`root/${name}`, name.repeat(sizes[at] ?? 0));
  const given = [...walkFiles(box.path('root'), { most: wide })];
  assert.deepEqual(
    given.map((each) =>
      each.kind === 'file'
        ? Buffer.from(each.content).toString() === each.path.repeat(sizes[Number(each.path)] ?? 0)
        : each,
    ),
    sizes.map(() => true),
  );
});
