// A home that is one repository with its project: what a person has not committed of MEMORY.md is left alone, and the rest is put in order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Sandbox, sandbox } from '../sandbox.ts';

const committed =
  '# MEMORY.md\n\n- Run `npm test` before each commit.\n- Before each commit, run `npm test`.\n- The door is red.\n- The roof is blue.\n';

function started(t: Parameters<typeof sandbox>[0]): Sandbox {
  const box = sandbox(t);
  box.write('home/README.md', 'mine\n');
  box.git('home', 'init', '-q', '-b', 'main');
  assert.equal(box.dk('home', ['init', '--here']).code, 0);
  box.write('home/dreamkeeper.yaml', 'format: 1\nagent: waldo\nreview: off\n');
  box.write('home/MEMORY.md', committed);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-q', '-m', 'first');
  return box;
}

const json = (box: Sandbox, ...args: readonly string[]) => {
  const done = box.dk('home', [...args, '--json']);
  assert.ok(done.stdout !== '', done.stderr);
  return JSON.parse(done.stdout);
};

test('a line that no commit has stays, the rest is done, proven and taken back, whatever stands open beside it', (t) => {
  const box = started(t);
  json(box, 'memory', 'whose', 'agent');
  const now = `${committed}- mine, and new\n`;
  box.write('home/MEMORY.md', now);
  const night = json(box, 'sleep', '--only', 'curate');
  assert.match(
    night.message,
    /^1 merged; 1 entry of your uncommitted edits of MEMORY\.md is left alone until you commit it/u,
  );
  assert.equal(box.read('home/MEMORY.md'), now.replace('- Before each commit, run `npm test`.\n', ''));
  assert.ok(!box.git('home', 'show', 'HEAD:MEMORY.md').includes('mine, and new'));
  assert.equal(box.dk('home', ['nights', 'prove', 'last']).code, 0);
  json(box, 'undo', 'last');
  assert.equal(box.read('home/MEMORY.md'), now);
  json(box, 'undo', 'last', '--redo');
  json(box, 'undo', 'last');
  assert.equal(box.read('home/MEMORY.md'), now);
});

for (const [what, edited] of [
  ['the twin', committed.replace('- Before each commit, run `npm test`.\n', '')],
  ['the one that stays', committed.replace('- Run `npm test` before each commit.\n', '')],
] as const)
  test(`nothing is done that rests on an uncommitted line: ${what}`, (t) => {
    const box = started(t);
    box.write('home/MEMORY.md', edited);
    box.git('home', 'commit', '-q', '-am', 'less');
    box.write('home/MEMORY.md', committed);
    json(box, 'memory', 'whose', 'agent');
    const night = json(box, 'sleep', '--only', 'curate');
    assert.deepEqual([night.outcome, night.reason], ['noop', 'in-order']);
    assert.match(night.message, /1 entry of your uncommitted edits of MEMORY\.md is left alone/u);
    assert.equal(box.read('home/MEMORY.md'), committed);
    // Committed it is as any other.
    box.git('home', 'commit', '-q', '-am', 'mine');
    assert.match(json(box, 'sleep', '--only', 'curate').message, /^1 merged/u);
  });
