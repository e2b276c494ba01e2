// The real Codex, without a network, in an empty HOME: installed by one command, it records, is put to sleep, and wakes with what it did.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { codex } from '../../src/sessions/codex/codex.ts';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { until } from '../hooks/harness.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { fetched, newestOf } from './fetched.ts';
import { responsesModel } from './scripted-responses.ts';

const name = '@openai/codex';
const versions = [...new Set([process.env.DREAMKEEPER_CODEX_VERSION ?? '0.166.0', newestOf(name) ?? '0.166.0'])];

before(() => {
  for (const version of versions) fetched(name, 'codex', version);
});

interface Held {
  readonly code: number | null;
  readonly asked: string;
  readonly output: string;
}

/** Holds a session in which the model wants these commands run, one after the other. */
async function session(
  box: Sandbox,
  version: string,
  commands: readonly string[],
  more: { readonly prompt?: string; readonly flags?: readonly string[]; readonly cwd?: string } = {},
): Promise<Held> {
  const wants = commands.map((cmd, at) => ({
    ...{ type: 'function_call', id: `f${at}`, call_id: `call_${at}`, name: 'exec_command' },
    arguments: JSON.stringify({ cmd }),
  }));
  const model = await responsesModel(wants);
  const provider = `[model_providers.local]\nname = "local"\nbase_url = "${model.url}"\nwire_api = "responses"\nenv_key = "LOCAL_KEY"\n`;
  const trust = `[projects.${JSON.stringify(box.path('project'))}]\ntrust_level = "trusted"\n`;
  box.write(
    'person/.codex/config.toml',
    `model = "gpt-5.5"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n${provider}${trust}`,
  );
  const { prompt = 'make the tests pass', flags = ['--dangerously-bypass-hook-trust'] } = more;
  const child = spawn(fetched(name, 'codex', version), ['exec', ...flags, prompt], {
    cwd: box.path(more.cwd ?? 'project'),
    // The machine that runs tests may be slow; people have a second.
    env: { ...box.env, LOCAL_KEY: 'x', DREAMKEEPER_WAKE_WAIT_MS: '8000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  await model.close();
  return { code, asked: model.requests.map((request) => JSON.stringify(request)).join('\n'), output };
}

const records = (box: Sandbox) => parseSteps(box.read('project/.dream/_steps.jsonl')).records;
const calls = (box: Sandbox): unknown[] =>
  callsOf(records(box).filter((each) => !isIntent(each))).map(({ tool, target, exit }) => [tool, target, exit]);
const dreams = (box: Sandbox): string[] =>
  existsSync(box.path('project/.dream/rem'))
    ? readdirSync(box.path('project/.dream/rem')).filter((each) => each.endsWith('.org'))
    : [];

for (const version of versions)
  describe(`Codex ${version}`, () => {
    test('is installed, records each call with its exit code, sleeps when the session ends, and wakes with that', async (t) => {
      const box = sandbox(t);
      project(box);
      const installed = box.dk('project', ['install', 'codex', '--yes', '--no-first-night']);
      assert.equal(installed.code, 0, installed.stderr);
      assert.match(installed.stdout, /One thing is yours: .*trust/u);
      assert.equal(box.git('project', 'status', '--porcelain'), '');

      const first = await session(box, version, ['echo hello-tool', 'npm test']);
      assert.equal(first.code, 0, first.output);
      assert.match(first.asked, /Good morning/u, 'the pack reaches the model');
      const [good, bad] = calls(box) as [string, string, number][];
      assert.deepEqual(good, ['Bash', 'echo hello-tool', 0]);
      assert.deepEqual(bad?.slice(0, 2), ['Bash', 'npm test']);
      assert.ok((bad?.[2] ?? 0) > 0, 'there is no package here: it failed');
      assert.deepEqual(
        records(box)
          .filter(isIntent)
          .map(({ target }) => target),
        ['make the tests pass'],
      );
      const lines = parseRunLines(box.read('project/.dream/.git/dreamkeeper/runs.jsonl'));
      assert.deepEqual(
        lines.map(({ event, from }) => [event, from]),
        ['start', 'prompt', 'stop', 'end'].map((event) => [event, 'codex']),
      );
      await until(() => dreams(box).length > 0, 'it sleeps when the session is over');

      const second = await session(box, version, []);
      assert.equal(second.code, 0, second.output);
      const pack = /Good morning.{0,6000}/su.exec(second.asked)?.[0] ?? '';
      assert.match(pack, /npm test/u, 'the next session is told what failed');
      assert.doesNotMatch(second.asked, /tokens truncated/u);
      assert.match(box.dk('project', ['doctor']).stdout, /codex-works/u);

      const gone = box.dk('project', ['uninstall', 'codex', '--yes', '--data']);
      assert.equal(gone.code, 0, gone.stderr);
      assert.ok(!existsSync(box.path('project/.codex')) && !existsSync(box.path('project/.dream')));
    });

    test('starts no hook that nobody trusted, and the doctor says so', async (t) => {
      const box = sandbox(t);
      project(box);
      assert.equal(box.dk('project', ['install', 'codex', '--yes', '--no-first-night']).code, 0);
      const held = await session(box, version, ['echo hello-tool'], { flags: [] });
      assert.equal(held.code, 0, held.output);
      assert.ok(!existsSync(box.path('project/.dream/_steps.jsonl')));
      assert.match(
        box.dk('project', ['doctor']).stdout,
        /warning codex-waits .*starts no hook that you have not trusted[\s\S]*\/hooks/u,
      );
    });

    test('installed for a person, it works in a worktree; and a long pack in any writing arrives whole', async (t) => {
      const box = sandbox(t);
      project(box);
      box.git('project', 'worktree', 'add', '-q', box.path('tree'));
      assert.equal(box.dk('project', ['init']).code, 0);
      assert.equal(box.dk('tree', ['install', 'codex', '--user', '--yes', '--no-first-night']).code, 0);
      const held = await session(box, version, ['exit 4'], { cwd: 'tree' });
      assert.equal(held.code, 0, held.output);
      assert.deepEqual(calls(box), [['Bash', 'exit 4', 4]]);
      assert.match(held.asked, /Good morning/u);
      // The longest pack there can be, in the place of ours and with the limit that our hook asks for.
      const pack = `Good morning. ${'日'.repeat(codex.mostChars - 20)} end`;
      const say = box.write('say.mjs', `process.stdout.write(${JSON.stringify(codex.packOutput(pack))});\n`);
      const hooks = 'person/.codex/hooks.json';
      const command = JSON.stringify(`'${process.execPath}' '${say}'`);
      box.write(
        hooks,
        box.read(hooks).replace(/"[^"]*hook session-start[^"]*"/u, () => command),
      );
      const long = await session(box, version, [], { cwd: 'tree' });
      assert.ok(long.asked.includes(pack), long.asked.slice(0, 3000));
    });
  });
