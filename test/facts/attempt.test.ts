// Many sources asked at once: each fails alone, and what went wrong is told in the order of the questions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { attempting, early } from '../../src/facts/attempt.ts';

test('problems stand in the order in which was asked, whatever fails first', async () => {
  const problems: (string | undefined)[] = [];
  const attempt = attempting(problems);
  const fails = async (after: number, why: string): Promise<string> => {
    await wait(after);
    throw new Error(why);
  };
  const all = [
    attempt('the ledger', () => fails(30, 'slow'), 'none'),
    attempt('the board', () => 'a board', 'none'),
    attempt('the steps', () => fails(1, 'quick'), 'none'),
  ];
  assert.deepEqual(await Promise.all(all), ['none', 'a board', 'none']);
  assert.deepEqual(problems, ['the ledger: slow', undefined, 'the steps: quick']);
});

test('what was asked early and failed is a problem of whoever wants it, and else of nobody', async () => {
  const problems: (string | undefined)[] = [];
  const asked = early(async () => {
    throw new Error('no git');
  });
  // Nobody waits for it yet; a rejection that nobody handles would end the process here.
  await wait(5);
  assert.deepEqual(problems, []);
  assert.equal(await attempting(problems)('the project', () => asked, undefined), undefined);
  assert.deepEqual(problems, ['the project: no git']);
});
