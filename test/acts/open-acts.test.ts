// Which acts are opened: by what makes a night begin, those that it may have, and perhaps more; never fewer.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { triggers } from '../../src/asking/act.ts';
import { nightActs } from '../../src/config/act-names.ts';
import { actsFor } from '../../src/keeper/keeper.ts';
import { openActs } from '../../src/wire/wire.ts';

describe('the acts that are opened', () => {
  test('are all of them, in their order', async () => {
    assert.deepEqual(
      (await openActs()).map(({ name }) => name),
      [...nightActs],
    );
  });
  for (const trigger of triggers)
    test(`by ${trigger}: those that are due then`, async () => {
      assert.deepEqual(actsFor(trigger, await openActs(trigger)), actsFor(trigger, await openActs()));
    });
});
