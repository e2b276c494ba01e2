// A process died in the middle of writing, and somebody went on from there: all of the change, or nothing of it, or it is named.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type FileEdit, finishChanges, makeChange } from '../../src/change/change.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

interface Place {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
}

async function place(t: Parameters<typeof sandbox>[0], files: Readonly<Record<string, string>>): Promise<Place> {
  const box = sandbox(t);
  homeIn(box);
  for (const [name, content] of Object.entries(files)) box.write(`home/${name}`, content);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'files');
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home);
  return { box, world, home };
}

/** Makes a change and dies when so many files are written: from then on it can write nothing any more. */
async function dies({ world, home }: Place, files: readonly FileEdit[], after: number): Promise<void> {
  let count = 0;
  const unlessDead = (): void => {
    if (count >= after) throw new RangeError('dead');
  };
  const probe = (name: string): void => {
    if (name === 'applied') count += 1;
    unlessDead();
  };
  const hands: World['files'] = {
    ...world.files,
    write: (...args) => {
      unlessDead();
      return world.files.write(...args);
    },
    remove: (...args) => {
      unlessDead();
      return world.files.remove(...args);
    },
  };
  const dying = { ...world, probe, files: hands };
  await assert.rejects(makeChange(dying, home, { files, subject: 'sleep: x', agent: 'waldo' }), /dead/u);
}

const ours = (path: string, rule: FileEdit['rule']): FileEdit => ({
  ...{ path, rule: rule ?? 'merge' },
  edit: (content) => Buffer.concat([Buffer.from(content ?? []), Buffer.from('\nOURS\n')]),
});
const has = (box: Sandbox, path: string): boolean => readFileSync(box.path('home', path), 'utf8').includes('OURS');

describe('two files, both written, then a person wrote in the first', () => {
  test('where the two can be told apart, all of ours goes, and theirs stays', async (t) => {
    const at = await place(t, { 'A.md': '1\n2\n3\n', 'B.md': '1\n' });
    await dies(at, [ours('A.md', 'refuse'), ours('B.md', 'refuse')], 2);
    writeFileSync(join(at.home.home, 'A.md'), `person\n${at.box.read('home/A.md')}`);
    assert.equal((await finishChanges(at.world, at.home)).waits, undefined);
    assert.deepEqual([has(at.box, 'A.md'), has(at.box, 'B.md')], [false, false]);
    assert.equal(at.box.read('home/A.md'), 'person\n1\n2\n3\n');
  });
  test('where they cannot, it is named, and nothing of theirs is lost', async (t) => {
    const at = await place(t, { 'A.md': '1\n', 'B.md': '1\n' });
    await dies(at, [ours('A.md', 'refuse'), ours('B.md', 'refuse')], 2);
    writeFileSync(join(at.home.home, 'A.md'), at.box.read('home/A.md').replace('OURS', 'OURS, and a person'));
    const { waits } = await finishChanges(at.world, at.home);
    assert.match(waits?.why ?? '', /half made: A\.md/u);
    assert.match(at.box.read('home/A.md'), /and a person/u);
    const doctor = at.box.dk('home', ['doctor', '--strict']);
    assert.notEqual(doctor.code, 0, 'the doctor names it');
  });
});

test('an append, and then another branch: the bullet does not come along', async (t) => {
  const at = await place(t, { 'notes/2026-06-10.md': '- first\n' });
  const bullet: FileEdit = {
    ...{ path: 'notes/2026-06-10.md', rule: 'append' },
    edit: (content) => Buffer.concat([Buffer.from(content ?? []), Buffer.from('- OURS\n')]),
  };
  await dies(at, [bullet], 1);
  writeFileSync(join(at.home.home, 'notes/2026-06-10.md'), '- first\n- OURS\n- a person’s\n');
  at.box.git('home', 'checkout', '-q', '-b', 'other');
  await finishChanges(at.world, at.home);
  assert.equal(at.box.read('home/notes/2026-06-10.md'), '- first\n- a person’s\n');
});

test('a block with blank and repeated lines is appended as it is', async (t) => {
  const at = await place(t, { 'D.md': '## Day\n\n- same\n' });
  const block = '\n## Day\n\n- same\n- new\n';
  const edit: FileEdit = {
    ...{ path: 'D.md', rule: 'append' },
    edit: (content) => Buffer.concat([Buffer.from(content ?? []), Buffer.from(block)]),
  };
  let isDead = false;
  const probe = (name: string): void => {
    isDead = name === 'sealed';
    if (isDead) throw new RangeError('dead');
  };
  const change = { files: [edit], subject: 'sleep: x', agent: 'waldo' };
  await assert.rejects(makeChange({ ...at.world, probe }, at.home, change), /dead/u);
  writeFileSync(join(at.home.home, 'D.md'), '## Day\n\n- same\nperson\n');
  assert.equal((await finishChanges(at.world, at.home)).finished.length, 1);
  assert.equal(at.box.read('home/D.md'), `## Day\n\n- same\nperson\n${block}`);
});
