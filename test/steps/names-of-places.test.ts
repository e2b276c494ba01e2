// `dk step` takes credentials out of the names of the place it is told from, however plain the step itself is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStep } from '../../src/hooks/step.ts';
import { homeIn, sandbox } from '../sandbox.ts';
import { seeded } from '../secrets/random.ts';

test('a worktree or a branch with a token in its name', async (t) => {
  const box = sandbox(t);
  const home = homeIn(box);
  const here = process.cwd();
  t.after(() => process.chdir(here));
  const token = seeded(5).fill('ghp_{an:36}');
  const plain = ['--tool', 'b', '--target', 'l', '--exit', '0'];
  for (const [folder, branch] of [
    [`q1-${token}`, 'w'],
    ['q2', `w-${token}`],
  ] as const) {
    box.git(home, 'worktree', 'add', '-q', '-b', branch, box.path(folder));
    process.chdir(box.path(folder));
    await runStep(plain);
    process.chdir(here);
  }
  const steps = ['q2', `q1-${token}`].map((folder) => box.read(`${folder}/_steps.jsonl`)).join('');
  assert.equal(steps.trim().split('\n').length, 2);
  assert.ok(!steps.includes(token), steps);
  assert.match(steps, /q1-\[REDACTED:github-token\]/u);
});
