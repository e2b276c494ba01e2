// `dk step` and words of the person: where prompts are off, none are kept, whoever reports them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('with record.prompts off, dk step keeps neither a prompt nor a to-do list', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const settings = box.read('home/dreamkeeper.yaml');
  const kept = (): string => (existsSync(box.path('home/_steps.jsonl')) ? box.read('home/_steps.jsonl') : '');
  const tell = (tool: string, target: string): void => {
    const ran = box.dk('home', ['step'], { input: JSON.stringify({ tool, target }) });
    assert.equal(ran.code, 0, ran.stderr);
  };
  box.write('home/dreamkeeper.yaml', `${settings}record: {prompts: off}\n`);
  tell('prompt', 'my private words');
  tell('todo', 'a private item');
  tell('bash', 'npm test');
  assert.match(kept(), /npm test/u);
  assert.doesNotMatch(kept(), /private/u);
  box.write('home/dreamkeeper.yaml', settings);
  tell('prompt', 'words that may be kept');
  assert.match(kept(), /words that may be kept/u);
});
