// Passwords in everyday wording are found beside their names, plain and encoded; what only stands beside such a name is left alone.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { findSecrets, redactSecrets } from '../../src/secrets/secrets.ts';
import { besides, everyday } from './everyday.ts';
import { seeded } from './random.ts';

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  JSON.stringify,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
];

const values = ['Zq8sd7f6g5h4!', seeded(7).fill('q7{an:8}X2w'), seeded(8).fill('{low:9}4#k{dig:2}')];

test(`${everyday.length} everyday wordings of a password`, () => {
  const missed = everyday.flatMap((wording) =>
    values.flatMap((value) =>
      encodings
        .map((encode) => encode(wording.replaceAll('@@', () => value)))
        .filter((text) => {
          const clean = redactSecrets(text);
          return clean === text || clean.includes(value) || findSecrets(clean).length > 0;
        }),
    ),
  );
  assert.deepEqual(missed, []);
});

test('what stands around it is kept', () => {
  const [value = ''] = values;
  for (const [text, clean] of [
    [`the password ${value} works`, 'the password [REDACTED:password-beside] works'],
    [`${value} is the password.`, '[REDACTED:password-beside] is the password.'],
    [`user,password\nadmin,${value}\nbob,`, 'user,password\nadmin,[REDACTED:password-column]\nbob,'],
  ] as const)
    assert.equal(redactSecrets(text), clean);
});

test('what is no credential beside such a name is left alone', () => {
  assert.deepEqual(
    besides.map((line) => redactSecrets(line)),
    besides,
  );
});
