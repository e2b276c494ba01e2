// We die together with the git that moves the branch for us: what git leaves behind is taken away if it is ours, and told of if it is not.
import assert from 'node:assert/strict';
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { faultsIn } from './checks.ts';
import { type Hand, hire } from './hand.ts';
import { clock } from './life.ts';
import { answerOf, copyTemplate, makeTemplates } from './person.ts';
import { type LifeRecord, newRecord, readLedgerInto } from './record.ts';
import { remainsIn } from './remains.ts';

interface Dead {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
  readonly hand: Hand;
  readonly record: LifeRecord;
  /** The commit to which the branch was about to be moved. */
  readonly commit: string;
  readonly lock: string;
}

/** A night that died when everything but the branch was ready. */
async function dead(t: TestContext): Promise<Dead> {
  const box = sandbox(t);
  const world = await realWorld(box.env);
  copyTemplate(box, makeTemplates(box), 'one', 'home');
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  if (home === undefined) throw new Error('there is no home');
  const hand = hire(box, home.home, t);
  const told = await hand.tell({
    ...{ act: 'night', time: clock(1, 0), answer: answerOf(1, ['pick up: Draw the map']) },
    end: { probe: 'applied', hit: 4, how: 'kill' },
  });
  assert.equal(told.kind, 'killed');
  const record = newRecord();
  for (const { id } of remainsIn(home)) record.changes.add(id);
  const listed = box.git('home', 'fsck', '--unreachable', '--no-reflogs', '--no-progress');
  const commit = /unreachable commit ([0-9a-f]+)/u.exec(listed)?.[1] ?? '';
  return { box, world, home, hand, record, commit, lock: join(home.repository.gitDir, 'refs', 'heads', 'main.lock') };
}

async function requireWhole({ box, world, home, hand, record }: Dead): Promise<void> {
  await hand.dismiss();
  readLedgerInto(record, home);
  assert.deepEqual(await faultsIn({ box, world, home }, record), []);
}

test('a lock with our own commit in it is taken away, and the change lands in the same breath', async (t) => {
  const all = await dead(t);
  const { hand, lock, commit } = all;
  assert.notEqual(commit, '', 'the commit is not made before the files any more: choose another place to die at');
  writeFileSync(lock, `${commit}\n`);
  utimesSync(lock, new Date(Date.now() - 5000), new Date(Date.now() - 5000));
  const told = await hand.tell({ act: 'finish', time: clock(1, 10) });
  assert.ok(told.kind === 'ack');
  assert.equal(told.reply.outcome, 'finished');
  await requireWhole(all);
});

test('an empty lock is told of; as soon as it is removed, the change lands', async (t) => {
  for (const name of ['main.lock', 'HEAD.lock']) {
    const all = await dead(t);
    const { hand, home } = all;
    const lock = name === 'HEAD.lock' ? join(home.repository.gitDir, name) : all.lock;
    writeFileSync(lock, '');
    const told = await hand.tell({ act: 'finish', time: clock(1, 10) });
    assert.ok(told.kind === 'ack');
    assert.match(told.reply.outcome ?? '', new RegExp(name.replace('.', '\\.'), 'u'));
    assert.ok(existsSync(lock));
    assert.equal(remainsIn(home).length, 1, 'what was sealed waits');
    rmSync(lock);
    const again = await hand.tell({ act: 'finish', time: clock(1, 20) });
    assert.ok(again.kind === 'ack');
    assert.equal(again.reply.outcome, 'finished');
    await requireWhole(all);
  }
});
