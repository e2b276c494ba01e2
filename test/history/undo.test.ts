// Nights are taken back in any order, byte for byte, around whatever a person wrote; or not at all, and then by name.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { verifyNights } from '../../src/history/history.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { type Life, type LivedNight, live, numbers } from './undo-life.ts';

const lives = Math.ceil(Number(process.env.DREAMKEEPER_UNDO_NIGHTS ?? (isFull ? 50 : 30)) / 10);
const firstSeed = Number(process.env.DREAMKEEPER_SEED ?? 1);

/** A later move of the same task that still stands. */
function inTheWay(
  nights: readonly LivedNight[],
  undone: ReadonlySet<string>,
  night: LivedNight,
): LivedNight | undefined {
  const later = nights.slice(nights.indexOf(night) + 1).filter(({ id }) => !undone.has(id));
  return later.find(({ moves }) => moves.some(({ task }) => night.moves.some((move) => move.task === task)));
}

function expected(plan: string, night: LivedNight, isRedo: boolean): string {
  let next = plan;
  for (const { task, from, to } of night.moves) {
    const [now, then] = isRedo ? [from, to] : [to, from];
    assert.ok(next.includes(`* ${now} ${task}\n`), `${now} ${task}`);
    next = next.replace(`* ${now} ${task}\n`, () => `* ${then} ${task}\n`);
  }
  return next;
}

/** A change of ours, or a person's commit that brought ours in, or what they have not committed. */
const anyName = /[uw]-[a-z2-7]{10}|commit [0-9a-f]{7}|not committed/u;

const headOf = async ({ world, home }: Life): Promise<string | undefined> =>
  (await (await world.git.open(home.repository, home.privateDir)).head()).commit;

interface Counts {
  undone: number;
  redone: number;
  refused: number;
  edits: number;
}

/** Ten steps in a life of ten nights; gives the nights that are taken back in the end. */
async function backAndForth(life: Life, seed: number, counts: Counts): Promise<ReadonlySet<string>> {
  const below = numbers(seed + 7);
  const undone = new Set<string>();
  for (let count = 0; count < 10; count += 1) {
    if (below(4) === 0) {
      life.edit();
      counts.edits += 1;
    }
    const night = life.nights[below(life.nights.length)];
    if (night === undefined) continue;
    const isRedo = undone.has(night.id);
    const blocker = inTheWay(life.nights, undone, night);
    const what = `seed ${seed}, step ${count}, ${isRedo ? 'redo' : 'undo'} ${night.id}`;
    const before = life.plan();
    // A task that stands elsewhere because an earlier night was taken back cannot be put where this one had it, either.
    const fits = night.moves.every(({ task, from, to }) => before.includes(`* ${isRedo ? from : to} ${task}\n`));
    const head = await headOf(life);
    const entry = join(life.home.home, night.entry);
    if (blocker === undefined && fits) {
      const after = expected(before, night, isRedo);
      const done = await life.undo(night.id, isRedo);
      assert.equal(done.result, isRedo ? 'redone' : 'undone', what);
      assert.equal(life.plan(), after, what);
      assert.equal(existsSync(entry), isRedo, what);
      if (isRedo) assert.deepEqual(readFileSync(entry), night.bytes, what);
      counts[isRedo ? 'redone' : 'undone'] += 1;
      undone[isRedo ? 'delete' : 'add'](night.id);
    } else {
      await assert.rejects(life.undo(night.id, isRedo), (error: unknown) => {
        assert.ok(error instanceof DreamkeeperError, what);
        assert.deepEqual([error.code, error.exit], ['E_CONFLICT', 12], what);
        assert.match(error.message, blocker === undefined ? anyName : new RegExp(blocker.wake, 'u'), what);
        return true;
      });
      assert.deepEqual([life.plan(), await headOf(life), existsSync(entry)], [before, head, !isRedo], what);
      counts.refused += 1;
    }
  }
  const verified = await verifyNights(life.world, life.home);
  assert.deepEqual([verified.broken, verified.foreign, verified.uncommitted], [null, [], []], `seed ${seed}`);
  return undone;
}

test('nights taken back and put back in random orders, with a person in between', async (t) => {
  const gitOf = gitOfLife();
  const counts: Counts = { undone: 0, redone: 0, refused: 0, edits: 0 };
  for (let seed = firstSeed; seed < firstSeed + lives; seed += 1) {
    const life = await live(sandbox(t), 'home', seed, 10, gitOf(seed));
    const undone = await backAndForth(life, seed, counts);
    if (seed === firstSeed) await doesNotComeBack(life, undone);
  }
  t.diagnostic(`${lives * 10} nights: ${JSON.stringify(counts)}, seeds from ${firstSeed}`);
});

test('a life on real git and the same in memory end with the same commit, and so with the same bytes', async (t) => {
  const [real, memory] = [await live(sandbox(t), 'home', 77, 6), await live(sandbox(t), 'home', 77, 6, memoryGit())];
  const counts: Counts = { undone: 0, redone: 0, refused: 0, edits: 0 };
  for (const life of [real, memory]) await backAndForth(life, 77, counts);
  assert.ok(counts.undone > 0 && counts.undone % 2 === 0, JSON.stringify(counts));
  assert.deepEqual(
    [memory.plan(), memory.nights, await headOf(memory)],
    [real.plan(), real.nights, await headOf(real)],
  );
});

async function doesNotComeBack(life: Life, undone: ReadonlySet<string>): Promise<void> {
  const night = life.nights.findLast(({ id }) => undone.has(id));
  const move = night?.moves[0];
  if (night === undefined || move === undefined) return;
  const before = life.plan();
  await life.wake();
  assert.equal(life.plan(), before, 'a wake does not bring it back');
  const verb = move.to === 'NEXT' ? 'pick up' : 'put down';
  await life.night([`${verb}: ${move.task}`]);
  const { verdicts } = await life.wake();
  assert.equal(life.plan(), before, 'nor does another dream');
  assert.ok(['refused', 'noop'].includes(verdicts[0]?.result ?? ''), JSON.stringify(verdicts));
}

test('an undo is undoable, a second one has nothing to do, and a night without moves goes alone', async (t) => {
  const life = await live(sandbox(t), 'home', 99, 2, gitOfLife()(1));
  const [, last] = life.nights;
  assert.ok(last !== undefined);
  const before = life.plan();
  const done = await life.undo('last');
  assert.deepEqual([done.of, done.undid], [last.id, [last.id, last.wake]]);
  assert.equal((await life.undo(last.id)).result, 'nothing to do');
  assert.ok(done.changed?.kind === 'changed');
  const again = await life.undo(done.changed.id);
  assert.deepEqual([again.result, life.plan()], ['redone', before]);
  assert.equal((await life.undo(last.wake)).result, 'undone');
  assert.ok(existsSync(join(life.home.home, last.entry)), 'a wake goes without its dream');
  const { id, entry } = await life.night(['keep course']);
  assert.deepEqual((await life.undo(entry)).undid, [id]);
  assert.deepEqual((await life.undo('last', true)).undid, [id]);
});
