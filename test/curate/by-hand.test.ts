// The proposals that were written by hand before there was a check: nothing that does harm lands, and some of the good ones do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { good, handMemory, harmful } from './by-hand.ts';
import { livedFrom, tried } from './tried.ts';

const memory = livedFrom(handMemory);

for (const proposal of harmful)
  test(`does not land: ${JSON.stringify(proposal)}`, () => assert.notDeepEqual(tried(memory, proposal), []));

test('an origin that is laundered does not land, whatever the words are', () => {
  const same = { kind: 'reword', at: 17, to: handMemory[17]?.slice(1).replace(/\.$/u, '') ?? '' } as const;
  assert.deepEqual(tried(memory, same), []);
  assert.match(tried(memory, same, { origin: 'agent' }).join(), /strangers/u);
});

test('of those that do no harm 16 of 31 land: rather too few than one that does harm', () => {
  const refused = good.filter((proposal) => tried(memory, proposal).length > 0);
  assert.ok(
    good.length - refused.length >= 16,
    JSON.stringify(
      refused.map((each) => [each, tried(memory, each)]),
      null,
      1,
    ),
  );
});
