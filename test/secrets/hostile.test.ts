// A megabyte made to hurt a pattern takes time in proportion to its length.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { findSecrets, redactSecrets } from '../../src/secrets/secrets.ts';

const megabyte = 1_048_576;
const patience = 10_000;

const fragments: readonly string[] = [
  '*',
  ' ',
  'a',
  '7',
  'a.',
  'a-',
  '\\',
  '%41',
  '%2541',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAAAAAA\n',
  'PuTTY-User-Key-File-2:',
  'key=',
  'key="',
  'Authorization: ',
  'cookie: a=',
  'a://b:c',
  '&sig=',
  '<password>',
  'eyA',
  '-eyA',
  'kind: Secret\ndata:\n  a: ',
  'the password for x is ',
  'login: a / ',
  'token is ',
  'recovery code: abcd-efgh, ',
  'htpasswd -nb a ',
  'password a1 ',
  'user,password\n',
  'a1 is the password ',
  'Private-Lines: 1\nAAAAAAAAAAAAAAAAAAAA\n',
  'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo ',
];

/** Milliseconds for one scan; undefined if patience ran out. */
async function timed(worker: Worker, text: string): Promise<number | undefined> {
  const start = performance.now();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = once(worker, 'message', { signal: stop.signal });
    worker.postMessage(text);
    await answer;
    return performance.now() - start;
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

test('many megabytes without a break, with a credential before, across and behind every limit', () => {
  const token = ['ghp_', 'q7Zk2mX9'.repeat(4), 'b4Tn'].join('');
  const filler = 'x'.repeat(700_000);
  const text = `${filler} ${token} ${filler}${filler} ${token}\n${'y '.repeat(300_000)}${token}`;
  const clean = redactSecrets(text);
  assert.equal(clean.split('[REDACTED:github-token]').length - 1, 3);
  assert.ok(!clean.includes(token));
  assert.deepEqual(findSecrets('a'.repeat(10_000_000)), []);
});

test('a megabyte of each hostile fragment', async (context: TestContext) => {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url));
  const times: [number, string][] = [];
  try {
    for (const fragment of fragments) {
      const text = fragment.repeat(Math.ceil(megabyte / fragment.length)).slice(0, megabyte);
      const time = await timed(worker, text);
      assert.ok(time !== undefined, `more than ${patience} ms for ${JSON.stringify(fragment)} repeated`);
      times.push([time, fragment]);
    }
  } finally {
    await worker.terminate();
  }
  const [slowest] = times.toSorted(([one], [other]) => other - one);
  context.diagnostic(`slowest: ${slowest?.[0].toFixed(0)} ms for ${JSON.stringify(slowest?.[1])}`);
});
