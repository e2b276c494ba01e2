// What is private by its name: the list, and that git hides the same by the lines made from it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { keepPrivate } from '../../src/home/home.ts';
import { isPrivateName, privateLineOf, privateLines } from '../../src/steps/steps.ts';
import { sandbox } from '../sandbox.ts';

const own = ['conversation', 'iterations', 'memory'].map((name) => `${name}.jsonl`);
const hidden = [
  ...['_steps.jsonl', '_steps.2026-06-10T09-00-00Z-ab12.jsonl', '_.jsonl', '_runs of today.jsonl', '_a\nb.jsonl'],
  ...own.flatMap((name) => [`.self/${name}`, `.self/waldo/${name}`, `.self/an agent [1]/${name}`]),
];
/** On a disk that does not tell them apart they are the same files. */
const spelledOtherwise = [
  ...['.Self/Conversation.jsonl', '.SELF/WALDO/MEMORY.JSONL', '_STEPS.JSONL', '_steps.JsonL'],
  ...['.\u017felf/conver\u017fation.jsonl', '.se\u200clf/iterations.jsonl'],
];
const seen = [
  ...['.self/dreams.jsonl', '.self/waldo/dreams.jsonl', '.self/waldo/deeper/conversation.jsonl', 'self/memory.jsonl'],
  ...[
    'conversation.jsonl',
    'notes/memory.jsonl',
    'data/_train.jsonl',
    '_ideas.md',
    '_steps.json',
    'x_.jsonl',
    'MEMORY.md',
  ],
  ...['.self/memory.jsonl.md', '.self/my-memory.jsonl', '.selfish/memory.jsonl', 'x/.self/memory.jsonl', '.self'],
];

test('the list: the record and what a session keeps of itself, and nothing else', () => {
  for (const path of [...hidden, ...spelledOtherwise]) assert.equal(isPrivateName(path), true, path);
  for (const path of seen) assert.equal(isPrivateName(path), false, path);
  for (const path of hidden) assert.ok(privateLines.includes(privateLineOf(path) ?? ''), path);
  for (const path of [...seen, ...spelledOtherwise]) assert.equal(privateLineOf(path), undefined, path);
});

test('git hides the same by info/exclude; what stood there stays, and a second time nothing is added', (t) => {
  const box = sandbox(t);
  mkdirSync(box.path('home'));
  box.git('home', 'init', '-q', '-b', 'main');
  const mine = '# mine\n/_*.jsonl\r\n*.log';
  const exclude = box.write('home/.git/info/exclude', mine);
  const place = {
    worktree: box.path('home'),
    gitDir: box.path('home/.git'),
    commonDir: box.path('home/.git'),
    mainWorktree: undefined,
  };
  for (const _ of [1, 2]) keepPrivate(place);
  assert.equal(box.read('home/.git/info/exclude'), `${mine}\n${privateLines.slice(1).join('\n')}\n`, exclude);
  const input = [...hidden, ...seen].map((path) => `${path}\0`).join('');
  const told = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], {
    cwd: box.path('home'),
    env: box.env,
    input,
  });
  assert.deepEqual(told.stdout.toString().split('\0').filter(Boolean), hidden);
});
