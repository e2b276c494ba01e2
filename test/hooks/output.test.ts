// A check behind a pipe, told by a real hook: its verdict gets as far as the pack, and nothing else of its output gets anywhere.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { bash, harness } from './harness.ts';

const printed = (command: string, stdout: string, id: string): object => ({
  ...bash(command, 0, id),
  tool_response: { stdout, stderr: '', interrupted: false },
});

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('_steps.jsonl') && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

test('a check that passed by its output is called so, and its words stay in the record', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const secret = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
  agent.tell(printed('npm test 2>&1 | tail -3', `jane ${secret}\nTests:       71 passed, 71 total`, 't1'));
  agent.tell(printed('npm run build 2>&1 | tail -1', 'jane was here', 't2'));
  agent.tell(printed('npm run lint 2>&1 | tail -3', `✖ 7 problems (5 errors, 2 warnings)\njane ${secret}`, 't3'));
  assert.deepEqual(
    agent.steps().map(({ output }) => [output?.verdict, output?.line]),
    [
      ['passed', 'Tests: 71 passed, 71 total'],
      ['unknown', undefined],
      ['failed', '✖ 7 problems (5 errors, 2 warnings)'],
    ],
  );
  const pack = agent.wake('next');
  assert.match(pack, /Verified[^\n]*\n- `npm test` passed by its output/u);
  assert.match(pack, /next action: make `npm run lint` pass/iu);
  assert.doesNotMatch(pack, /npm run build` (?:passed|ended)/u);
  const told = box.dk(agent.folder, ['steps']).stdout;
  assert.match(told, /npm test 2>&1 \| tail -3 \(exit 0; its output says that it passed\)/u);
  assert.match(told, /npm run build 2>&1 \| tail -1 \(exit 0; its output does not say\)/u);
  assert.equal(box.dk(agent.folder, ['sleep', '--force']).code, 0);
  const [dream = ''] = agent.dreams();
  const entry = box.read(join(agent.folder, '.dream', 'rem', dream));
  assert.match(entry, /`npm test` passed by its output/u);
  assert.match(entry, /"receipt":\{"kind":"output","command":"npm test","time":/u);
  const record = box.read(join(agent.folder, '.dream', '_steps.jsonl'));
  assert.doesNotMatch(record, /jane|ghp_/u);
  assert.doesNotMatch(everythingIn(box.path(agent.folder, '.dream')) + pack + told, /jane|ghp_|71 passed|7 problems/u);
});
