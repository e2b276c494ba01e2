// A machine that has not slept here yet goes on from a dream that came with the repository, and says so: whoever put it there cannot do it unseen.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

test('the first dream of a clone says from which one it goes on, and the second does not', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    ...{ shape: 'one', board: '* board\n** TODO one\n', before: { 'src/a.ts': 'a\n' } },
    day: [
      { at: '09:00', edit: 'src/a.ts', content: 'a2\n' },
      { at: '09:01', commit: 'add: a' },
    ],
  });
  const first = await sleepOnce(lived.at('10:00'), { env: {} });
  assert.equal(first.receipt.outcome, 'ran');
  assert.doesNotMatch(first.receipt.message, /goes on from/u);
  box.git('.', 'clone', '-q', 'project', 'clone');
  const { world } = lived.at('11:00');
  const home = world.places.find({ cwd: box.path('clone'), env: {} });
  assert.ok(home !== undefined);
  const there = { ...lived.at('11:00'), home };
  writeFileSync(join(box.path('clone'), 'src/a.ts'), 'a3\n');
  const second = await sleepOnce(there, { env: {}, isForced: true });
  assert.match(
    second.receipt.message,
    new RegExp(`goes on from ${first.receipt.id}, which came with the repository`, 'u'),
  );
  writeFileSync(join(box.path('clone'), 'src/a.ts'), 'a4\n');
  const third = await sleepOnce({ ...lived.at('12:00'), home }, { env: {}, isForced: true });
  assert.equal(third.receipt.outcome, 'ran', third.receipt.message);
  assert.doesNotMatch(third.receipt.message, /goes on from/u);
});
