// Every damage is found, by its name and no other; what can safely be put right is, once, and nothing of a person's changes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { snapshot } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { type Damage, isTheirs } from './damage.ts';
import { damages } from './damages.ts';
import { type Healthy, healthyHome } from './healthy-home.ts';

const isWhole = isFull || process.env.DREAMKEEPER_STATES === 'all';

const idsOf = (found: Awaited<ReturnType<typeof diagnose>>): string[] => found.findings.map(({ id }) => id).toSorted();

describe('a home in which nothing is wrong', () => {
  for (const shape of ['nested', 'one'] as const)
    test(shape, async (t) => {
      const { world, home } = await healthyHome(t, shape);
      const found = await diagnose(world, home, { withSecrets: true });
      assert.deepEqual(found.findings, []);
      assert.ok(found.checks.length >= 40);
      assert.deepEqual((await diagnose(world, home, { isFixing: true })).fixed, []);
    });
});

for (const shape of ['nested', 'one'] as const)
  describe(`damages, ${shape}`, { concurrency: 4 }, () => {
    const mine = damages.filter((each, index) => (each.shape ?? (index % 2 === 0 ? 'nested' : 'one')) === shape);
    // Each is found in the same way in both shapes; of the first every third is tried here, of the other every ninth, and all in a soak.
    const share = mine.filter((_, at) => at % (shape === 'one' ? 9 : 3) === 0);
    for (const damage of isWhole ? mine : share)
      test(damage.what, async (t) => {
        const healthy = await healthyHome(t, shape);
        await damage.does(healthy);
        const found = await diagnose(healthy.world, healthy.home);
        assert.deepEqual(idsOf(found), [...damage.says].toSorted(), JSON.stringify(found.findings, null, 1));
        assert.equal(found.healthy, damage.isError !== true);
        assert.equal(isContent(found), damage.isInfo === true);
        await mending(healthy, damage);
      });
  });

function isContent({ findings }: Awaited<ReturnType<typeof diagnose>>): boolean {
  return findings.every(({ level }) => level === 'info');
}

async function mending({ world, home, box, shape, at }: Healthy, damage: Damage): Promise<void> {
  // A change that was decided before is theirs, too, and is made when it is finished.
  const isDecided = damage.says.includes('intent-open');
  const index = (): string =>
    spawnSync('git', ['ls-files', '-s', '--', ':!rem', ...(isDecided ? [':!plan.org'] : [])], {
      cwd: box.path(at),
    }).stdout.toString();
  const isMoved = (name: string): boolean => name.split('/').includes(damage.moves ?? '/');
  // An index that git cannot read has nothing of anybody's in it; a new one is as the last commit.
  const isRemade = damage.says.some((id) => id === 'index-missing' || id === 'index-unreadable');
  const theirs = (): object => ({
    index: isRemade ? 'made anew' : index(),
    files: snapshot(
      box.path('project'),
      (name) => !isTheirs(name) || isMoved(name) || (isDecided && name.endsWith('plan.org')),
    ),
  });
  const before = theirs();
  const mended = await diagnose(world, home, { isFixing: true });
  assert.equal(isContent(mended), damage.isFixed === true || damage.isInfo === true, JSON.stringify(mended, null, 1));
  assert.equal(mended.failed.length > 0, damage.isStuck === true, mended.failed.join());
  assert.equal(mended.fixed.length > 0, damage.isFixed === true || damage.isPartly === true, mended.fixed.join());
  if (damage.isFixed === true)
    assert.deepEqual((await diagnose(world, home, { isFixing: true })).fixed, [], `a second time, ${shape}`);
  assert.deepEqual(theirs(), before);
  if (isRemade) assert.equal(box.git(at, 'diff', '--cached', '--name-only'), '');
  if (damage.moves !== undefined) {
    const found = readdirSync(join(home.privateDir, 'lost-and-found'));
    assert.ok(
      found.some((name) => name.startsWith(`${damage.moves}.`)),
      `${damage.moves} is not lost: ${found.join(' ')}`,
    );
  }
}
