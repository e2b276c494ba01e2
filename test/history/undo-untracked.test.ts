// A line that we add to a file which no commit has yet: the person's words in it stay out of our commit, and stay when ours is taken back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('a fact remembered in a file of a person’s own words comes and goes alone', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const path = `notes/${new Date().toISOString().slice(0, 10)}.md`;
  const own = '# My day\n\n- my own words\n';
  box.write(`home/${path}`, own);
  assert.equal(box.dk('home', ['remember', 'the staging database is blue']).code, 0);
  assert.equal(box.read(`home/${path}`), `${own}- the staging database is blue\n`);
  assert.doesNotMatch(box.git('home', 'show', `HEAD:${path}`), /my own words/u);
  const [change = ''] = /k-[a-z2-7]+/u.exec(box.read('home/rem/ledger.jsonl')) ?? [];
  const undone = box.dk('home', ['undo', change]);
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(box.read(`home/${path}`), own, 'the person’s words are as they were');
});
