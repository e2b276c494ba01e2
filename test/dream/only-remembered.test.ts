// What is remembered is no news: a dream that only says it again would still say so when the memory was put right.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

test('a line that only says again what is remembered is left out, with other figures, too; what happened is told', async (t) => {
  const lived = await liveDay(sandbox(t), 'day', {
    ...{ shape: 'nested', board: '* board\n** TODO first\n* log\n', before: { 'src/a.ts': 'a\n' } },
    day: [{ at: '09:00', edit: 'src/a.ts', content: 'b\n' }],
  });
  mkdirSync(join(lived.home.home, 'notes'));
  writeFileSync(join(lived.home.home, 'notes/2026-06-10.md'), '- The staging port of the shop is 8081\n');
  const tale =
    'Work went on in src/a.ts. 2026-06-10: "The staging port of the shop is 8081". The staging port of the shop is 9191.';
  const answer = `* tale\n${tale}\n* goals\n- the staging port of the shop is 8081\n- ask for the staging port\n* blue sky\n* fears\n* verdicts\n- keep course\n* carry\n- next action: nothing\n`;
  const world = answering(lived.at('10:00').world, () => answer);
  const { receipt, text } = await sleepOnce(
    { ...lived.at('10:00'), world },
    { env: {}, dreamer: dreamerNamed('scripted') },
  );
  assert.equal(receipt.outcome, 'ran', receipt.message);
  assert.deepEqual(
    receipt.leftOut.map(({ why }) => why),
    Array.from({ length: 3 }, () => 'it only says again what is remembered'),
  );
  assert.match(text ?? '', /Work went on in src\/a\.ts/u);
  assert.match(text ?? '', /^- ask for the staging port$/mu);
  assert.doesNotMatch(text ?? '', /8081|9191/u);
});
