// A day that was dreamt about: something committed, something in flight, two checks that hold, a verdict that picks up.
import assert from 'node:assert/strict';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export const files = { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'docs/x.md': 'x\n' };
const board = '* board\n** TODO comparison table for src/a.ts\n** TODO honest faq\n\n* log\n';
const work: readonly DayEvent[] = [
  { at: '09:00', edit: 'src/b.ts', content: 'b2\n' },
  { at: '09:01', commit: 'add: b' },
  { at: '09:05', edit: 'src/a.ts', content: 'a2\n' },
  { at: '09:10', run: 'npm test', exit: 0 },
  { at: '09:11', run: 'npm run lint', exit: 0 },
];

/** Lives it and sleeps at 09:30. */
export async function dreamt(box: Sandbox, shape: 'one' | 'nested', plan = board, name = 'project'): Promise<Lived> {
  const lived = await liveDay(box, name, { shape, board: plan, before: files, day: work });
  const { receipt } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  return lived;
}
