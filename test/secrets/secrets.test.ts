// What the scanner promises besides finding: the rest of the text stays, what is allowed stays, spans are sound.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { findSecrets, redactSecrets } from '../../src/secrets/secrets.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { seeded } from './random.ts';

const random = seeded(20260610);
const token = random.fill('ghp_{an:36}');
const password = random.fill('{an:14}!7');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('redaction takes out the value and keeps the rest', () => {
  const cases: readonly (readonly [string, string])[] = [
    [`first line\nGITHUB_TOKEN=${token}\nlast line`, 'first line\nGITHUB_TOKEN=[REDACTED:github-token]\nlast line'],
    [
      `{"user":"bob","password":"${password}","port":5432}`,
      '{"user":"bob","password":"[REDACTED:assigned-secret]","port":5432}',
    ],
    [
      `psql postgres://app:${password}@db:5432/app -c "select 1"`,
      'psql postgres://app:[REDACTED:url-password]@db:5432/app -c "select 1"',
    ],
    [`?user=bob&access_token=${password}&page=2`, '?user=bob&access_token=[REDACTED:assigned-secret]&page=2'],
    [`Server=db;Password=${password};Encrypt=true`, 'Server=db;Password=[REDACTED:assigned-secret];Encrypt=true'],
    [`über ${token} 你好 😀`, 'über [REDACTED:github-token] 你好 😀'],
    [`say ${base64(`GITHUB_TOKEN=${token}`)} now`, 'say [REDACTED:github-token] now'],
    [`a%20${encodeURIComponent(`token=${token}`)}%20b`, 'a%20token%3D[REDACTED:github-token]%20b'],
    ['nothing to see here', 'nothing to see here'],
    ['', ''],
  ];
  for (const [text, clean] of cases) assert.equal(redactSecrets(text), clean);
});

test('several credentials in one text all go', () => {
  const others = Array.from({ length: 40 }, (_, index) => seeded(index).fill('sk_live_{an:24}'));
  const clean = redactSecrets(others.map((other, index) => `line ${index} has ${other} in it`).join('\n'));
  for (const [index, other] of others.entries()) {
    assert.ok(!clean.includes(other));
    assert.ok(clean.includes(`line ${index} has [REDACTED:stripe-key] in it`));
  }
});

test('a long value goes to its end, also when its line was cut off', () => {
  const long = random.fill('{url:5000}');
  assert.equal(redactSecrets(`token=${long}`), 'token=[REDACTED:assigned-secret]');
  assert.equal(redactSecrets(`{"token":"${long}`), '{"token":"[REDACTED:assigned-secret]');
  assert.equal(redactSecrets(`Bearer ${long} ok`), 'Bearer [REDACTED:bearer-token] ok');
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${random.fill('{b64:64}\n{b64:64}')}`;
  assert.equal(redactSecrets(`before\n${key}`), 'before\n[REDACTED:private-key]');
});

test('what the owner allows stays, by its text or by its hash, plain or encoded', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hash = `sha256:${sha256(token)}`;
  for (const text of [`GITHUB_TOKEN=${token}`, JSON.stringify({ token }), `x=${base64(`the token ${token}`)}`]) {
    assert.notEqual(redactSecrets(text), text);
    assert.equal(redactSecrets(text, { allow: [token] }), text);
    assert.equal(redactSecrets(text, { allow: [hash], sha256 }), text);
  }
  const both = `GITHUB_TOKEN=${token} DB_PASSWORD=${password}`;
  assert.equal(redactSecrets(both, { allow: [token] }), `GITHUB_TOKEN=${token} DB_PASSWORD=[REDACTED:assigned-secret]`);
  // Only the whole value, and only the right one.
  for (const allow of [[token.slice(0, -1)], [`${token}x`], ['sha256:'], [hash.toUpperCase()], ['ghp_']])
    assert.ok(!redactSecrets(both, { allow, sha256 }).includes(token));
});

test('rules that see different parts of one value take out all of them', () => {
  const longer = `${random.fill('sk_live_{an:24}')}${random.fill('~{an:20}!')}`;
  assert.equal(redactSecrets(`DB_PASSWORD=${longer}`), 'DB_PASSWORD=[REDACTED:assigned-secret]');
  // The assignment ends at the first comma, the hash begins one character later and goes on.
  const hash = random.fill('.{$}argon2id{$}v=19{$}m=65536,t=3,p=4{$}{b64:22}{$}{b64:43}');
  assert.equal(redactSecrets(`user=bob password=${hash} end`), 'user=bob password=[REDACTED:assigned-secret] end');
});

test('a finding never carries the value', () => {
  for (const span of findSecrets(`GITHUB_TOKEN=${token}`)) {
    assert.deepEqual(Object.keys(span).toSorted(), ['end', 'rule', 'start']);
    assert.match(span.rule, /^[a-z0-9-]+$/u);
  }
});

const pieces = fc.constantFrom(
  token,
  password,
  'password=',
  '"token": "',
  'Bearer ',
  'postgres://a:',
  '@host/',
  base64(`token=${token}`),
  encodeURIComponent(`password="${password}"`),
  '\\u0070\\n\\"',
  '%',
  '%4',
  '%41%C3%BC%FF',
  '\\',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----END RSA PRIVATE KEY-----',
  'Cookie: sid=',
  '[REDACTED:x]',
  '\n',
  ' ',
  '=',
  '+',
  '😀',
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map((parts) => parts.join('')),
);

test('spans are in order, apart, in range, and what is between them is kept', () => {
  fc.assert(
    fc.property(text, (sample) => {
      let at = 0;
      let rest = '';
      for (const { start, end } of findSecrets(sample)) {
        assert.ok(at <= start && start < end && end <= sample.length);
        rest += sample.slice(at, start);
        at = end;
      }
      rest += sample.slice(at);
      const marks = /\[REDACTED:[a-z0-9-]+\]/gu;
      assert.equal(redactSecrets(sample).replace(marks, ''), rest.replace(marks, ''));
    }),
    { numRuns: times(1500), seed: 20260610 },
  );
});

test('the same text has the same findings, whatever was scanned before', () => {
  fc.assert(
    fc.property(text, text, (sample, other) => {
      const first = findSecrets(sample);
      findSecrets(other);
      assert.deepEqual(findSecrets(sample), first);
    }),
    { numRuns: times(300), seed: 20260610 },
  );
});

test('a token that stands anywhere in text is gone afterwards', () => {
  const apart = fc.string({
    unit: fc.constantFrom(' ', '\n', '"', "'", ',', ';', '(', ')', '{', '}', 'é', '<', '>', '|'),
  });
  fc.assert(
    fc.property(apart, apart, (before, after) => {
      assert.ok(!redactSecrets(`${before}${token}${after}`).includes(token));
    }),
    { numRuns: times(500), seed: 20260610 },
  );
});

test('one short word is never a credential, whatever it says: the net does not look at it', () => {
  const telling = fc.constantFrom('token', 'password', 'pwd', 'Bearer', 'sk', 'ghp', 'AKIA', 'eyJ', 'Basic', 'secret');
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefgkpswxyzABCDEFGKPSWXYZ'), maxLength: 11 });
  const words = fc.tuple(telling, letters).map(([before, after]) => (before + after).slice(0, 11));
  fc.assert(
    fc.property(fc.oneof(words, letters), (text) => assert.deepEqual(findSecrets(text), [])),
    { numRuns: times(2000) },
  );
});
