// The same for answers that somebody thought of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { handWritten } from './hostile-answers.ts';
import { hostileFacts } from './hostile-day.ts';
import { answerAll } from './hostile-run.ts';
import { startProvider } from './hostile-server.ts';

test(`${handWritten.length} answers written by hand`, async (t) => {
  assert.ok(handWritten.length >= 300);
  const tally = await answerAll(await hostileFacts(sandbox(t)), await startProvider(t), some(handWritten, 3));
  t.diagnostic(JSON.stringify(tally));
  assert.ok(tally.accepted >= 50 && tally.rejected >= 20);
});
