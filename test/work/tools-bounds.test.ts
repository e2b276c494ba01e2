// Where tools may not go, and what they may not commit, although nothing leads outside: what other programs run, and what did not pass the gate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateExample } from '../../src/work/gate.ts';
import { bold, type Making, workshop } from './workshop.ts';

async function shop(t: Parameters<typeof workshop>[0], making: Making) {
  const made = await workshop(t, making);
  return { ...made, say: async (name: string, given: unknown) => (await made.use({ name, arguments: given })).text };
}

test('what other programs run by themselves is no territory unless it is named', async (t) => {
  const { say, box } = await shop(t, {});
  for (const path of [
    '.claude/settings.json',
    '.github/workflows/x.yml',
    'sub/.vscode/tasks.json',
    '.envrc',
    '.MCP.json',
  ])
    assert.match(await say('write', { path, content: '{}' }), /^write blocked: .* is not your territory$/u, path);
  // The one at the top keeps the private record out of a person's `git add -A`; others are anybody's.
  assert.match(await say('write', { path: '.gitignore', content: '!_steps.jsonl\n' }), /is not your territory$/u);
  assert.match(await say('write', { path: 'src/.gitignore', content: 'dist\n' }), /^wrote/u);
  assert.doesNotMatch(box.git('place', 'status', '--porcelain', '-uall'), /claude|github|vscode|envrc/iu);
  const named = await shop(t, { agent: bold.replace(':EXEC:', ':TERRITORY: .github/ src\n:EXEC:') });
  assert.doesNotMatch(await named.say('write', { path: '.github/a.yml', content: 'x\n' }), /blocked/u);
});

test('where a home asks for the gate, finish and git want a score that passes, and say what is missing', async (t) => {
  const { say, log } = await shop(t, { settings: { work: { gate: { paths: ['pages/'] } } } });
  await say('write', { path: 'pages/a.md', content: '# a\n' });
  assert.match(
    await say('finish', { task: 'mend the door', note: 'add: a' }),
    /^not finished: the gate wants a scoreline/u,
  );
  const low = gateExample.replace('motion 2', 'motion 0').replace('= 12', '= 10');
  assert.match(
    await say('git', { message: `add: a\n\n${low}` }),
    /^not committed: it does not pass the gate: motion is 0/u,
  );
  assert.deepEqual(log(), ['first']);
  assert.match(
    await say('finish', { task: 'mend the door', note: `add: a\n\n${gateExample}` }),
    /^finished: mend the door, committed/u,
  );
  assert.deepEqual(log(), ['add: a', 'first']);
  assert.match(log('%b').join('\n'), /^gate: depth 2/mu);
  // What is not behind the gate is not asked.
  await say('write', { path: 'notes.md', content: 'n\n' });
  assert.match(await say('git', { message: 'add: notes' }), /^committed/u);
});

test('keys that lie in files are not told to a provider, and are not lost from the file', async (t) => {
  const key = `ghp_${'abcdefghij0123456789ABCDEFGHIJklmnop'}`;
  const { say, box } = await shop(t, { files: { 'conf.txt': `user = waldo\ntoken = ${key}\n` } });
  for (const answer of [await say('read', { path: 'conf.txt' }), await say('search', { text: 'token' })]) {
    assert.match(answer, /token = /u);
    assert.ok(!answer.includes(key), answer);
  }
  assert.match(await say('edit', { path: 'conf.txt', old: 'user = waldo', new: 'user = mara' }), /^edited/u);
  assert.equal(box.read('place/conf.txt'), `user = mara\ntoken = ${key}\n`);
});

test('what is said in a message, a note or an issue stands for good: no credential gets in', async (t) => {
  const key = `ghp_${'abcdefghij0123456789ABCDEFGHIJklmnop'}`;
  const { say, log, box } = await shop(t, {});
  await say('write', { path: 'a.md', content: 'a\n' });
  for (const [name, given] of [
    ['git', { message: `add: ${key}` }],
    ['finish', { task: 'mend the door', note: `done with ${key}` }],
    ['file_issue', { title: 'leak', body: `the key is ${key}` }],
  ] as const)
    assert.match(await say(name, given), /there is a credential in it/u, name);
  assert.deepEqual(log(), ['first']);
  assert.ok(!box.read('place/plan.org').includes(key));
});
