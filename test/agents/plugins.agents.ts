// Our plugin and our extensions, loaded by the real programs as each of them wants it: checked by its own validator if it has one, then a session.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseRunLines } from '../../src/steps/steps.ts';
import { project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { fetched } from './fetched.ts';
import { calls, type Held, ranOut, started } from './real-day.ts';
import { type ChatCall, chatModel } from './scripted-chat.ts';
import { geminiModel } from './scripted-gemini.ts';
import { responsesModel } from './scripted-responses.ts';

/** A project with a home, and `dk` on the PATH, as a plugin wants it. */
function prepared(box: Sandbox): Sandbox {
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  const dk = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src', 'bin.ts')}' "$@"\n`;
  chmodSync(box.write('bin/dk', dk), 0o755);
  return { ...box, env: { ...box.env, PATH: `${box.path('bin')}:${box.env.PATH ?? ''}` } };
}

function ran(box: Sandbox, program: string, args: readonly string[], input = ''): string {
  const at = { cwd: box.path('project'), env: box.env, encoding: 'utf8', input, timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, at);
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout + stderr;
}

function looksRight(box: Sandbox, name: string, shell: string, { code, asked, output }: Held): void {
  assert.equal(code, 0, output);
  assert.ok(
    asked.some((each) => each.includes('Good morning')),
    'the pack reaches the model',
  );
  assert.ok(
    asked.some((each) => each.includes('How to work with this project')),
    'the skill is offered',
  );
  assert.deepEqual(calls(box), [
    [shell, 'echo hello-tool', 0],
    [shell, 'exit 4', 4],
  ]);
  const lines = parseRunLines(box.read('project/.dream/.git/dreamkeeper/runs.jsonl'));
  assert.deepEqual([...new Set(lines.map(({ from }) => from))], [name]);
}

const lines = ['echo hello-tool', 'exit 4'];
const wants = (name: string, more: object = {}): ChatCall[] =>
  lines.map((command) => ({ name, input: { command, description: 'x', ...more } }));

test('Codex takes the plugin from our marketplace', async (t) => {
  const box = prepared(sandbox(t));
  const program = fetched('@openai/codex', 'codex', '0.169.0');
  ran(box, program, ['plugin', 'marketplace', 'add', root]);
  ran(box, program, ['plugin', 'add', 'dreamkeeper@dreamkeeper']);
  const model = await responsesModel(
    lines.map((cmd, at) => ({
      ...{ type: 'function_call', id: `f${at}`, call_id: `call_${at}`, name: 'exec_command' },
      arguments: JSON.stringify({ cmd }),
    })),
  );
  const provider = `{name="local",base_url="${model.url}",wire_api="responses",env_key="LOCAL_KEY"}`;
  const local = ['model="gpt-5.5"', 'model_provider="local"', `model_providers.local=${provider}`];
  const free = ['approval_policy="never"', 'sandbox_mode="danger-full-access"'];
  const settings = [...local, ...free].flatMap((each) => ['-c', each]);
  const args = ['exec', '--dangerously-bypass-hook-trust', ...settings, 'make the tests pass'];
  const held = await ranOut(started(box, program, args, { LOCAL_KEY: 'x' }));
  await model.close();
  looksRight(box, 'codex', 'Bash', { ...held, asked: model.requests.map((each) => JSON.stringify(each)) });
});

test('Copilot CLI takes the same plugin from the same marketplace', async (t) => {
  const box = prepared(sandbox(t));
  const program = fetched('@github/copilot', 'copilot', '1.0.102');
  ran(box, program, ['plugin', 'marketplace', 'add', root]);
  ran(box, program, ['plugin', 'install', 'dreamkeeper@dreamkeeper']);
  const model = await chatModel(wants('bash'));
  const place = { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: model.url, COPILOT_MODEL: 'fake' };
  const held = await ranOut(started(box, program, ['--allow-all-tools', '-p', 'make the tests pass'], place));
  await model.close();
  looksRight(box, 'copilot', 'bash', { ...held, asked: model.requests });
});

test('Gemini CLI finds its extension valid, and loads it', async (t) => {
  const box = prepared(sandbox(t));
  const program = fetched('@google/gemini-cli', 'gemini', '0.61.0');
  const extension = join(root, 'plugins', 'gemini');
  box.write('person/.gemini/settings.json', JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }));
  const trusted = { [box.path('project')]: 'TRUST_FOLDER', [extension]: 'TRUST_FOLDER' };
  box.write('person/.gemini/trustedFolders.json', JSON.stringify(trusted));
  assert.match(ran(box, program, ['extensions', 'validate', extension]), /successfully validated/u);
  ran(box, program, ['extensions', 'install', extension, '--consent'], 'y\n');
  const model = await geminiModel(wants('run_shell_command'));
  const place = { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: model.url };
  const flags = ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'make the tests pass'];
  const held = await ranOut(started(box, program, flags, place));
  await model.close();
  looksRight(box, 'gemini', 'run_shell_command', { ...held, asked: model.requests });
});

test('Qwen Code loads its extension', async (t) => {
  const box = prepared(sandbox(t));
  const program = fetched('@qwen-code/qwen-code', 'qwen', '0.24.4');
  ran(box, program, ['extensions', 'install', join(root, 'plugins', 'qwen'), '--consent'], 'y\n');
  const model = await chatModel(wants('run_shell_command', { is_background: false }));
  const place = { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake' };
  const held = await ranOut(started(box, program, ['--yolo', '-p', 'make the tests pass'], place));
  await model.close();
  looksRight(box, 'qwen', 'run_shell_command', { ...held, asked: model.requests });
});
