// The real OpenCode, without a network, in an empty HOME: installed by one command, it records, is put to sleep, and wakes with what it did.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { until } from '../hooks/harness.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { fetched, newestOf } from './fetched.ts';
import { type ChatCall, chatModel } from './scripted-chat.ts';

const name = 'opencode-ai';
const measured = process.env.DREAMKEEPER_OPENCODE_VERSION ?? '1.18.33';
const versions = [...new Set([measured, newestOf(name) ?? measured])];

before(() => {
  for (const version of versions) fetched(name, 'opencode', version);
});

interface Held {
  readonly code: number | null;
  readonly asked: readonly string[];
  readonly output: string;
}

interface More {
  readonly flags?: readonly string[];
  readonly cwd?: string;
}

/** Holds a session in which the model wants these calls made, one after the other. */
async function session(
  box: Sandbox,
  version: string,
  wants: readonly ChatCall[],
  { flags = [], cwd = 'project' }: More = {},
): Promise<Held> {
  const model = await chatModel(wants);
  const local = {
    ...{ npm: '@ai-sdk/openai-compatible', name: 'Local', options: { baseURL: model.url, apiKey: 'x' } },
    models: { fake: { name: 'fake' } },
  };
  const permission = { edit: 'allow', bash: { '*': 'allow', 'rm *': 'deny' } };
  const settings = { provider: { local }, model: 'local/fake', autoupdate: false, share: 'disabled', permission };
  box.write('person/.config/opencode/opencode.json', JSON.stringify(settings));
  const child = spawn(fetched(name, 'opencode', version), ['run', ...flags, 'make the tests pass'], {
    cwd: box.path(cwd),
    // The machine that runs tests may be slow; people have a second.
    env: { ...box.env, DREAMKEEPER_WAKE_WAIT_MS: '8000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  await model.close();
  return { code, asked: model.requests, output };
}

const bash = (command: string): ChatCall => ({ name: 'bash', input: { command, description: 'x' } });
const records = (box: Sandbox) => parseSteps(box.read('project/.dream/_steps.jsonl')).records;
const calls = (box: Sandbox): unknown[] =>
  callsOf(records(box).filter((each) => !isIntent(each))).map(({ tool, target, exit, error }) => [
    ...[tool, target.replace(`${box.path('project')}/`, '')],
    exit ?? error,
  ]);
const dreams = (box: Sandbox): string[] =>
  existsSync(box.path('project/.dream/rem'))
    ? readdirSync(box.path('project/.dream/rem')).filter((each) => each.endsWith('.org'))
    : [];

for (const version of versions)
  describe(`OpenCode ${version}`, () => {
    test('is installed, records each call with its exit code, sleeps when the session ends, and wakes with that', async (t) => {
      const box = sandbox(t);
      project(box);
      const installed = box.dk('project', ['install', 'opencode', '--yes', '--no-first-night']);
      assert.equal(installed.code, 0, installed.stderr);
      assert.equal(box.git('project', 'status', '--porcelain', '--untracked-files=all'), '');

      const todos = [{ content: 'mend the door', status: 'in_progress', priority: 'high' }];
      const first = await session(box, version, [
        ...[bash('echo hello-tool'), bash('npm test'), bash('rm -rf nothing')],
        { name: 'edit', input: { filePath: box.path('project/nope.txt'), oldString: 'a', newString: 'b' } },
        { name: 'write', input: { filePath: box.path('project/new.txt'), content: 'hello' } },
        { name: 'todowrite', input: { todos } },
      ]);
      assert.equal(first.code, 0, first.output);
      assert.ok(
        first.asked.some((asked) => asked.includes('Good morning')),
        'the pack reaches the model',
      );
      const told = calls(box) as [string, string, unknown][];
      assert.deepEqual(told[0], ['bash', 'echo hello-tool', 0]);
      assert.deepEqual(told[1]?.slice(0, 2), ['bash', 'npm test']);
      assert.ok(Number(told[1]?.[2]) > 0, 'there is no package here: it failed');
      assert.deepEqual(told[2], ['bash', 'rm -rf nothing', 'refused']);
      assert.deepEqual(told[3]?.slice(0, 2), ['edit', 'nope.txt']);
      assert.match(String(told[3]?.[2]), /not found/u);
      assert.deepEqual(told[4], ['write', 'new.txt', 0]);
      assert.equal(told.length, 5);
      const intents = records(box).filter(isIntent);
      assert.deepEqual(
        intents.map(({ tool, target }) => [tool, target.replaceAll('"', '')]),
        [
          ['prompt', 'make the tests pass'],
          ['todo', 'mend the door'],
        ],
      );
      const lines = parseRunLines(box.read('project/.dream/.git/dreamkeeper/runs.jsonl'));
      assert.deepEqual(
        lines.map(({ event, from }) => [event, from]),
        ['start', 'prompt', 'stop', 'end'].map((event) => [event, 'opencode']),
      );
      assert.match(box.read('project/.dream/.git/dreamkeeper/last-words.json'), /done/u);
      await until(() => dreams(box).length > 0, 'it sleeps when the session is over');

      const second = await session(box, version, []);
      assert.equal(second.code, 0, second.output);
      assert.ok(
        second.asked.some((asked) => /Good morning.{0,6000}npm test/su.test(asked)),
        'the next is told what failed',
      );
      const third = await session(box, version, [], { flags: ['--continue'] });
      assert.ok(
        third.asked.some((asked) => asked.includes('Good morning')),
        'who goes on with a session has it, too',
      );
      assert.match(box.dk('project', ['doctor']).stdout, /opencode-works/u);

      const gone = box.dk('project', ['uninstall', 'opencode', '--yes', '--data']);
      assert.equal(gone.code, 0, gone.stderr);
      assert.ok(!existsSync(box.path('project/.opencode/plugins')) && !existsSync(box.path('project/.dream')));
    });

    test('installed for a person, it works in a worktree; installed in the project, it does not', async (t) => {
      const box = sandbox(t);
      project(box);
      box.git('project', 'worktree', 'add', '-q', box.path('tree'));
      assert.equal(box.dk('project', ['install', 'opencode', '--yes', '--no-first-night']).code, 0);
      assert.equal((await session(box, version, [bash('exit 4')], { cwd: 'tree' })).code, 0);
      assert.ok(!existsSync(box.path('project/.dream/_steps.jsonl')));
      assert.equal(box.dk('project', ['uninstall', 'opencode', '--yes']).code, 0);
      assert.equal(box.dk('tree', ['install', 'opencode', '--user', '--yes', '--no-first-night']).code, 0);
      const held = await session(box, version, [bash('exit 4')], { cwd: 'tree' });
      assert.equal(held.code, 0, held.output);
      assert.deepEqual(calls(box), [['bash', 'exit 4', 4]]);
      assert.ok(held.asked.some((asked) => asked.includes('Good morning')));
    });
  });
