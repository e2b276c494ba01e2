// One contract for two gits: the real one, and the one in memory on which simulated lives are lived.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import { fc } from '../drawn.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { realPerson } from '../persons-git.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { bench, gitContract } from './git-contract.ts';
import { act, answersOf, anyDeed, stateOf } from './git-twins.ts';

const runs = Number(process.env.DREAMKEEPER_GIT_TWINS ?? (isFull ? 12 : 6));
const seed = Number(process.env.DREAMKEEPER_SEED ?? 1);

gitContract('real git', async (env) => ({ git: (await realWorld(env)).git, person: realPerson }));

gitContract('in memory', () => Promise.resolve(memoryGit()), [
  ...(['snapshot', 'blame', 'patch', 'throughLens', 'inside', 'checkout'] as const),
]);

test('random edits and commits on both: the same answers, the same names', async (t) => {
  const box = sandbox(t);
  const [real, memory] = [{ git: (await realWorld(box.env)).git, person: realPerson }, memoryGit()];
  let count = 0;
  const tally = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyDeed, { minLength: 5, maxLength: 14 }), async (all) => {
      count += 1;
      const [one, other] = [await bench(box, real, `real-${count}`), await bench(box, memory, `memory-${count}`)];
      for (const { put } of [one, other]) put({ '.git/info/exclude': '*.log\n' });
      for (const [step, deed] of all.entries()) {
        const [came, cameInMemory] = [await act(one, deed, step), await act(other, deed, step)];
        assert.deepEqual(cameInMemory, came, `${step}: ${JSON.stringify(deed)}`);
        assert.deepEqual(await stateOf(other), await stateOf(one), `after ${step}: ${JSON.stringify(deed)}`);
        const what = `${deed.kind}, ${typeof came === 'object' && came !== null && 'kind' in came ? came.kind : came}`;
        tally.set(what, (tally.get(what) ?? 0) + 1);
      }
      assert.deepEqual(await answersOf(other), await answersOf(one));
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  t.diagnostic(JSON.stringify(Object.fromEntries(tally)));
});
