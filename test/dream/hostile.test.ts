// Whatever a model answers, over a real wire: a dream in our form that holds only what was gathered, or a rejection that says why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { generatedAnswer } from './hostile-answers.ts';
import { hostileFacts } from './hostile-day.ts';
import { answerAll } from './hostile-run.ts';
import { startProvider } from './hostile-server.ts';

const generated = Number(process.env.DREAMKEEPER_HOSTILE ?? (isFull ? 400 : 200));
const firstSeed = Number(process.env.DREAMKEEPER_SEED ?? 1);
test(`${generated} generated answers`, async (t) => {
  const answers = Array.from({ length: generated }, (_, at) => generatedAnswer(firstSeed + at));
  const tally = await answerAll(await hostileFacts(sandbox(t)), await startProvider(t), answers);
  t.diagnostic(JSON.stringify(tally));
  assert.ok(tally.accepted > generated / 4 && tally.rejected > generated / 20);
});
