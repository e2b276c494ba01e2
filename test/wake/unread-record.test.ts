// Where it cannot be read whose dream it is, its verdicts wait: they are neither carried out nor dealt with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { World } from '../../src/world/world.ts';
import { sandbox } from '../sandbox.ts';
import { dreamt } from './dreamt.ts';

test('the record of what was made here cannot be read, and then it can', async (t) => {
  const lived = await dreamt(sandbox(t), 'one');
  const asleep = lived.at('10:00');
  const lines: World['lines'] = {
    ...asleep.world.lines,
    newest: (path, most) => {
      if (path.endsWith('made-here.jsonl')) throw new DreamkeeperError('E_DISK', 'the disk is sick', { hint: 'Look.' });
      return asleep.world.lines.newest(path, most);
    },
  };
  const sick = await wakeUp({ ...asleep, world: { ...asleep.world, lines } });
  assert.equal(sick.commit, null);
  assert.deepEqual(
    sick.verdicts.filter(({ result }) => result === 'applied'),
    [],
  );
  assert.match(sick.pack, /^Good morning/u);
  const well = await wakeUp(lived.at('10:10'));
  assert.deepEqual(
    well.verdicts.map(({ result }) => result),
    ['applied'],
  );
});
