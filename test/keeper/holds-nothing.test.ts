// A keeper holds nothing of an idle home: after a tick that finds its gate shut, no file of it is open.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { withStore } from '../../src/change/change.ts';
import { stepOnce } from '../../src/keeper/keeper.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import { keptHome } from '../../src/verbs/kept-home.ts';
import { homeIn, sandbox } from '../sandbox.ts';

/** What this process has open, by path. */
function opened(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The handle of this very look is closed by now.
      return [];
    }
  });
}

test('between two ticks no file of a home is open, and handles do not add up', {
  skip: existsSync('/proc/self/fd') ? false : 'open files are found on Linux only',
}, async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/lifecycle.org', canonicalCadence);
  const places = Array.from({ length: 10 }, (_, index) => box.path(`home-${index}`));
  for (const place of places) cpSync(box.path('home'), place, { recursive: true });
  const homes = places.map((cwd) => keptHome({ cwd, env: box.env }));
  const tonight = new Date(Date.now() + 20 * 3_600_000).toISOString();
  for (const home of homes) {
    const { world, home: found } = await home.open();
    withStore(world, found, (store) => store.setMemo('sleep:agent', tonight));
  }
  const counts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (const home of homes) {
      const { outcome } = await stepOnce(await home.open(), { tell: () => undefined });
      assert.equal(outcome, 'gated');
      assert.deepEqual(
        opened().filter((path) => path.startsWith(box.folder)),
        [],
      );
    }
    counts.push(opened().length);
  }
  assert.equal(new Set(counts.slice(1)).size, 1, counts.join(' '));
});
