// Credentials as people write them, in sentences, commands and names: found plain and encoded, and the words around them are kept.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { findSecrets, netFor, redactSecrets } from '../../src/secrets/secrets.ts';
import { isPlain } from '../../src/steps/steps.ts';
import { realistic, realisticKinds, realisticNames } from './realistic.ts';

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  JSON.stringify,
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
];

test(`${realisticKinds.length} credentials as people write them`, () => {
  assert.ok(realisticKinds.length >= 44);
  assert.equal(new Set(realisticKinds.map(([name]) => name)).size, realisticKinds.length);
  for (let seed = 1; seed <= 8; seed += 1) {
    for (const { name, value, line } of [...realistic(seed), ...realisticNames(seed)]) {
      assert.ok(!isPlain(line), `${name} takes the short cut for plain steps: ${line}`);
      for (const encode of encodings) {
        const text = encode(line);
        const clean = netFor({}).redact(text);
        assert.ok(clean !== text && !clean.includes(value), `${name}: ${text}\n${clean}`);
        assert.deepEqual(findSecrets(clean), [], `${name}, found again after redaction: ${clean}`);
      }
      assert.ok(redactSecrets(`Before.\n${line}\nAfter.`).startsWith('Before.\n'), name);
    }
  }
});

test('what stands around a credential in a sentence is kept', () => {
  for (const [text, clean] of [
    ['the password for staging is hunter2rabbits.', 'the password for staging is [REDACTED:told-password].'],
    ['(login: admin / hunter2rabbits), see the wiki', '(login: admin / [REDACTED:told-pair]), see the wiki'],
    ['htpasswd -b .htpasswd bob hunter2 && reload', 'htpasswd -b .htpasswd bob [REDACTED:command-password] && reload'],
    ['backup codes: a1b2-c3d4, e5f6-a7b8 (once)', 'backup codes: [REDACTED:recovery-code] (once)'],
  ] as const)
    assert.equal(redactSecrets(text), clean);
});

test('sentences that only talk about credentials are left alone', () => {
  const lines = [
    'The password for staging is required, and it was changed in v2.3.4.',
    'the password for the archive is stored in 1Password',
    'The password for users is hashed with argon2id; the old one was sha256.',
    'the password for admin is $ADMIN_PASSWORD',
    'the password of the demo is `changeme`',
    'migrate the password column from md5 to argon2id',
    'change the password hash from bcrypt to scrypt2',
    'the token for the next page is 42',
    'the key for this cache entry is node-modules-linux-x64',
    'the key of the map is user_id_2 and the value is a list',
    'the secret for this is to keep functions small',
    'login: client / server, tested with node22',
    'user: bob / role: editor2',
    'account: arn:aws:iam::123456789012:role/deploy-2',
    'login page: src/pages/login2.tsx',
    'log in as admin and look at localhost:8080/queue2',
    'credentials: see docs/secrets-2.md',
    'access: read/write2',
    'recovery codes are read-only after the first use',
    'backup code review, step 2 of 3',
    'the vault is s.size_of_all_vaults',
    'htpasswd -c /etc/nginx/.htpasswd admin',
    'htpasswd -nB admin',
    'nmcli device wifi list --rescan yes',
    'nmcli con show Home | grep password',
    'net user bob /add',
    'echo "done" | tee build2.log',
    'password-is-required-2',
    'fix/password-reset-v2',
    'feat/login-page-2',
  ];
  assert.deepEqual(
    lines.filter((line) => redactSecrets(line) !== line).map((line) => redactSecrets(line)),
    [],
  );
});
