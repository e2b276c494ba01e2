// A task of which the newest commits speak: whether anything is left of it nobody knows, and nobody says more than that.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const title = 'Key hints at the bottom of every command';
const board = `* board
** DOING ${title}
- [x] pager
- [ ] table
- [ ] file picker
** TODO honest faq
`;

async function after(box: Sandbox, day: readonly DayEvent[]): Promise<Lived> {
  const before = { 'pager/pager.go': 'a\n', 'table/table.go': 'a\n' };
  const lived = await liveDay(box, 'project', { shape: 'nested', board, before, day });
  // What happened before the first dream is nobody's cycle.
  const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
  assert.equal(receipt.outcome, 'ran');
  return lived;
}

const first: readonly DayEvent[] = [{ at: '08:00', run: 'ls', exit: 0 }];

test('commits speak of it, and all is committed: the next action is to see what is left', async (t) => {
  const box = sandbox(t);
  const lived = await after(box, first);
  lived.happen({ at: '10:30', edit: 'table/table.go', content: 'b\n' });
  lived.happen({ at: '10:31', commit: 'Key hints at the bottom of the table' });
  const { receipt, text } = await sleepOnce(lived.at('12:00'), { env: {} });
  assert.equal(receipt.outcome, 'ran');
  assert.match(text ?? '', /^- DOING: Key hints at the bottom of every command$/mu);
  assert.match(text ?? '', /^- next action: see what is left of "Key hints .*"; its first open box: table$/mu);
  const { pack, carry } = await wakeUp(lived.at('12:10'));
  assert.match(carry.next, /^see what is left of "Key hints/u);
  assert.match(pack, /^DOING: "Key hints at the bottom of every command"$/mu, 'once is enough');

  // A cycle later no commit speaks of it any more.
  lived.happen({ at: '13:00', run: 'ls', exit: 0 });
  await sleepOnce(lived.at('14:00'), { env: {} });
  assert.match((await wakeUp(lived.at('14:10'))).carry.next, /^table \(the first open box of "Key hints|^do "table"/u);
});

test('other files lie open: then DOING says it, in the pack and in the journal', async (t) => {
  const box = sandbox(t);
  const lived = await after(box, first);
  lived.happen({ at: '10:30', edit: 'table/table.go', content: 'b\n' });
  lived.happen({ at: '10:31', commit: 'Key hints at the bottom of the table' });
  lived.happen({ at: '10:40', edit: 'pager/pager.go', content: 'b\n' });
  const { text } = await sleepOnce(lived.at('12:00'), { env: {} });
  assert.match(text ?? '', /^- note: recent commits may have been for "Key hints .*": see what is left of it$/mu);
  const { pack, carry } = await wakeUp(lived.at('12:10'));
  assert.match(carry.next, /^finish and commit `?pager\/pager\.go/u);
  assert.match(pack, /^DOING: "Key hints .*"; recent commits may have been for it, so see what is left of it$/mu);
});

test('no commit speaks of it: it is simply gone on with', async (t) => {
  const box = sandbox(t);
  const lived = await after(box, first);
  lived.happen({ at: '10:30', edit: 'pager/pager.go', content: 'b\n' });
  lived.happen({ at: '10:31', commit: 'Scroll by half a screen' });
  const { text } = await sleepOnce(lived.at('12:00'), { env: {} });
  assert.doesNotMatch(text ?? '', /see what is left/u);
  assert.doesNotMatch((await wakeUp(lived.at('12:10'))).pack, /see what is left/u);
  assert.doesNotMatch(readFileSync(join(lived.home.home, 'rem/ledger.jsonl'), 'utf8'), /"landed":true/u);
});
