// For how long a pack tells what a sweep promoted: a day and a half, and only as long as it stands in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedNow } from '../../src/facts/facts.ts';
import { promotedLately } from '../../src/wake/promoted.ts';
import { sandbox } from '../sandbox.ts';
import { asked, enough, homeToSweep, remembered, sweep } from '../sweep/lived.ts';

test('36 hours, to the millisecond', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  const fact = 'Deploys go out on Friday afternoons';
  asked(lived, await remembered(lived, '09:00', fact), enough('09:30'));
  await sweep(lived, '10:00');
  const { notes, ledger } = await rememberedNow(lived.at('10:01'));
  const told = (now: string, there = notes): string[] => promotedLately({ ledger, notes: there, now });
  assert.deepEqual(told('2026-06-10T10:00:00.000Z'), [fact]);
  assert.deepEqual(told('2026-06-11T22:00:00.000Z'), [fact]);
  assert.deepEqual(told('2026-06-11T22:00:00.001Z'), []);
  assert.deepEqual(told('2026-06-10T09:59:59.999Z'), [], 'a clock that went back');
  const gone = notes.map((note) => ({ ...note, places: note.places.filter(({ path }) => path !== 'MEMORY.md') }));
  assert.deepEqual(told('2026-06-10T10:00:00.000Z', gone), []);
});
