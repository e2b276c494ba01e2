// The cheap look before the patterns of assignments: it may be wrong in one direction only.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAssigned } from '../../src/secrets/assigned.ts';
import { mayAssign } from '../../src/secrets/may-assign.ts';

const value = 'x9Kd83jdQ2lsP0aT7w';

describe('A text that may give a value to a name', () => {
  const forms = [
    `token=${value}`,
    `token: ${value}`,
    `token-: ${value}`,
    `token->"${value}"`,
    `token .= "${value}"`,
    `token := "${value}"`,
    `token => "${value}"`,
    `("token", "${value}")`,
    `token ?? "${value}"`,
    `token || "${value}"`,
    `token or "${value}"`,
    `the token is ${value}`,
    `das Token lautet ${value}`,
    `token String = "${value}"`,
    `token *string = "${value}"`,
    `let token: Option<String> = "${value}"`,
    `<key>token</key>\n  <string>${value}</string>`,
    `{"name": "DB_TOKEN",\n "value": "${value}"}`,
    `--token ${value}`,
    `ENV TOKEN ${value}`,
    `config set registry/token ${value}`,
    `setPassword("${value}")`,
    `"token" "${value}"`,
    `max—token=${value}`,
    `${'a-'.repeat(40)}token=${value}`,
  ];
  for (const text of forms) test(JSON.stringify(text), () => assert.ok(mayAssign(text)));

  test('is looked at with the patterns, which find it in most of these', () => {
    assert.ok(forms.filter((text) => findAssigned(text).length > 0).length >= 18);
  });

  test('does so also behind a hundred names that have none', () => {
    const text = `${'this session, that session and '.repeat(60)}\ntoken=${value}`;
    assert.ok(mayAssign(text));
    assert.equal(findAssigned(text).length, 1);
  });

  for (const prose of [
    'Background from earlier sessions; what you are asked in this session outranks it.',
    'Another session works here. The code of this session, and its seed, stay.',
    'read the patterns and pass them on',
  ])
    test(`is not this: ${prose}`, () => assert.ok(!mayAssign(prose)));
});
