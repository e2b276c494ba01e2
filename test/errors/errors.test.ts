// A failure that was expected becomes a value; a bug stays one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DreamkeeperError, ifPossible, requireOurs, tryOr, unlessBug } from '../../src/errors/errors.ts';

const expected = new DreamkeeperError('E_DISK', 'the disk is full', { hint: 'Make room.' });
const bug = new TypeError('nobody thought of this');
const failWith = (error: Error) => (): never => {
  throw error;
};

test('what was expected is told to whoever knows what comes instead', async () => {
  assert.equal(
    tryOr(failWith(expected), ({ code }) => code),
    'E_DISK',
  );
  assert.equal(tryOr(failWith(expected)), undefined);
  assert.equal(await Promise.reject(expected).catch(unlessBug(({ hint }) => hint)), 'Make room.');
  assert.equal(
    tryOr(() => 1, failWith(bug)),
    1,
  );
});

test('a bug is thrown on', async () => {
  assert.throws(() => tryOr(failWith(bug), () => 0), bug);
  await assert.rejects(Promise.reject(bug).catch(unlessBug(() => 0)), bug);
});

test('what the system refuses is undefined, and a bug is thrown on', () => {
  assert.equal(
    ifPossible(() => 1),
    1,
  );
  assert.equal(
    ifPossible(() => readFileSync('/nowhere/at/all')),
    undefined,
  );
  assert.throws(() => ifPossible(failWith(bug)), bug);
});

test('one of ours is given on in the middle of a catch', () => {
  assert.equal(requireOurs(expected), expected);
  assert.throws(() => requireOurs(bug), bug);
});
