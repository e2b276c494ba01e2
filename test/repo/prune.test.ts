// Snapshots older than a month go; the youngest stay whatever the clock says, and nothing that is not such a snapshot is touched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropOldUnsaved } from '../../src/night/night.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { homeIn, sandbox } from '../sandbox.ts';

const day = 24 * 3_600_000;
const now = new Date('2026-11-16T12:00:00Z').getTime();

test('by the time of the commit and the clock of the world: old ones go, five stay, others are not looked at', async (t) => {
  const box = sandbox(t);
  const cwd = homeIn(box);
  const real = await realWorld(box.env);
  const home = real.places.find({ cwd: box.path(cwd), env: {} });
  assert.ok(home !== undefined);
  const repository = await real.git.open(home.repository, home.privateDir);
  const snap = async (name: string, age: number): Promise<void> => {
    const done = await real.git.snapshot(repository, {
      files: new Map([['a [1].txt', { content: Buffer.from(name), kind: 'file' }]]),
      ...{
        ref: `refs/dreamkeeper/wip/${name}`,
        message: name,
        author: { name: 'waldo', email: 'w@dreamkeeper.local' },
      },
      ...{ time: new Date(now - age * day), most: { files: 1, bytes: 99 } },
    });
    assert.ok(done.commit !== null);
  };
  const wip = (): string[] =>
    box.git(cwd, 'for-each-ref', '--format=%(refname:lstrip=3)', 'refs/dreamkeeper/wip').trim().split('\n');
  const prune = (at: number): Promise<void> => dropOldUnsaved({ world: { ...real, now: () => new Date(at) }, home });
  for (const [name, age] of [
    ...([...Array(8).keys()].map((index) => [`r-old${index}`, 31 + index]) as [string, number][]),
    ...([...Array(6).keys()].map((index) => [`r-new${index}`, 29 - index]) as [string, number][]),
  ])
    await snap(name, age);
  // Not ours to drop: a branch and a tag as old, another folder of refs, a name of somebody's, and what is no commit.
  const old = box.git(cwd, 'rev-parse', 'refs/dreamkeeper/wip/r-old7').trim();
  const tree = box.git(cwd, 'rev-parse', `${old}^{tree}`).trim();
  const theirs = ['refs/heads/wip', 'refs/tags/wip', 'refs/dreamkeeper/other/r-old', 'refs/dreamkeeper/wip/deep/r-old'];
  for (const ref of theirs) box.git(cwd, 'update-ref', ref, old);
  box.git(cwd, 'update-ref', 'refs/dreamkeeper/wip/tree', tree);
  await prune(now);
  const kept = [...[0, 1, 2, 3, 4, 5].map((index) => `r-new${index}`)];
  assert.deepEqual(wip(), ['deep/r-old', ...kept, 'tree']);
  // A clock that jumps ten years ahead, and one that goes back.
  await prune(now + 3650 * day);
  assert.deepEqual(wip(), ['deep/r-old', ...kept.slice(1), 'tree']);
  await prune(now - 3650 * day);
  assert.deepEqual(wip(), ['deep/r-old', ...kept.slice(1), 'tree']);
  for (const ref of theirs) assert.equal(box.git(cwd, 'rev-parse', ref).trim(), old);
  for (const below of ['refs/heads', 'refs/dreamkeeper/../heads', '', '-x'])
    await assert.rejects(real.git.prune(repository, { below, olderThan: new Date(now), keep: 0 }), {
      code: 'E_BAD_NAME',
    });
});
