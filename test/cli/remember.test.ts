// `dk remember`: a bullet, a commit, nothing else touched, and no credential kept.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('one thing is one bullet in one commit', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const first = box.dk('home', ['remember', 'the staging database is reset\nevery Sunday', '--json']);
  assert.equal(first.code, 0, first.stderr);
  const { path, commit } = JSON.parse(first.stdout);
  assert.match(path, /^notes\/\d{4}-\d\d-\d\d\.md$/u);
  assert.equal(box.read(`home/${path}`), '- the staging database is reset every Sunday\n');
  assert.equal(box.git('home', 'log', '-1', '--format=%s').trim(), 'note: the staging database is reset every Sunday');
  const files = box.git('home', 'show', '--name-only', '--format=', commit).trim().split('\n');
  assert.deepEqual(files, [path, 'rem/.gitattributes', 'rem/ledger.jsonl']);
  const { kind, origin, concepts } = JSON.parse(box.read('home/rem/ledger.jsonl'));
  assert.deepEqual([kind, origin, concepts], ['note', 'agent', ['staging', 'database', 'reset', 'sunday']]);
  box.write(`home/${path}`, '- the staging database is reset every Sunday\n- mine, not committed');
  const told = box.dk('home', ['remember', 'ports begin at 8000']).stdout;
  const named = /- ports begin at 8000 \((m-\w+)\)\n/u.exec(told)?.[1] ?? told;
  assert.equal(box.dk('home', ['memory', 'show', named]).code, 0, 'by the id that was told');
  assert.match(box.read(`home/${path}`), /- mine, not committed\n- ports begin at 8000\n$/u);
  const again = box.dk('home', ['remember', 'ports begin at 8000']);
  assert.match(again.stdout, /It is in notes\/.* already/u);
});

test('a credential, or nothing, is refused, and a dry run writes nothing', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  for (const text of [`the key is ${secret}`, '  \n ']) {
    const ran = box.dk('home', ['remember', text]);
    assert.equal(ran.code, 2, ran.stdout);
    assert.doesNotMatch(ran.stderr, /16C7e42F/u);
  }
  assert.equal(box.dk('home', ['remember', 'x', '--dry-run']).code, 0);
  assert.ok(!existsSync(box.path('home', 'notes')), readdirSync(box.path('home')).join(' '));
});
