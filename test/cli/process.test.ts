// Other tests run `dk` inside their own process; here every verb is a process once, and says and does the same.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { describe, test } from 'node:test';
import { homeIn, type Ran, type Sandbox, sandbox } from '../sandbox.ts';

/** Every verb that other tests run inside, with something to say; from the help, so that a new one is not forgotten. */
const lines: Readonly<Record<string, readonly string[]>> = {
  init: ['init'],
  install: ['install', 'claude', '--dry-run'],
  uninstall: ['uninstall', 'claude', '--dry-run'],
  board: ['board', 'add', 'a task to do'],
  steps: ['steps'],
  sleep: ['sleep', '--json'],
  wake: ['wake'],
  status: ['status', '--json'],
  journal: ['journal'],
  models: ['models', '--json'],
  nights: ['nights', 'verify'],
  remember: ['remember', 'the port is 8080'],
  recall: ['recall', 'what is there'],
  index: ['index', 'list'],
  memory: ['memory'],
  adopt: ['adopt', '..'],
  pending: ['pending'],
  undo: ['undo', 'last'],
  nap: ['nap', '5s'],
  why: ['why', 'plan.org:1'],
  off: ['off'],
  on: ['on'],
  report: ['report'],
  doctor: ['doctor', '--json'],
  lifecycle: ['lifecycle', 'init'],
  mcp: ['mcp', '--config', 'cursor'],
  help: ['help', 'board'],
};
/** These are processes in every test. */
const apart = ['run', 'keep', 'tick', 'demo', 'step', 'hook'];

/** What differs from call to call, and says nothing about the verb. */
function plain({ code, stdout, stderr }: Ran, box: Sandbox): readonly unknown[] {
  const same = (text: string): string =>
    text
      .replaceAll(box.path('inside'), '<home>')
      .replaceAll(box.path('process'), '<home>')
      .replaceAll(/\b[cnwuoj]-[a-z2-7]{10}\b/gu, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\d[T -]\d\d:?\d\d(?::\d\d(?:\.\d+)?Z?)?/gu, '<time>')
      .replaceAll(/\b[0-9a-f]{7,64}\b/gu, '<hash>')
      .replaceAll(/"(?:durationMs|duration|ms)": \d+/gu, '<while>')
      .replaceAll(/\bothers-[a-z0-9]+/gu, '<frame>');
  return [code, same(stdout), same(stderr)];
}

describe('a verb says and does the same inside and as a process', () => {
  for (const [verb, args] of Object.entries(lines)) {
    test(verb, (t) => {
      const box = sandbox(t);
      homeIn(box, 'inside');
      box.git('inside', 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
      cpSync(box.path('inside'), box.path('process'), { recursive: true, preserveTimestamps: true });
      const inside = box.dk('inside', args);
      assert.deepEqual(plain(inside, box), plain(box.process('process', args), box));
      const files = (home: string): string => box.git(home, 'ls-tree', '-r', '--name-only', 'HEAD');
      assert.deepEqual(files('inside').replaceAll(/\d/gu, '0'), files('process').replaceAll(/\d/gu, '0'));
    });
  }
});

test('no verb is forgotten', (t) => {
  const box = sandbox(t);
  const { stdout } = box.process('.', ['--help']);
  const listed = stdout.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
  const verbs = [...listed.matchAll(/^ {2}([a-z]+)\b/gmu)].map(([, verb]) => verb ?? '');
  assert.ok(verbs.length >= 12, stdout);
  const known = [...Object.keys(lines), ...apart];
  assert.deepEqual(
    verbs.filter((verb) => !known.includes(verb)),
    [],
  );
});
