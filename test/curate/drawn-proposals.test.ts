// 1,000 proposals that would do harm, each alone on a memory of 50 entries, of which none lands; and 500 that do none, of which nine in ten do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawGood, drawHarm } from './drawn-proposals.ts';
import { tried } from './tried.ts';

/** Where the seeds begin. */
const from = Number(process.env.DREAMKEEPER_CURATION_FROM ?? 0);

test('of 1,000 that would do harm none lands', (t) => {
  const landed: string[] = [];
  const kinds = new Map<string, number>();
  for (let seed = from; seed < from + 1000; seed += 1) {
    const { what, memory, proposal, origin } = drawHarm(seed);
    kinds.set(what, (kinds.get(what) ?? 0) + 1);
    if (tried(memory, proposal, origin === undefined ? {} : { origin }).length === 0)
      landed.push(`${seed} ${what}: ${JSON.stringify(proposal)} ${'at' in proposal ? memory[proposal.at]?.text : ''}`);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(kinds)));
  assert.deepEqual(landed, []);
});

test('of 500 that do no harm at least nine in ten land', (t) => {
  const refused: string[] = [];
  for (let seed = from; seed < from + 500; seed += 1) {
    const { what, memory, proposal } = drawGood(seed);
    const whys = tried(memory, proposal);
    if (whys.length > 0) refused.push(`${what} => ${'to' in proposal ? proposal.to : ''}: ${whys[0]}`);
  }
  t.diagnostic(`${500 - refused.length} of 500 land`);
  assert.ok(refused.length <= 50, refused.join('\n'));
});
