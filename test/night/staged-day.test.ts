// What somebody has staged in a home of its own waits for their commit, and no night waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { project, sandbox } from '../sandbox.ts';

test('a staged file stays staged, and the dream lands', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  const home = 'project/.dream';
  box.write(`${home}/notes/mine.md`, 'as staged\n');
  box.git(home, 'add', 'notes/mine.md');
  box.write(`${home}/notes/mine.md`, 'as it is by now\n');
  box.write(`${home}/notes/other.md`, 'not staged\n');
  const ran = box.dk('project', ['sleep', '--force']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  assert.equal(box.git(home, 'show', ':notes/mine.md'), 'as staged\n');
  assert.equal(box.read(`${home}/notes/mine.md`), 'as it is by now\n');
  assert.equal(box.git(home, 'status', '--porcelain', '--', 'notes'), 'AM notes/mine.md\n');
  assert.match(box.git(home, 'log', '--format=%s'), /^day: notes\/other\.md$/mu);
});
