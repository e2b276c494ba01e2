// A long text made to hurt a pattern comes to an end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSecrets, netFor, redactSecrets } from '../../src/secrets/secrets.ts';
import { endsFor } from '../patience.ts';
import { isFull } from '../share.ts';

/** Whatever takes its square takes hours for so many. */
const large = isFull ? 400_000 : 150_000;

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

test('many megabytes without a break, with a credential before, across and behind every limit', () => {
  const token = ['ghp_', 'q7Zk2mX9'.repeat(4), 'b4Tn'].join('');
  const filler = 'x'.repeat(700_000);
  const text = `${filler} ${token} ${filler}${filler} ${token}\n${'y '.repeat(300_000)}${token}`;
  const clean = redactSecrets(text);
  assert.equal(clean.split('[REDACTED:github-token]').length - 1, 3);
  assert.ok(!clean.includes(token));
  assert.deepEqual(findSecrets('a'.repeat(10_000_000)), []);
});

test('a credential that a terminal would not show is still one', () => {
  const token = ['ghp_', 'q7Zk2mX9'.repeat(4), 'b4Tn'].join('');
  for (const words of [`\u001b]8;;${token}\u0007link`, `\u001b[${token}`, `so \u009d0;${token}\u009c`])
    assert.throws(() => netFor({}).refuse(words), /github-token/u);
});

describe('a long text of each hostile fragment', () => {
  for (const fragment of fragments)
    test(JSON.stringify(fragment), () => {
      const text = fragment.repeat(Math.ceil(large / fragment.length)).slice(0, large);
      endsFor(() => findSecrets(text));
    });
});
