// An honest answer loses nothing: the builtin's own dream, told as a model would tell it, comes back as it was.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { dreamByRules, dreamFromAnswer, dreamPrompt, measureOf } from '../../src/dream/dream.ts';
import { gatherFacts } from '../../src/facts/facts.ts';
import { printEntry } from '../../src/journal/journal.ts';
import { liveDay } from '../day.ts';
import { generateDay } from '../generated-day.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { sandbox } from '../sandbox.ts';

const days = 10;

test(`${days} generated days, dreamt by rules and read as an answer`, async (t) => {
  const box = sandbox(t);
  const gitOf = gitOfLife();
  let next = 1000;
  const live = async (): Promise<void> => {
    while (next < 1000 + days) {
      const seed = next;
      next += 1;
      const day = generateDay(seed);
      const lived = await liveDay(box, `day-${seed}`, day, gitOf(seed));
      const facts = await gatherFacts({ ...lived.at(day.sleepAt), purpose: 'dream' });
      const { entry, verdicts, doing } = dreamByRules(facts, 'n-abcdefgh23');
      const code = 'aabbccddeeff0011';
      const { tasks, withheld } = dreamPrompt(facts, code, 'text');
      const text = `#+FOR: ${code}\n${printEntry(entry)}`;
      const read = dreamFromAnswer(measureOf(facts), 'n-abcdefgh23', 'builtin', text, { code, tasks });
      assert.ok(read.kind === 'dream', `seed ${seed}`);
      assert.deepEqual(read.leftOut, [], `seed ${seed}`);
      assert.deepEqual(read.dreamt.entry, { ...entry, tale: entry.tale.replaceAll('\n', ' ') }, `seed ${seed}`);
      assert.deepEqual([read.dreamt.verdicts, read.dreamt.doing], [verdicts, doing], `seed ${seed}`);
      assert.equal(withheld, 0, `seed ${seed}`);
      rmSync(lived.project, { recursive: true, force: true });
    }
  };
  await Promise.all([live(), live(), live()]);
});
