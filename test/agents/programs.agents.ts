// The real programs of agents, asked as models: what they offer their model, what they run, and what they keep.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startOf } from '../../src/config/config.ts';
import type { ModelOutcome } from '../../src/models/models.ts';
import { runProgram } from '../../src/programs/programs.ts';
import { openModel, requestWith } from '../models/asking.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { claudeProgram, session } from './claude.ts';
import { fetched } from './fetched.ts';
import { scriptedModel } from './scripted-model.ts';
import { responsesModel } from './scripted-responses.ts';

const words = 'A-WORD-NOBODY-ELSE-SAYS';

/** The files below a folder that hold our words. */
function holding(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(words));
}

/** A person whose settings allow everything: commands, a hook, a server with a tool, and instructions. */
function generousPerson(box: Sandbox): void {
  const server = box.write(
    'server.mjs',
    `import { createInterface } from 'node:readline'; import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(box.path('server-ran'))}, '');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const tools = [{ name: 'burn', description: 'burns', inputSchema: { type: 'object' } }];
  const info = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? info : { tools } }));
});\n`,
  );
  const hook = { hooks: [{ type: 'command', command: `touch '${box.path('hook-ran')}'` }] };
  const settings = { permissions: { allow: ['Bash'] }, hooks: { SessionStart: [hook] } };
  box.write('person/.claude/settings.json', JSON.stringify(settings));
  box.write('person/.claude/CLAUDE.md', 'MY OWN INSTRUCTIONS\n');
  const stranger = { type: 'stdio', command: process.execPath, args: [server] };
  box.write('person/.claude.json', JSON.stringify({ mcpServers: { stranger } }));
}

function ask(box: Sandbox, argv: readonly string[], env: Record<string, string>): Promise<ModelOutcome> {
  const outside = { env: { ...box.env, ...env }, random: () => 'agents.', run: runProgram };
  const limits = { total: 60_000, idle: 60_000, bytes: 65_536 };
  return openModel({ kind: 'command', provider: 'x', argv }, outside).ask(requestWith({ prompt: words, limits }));
}

test('Claude Code: 0 tools, nobody’s settings, nothing kept', async (t) => {
  const box = sandbox(t);
  generousPerson(box);
  const touch = (name: string): object => ({ command: `touch '${box.path(name)}'`, description: 'x' });
  mkdirSync(box.path('empty'));
  // As it was: this is what must not be.
  await session(box, { folder: 'empty', prompt: words, script: [{ call: 'Bash', input: touch('ran-before') }] });
  for (const name of ['ran-before', 'hook-ran', 'server-ran']) assert.ok(existsSync(box.path(name)), name);
  assert.notDeepEqual(holding(box.path('person')), []);

  const other = sandbox(t);
  generousPerson(other);
  const model = await scriptedModel([{ call: 'Bash', input: { command: `touch '${other.path('ran')}'` } }]);
  const outcome = await ask(other, [claudeProgram(), '-p'], {
    ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'x', DISABLE_TELEMETRY: '1' },
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  });
  await model.close();
  assert.ok(outcome.kind === 'answer' && outcome.text === 'done', JSON.stringify(outcome));
  assert.deepEqual([outcome.spent.input, outcome.spent.output, outcome.spent.isEstimated], [5, 5, false]);
  const sent = model.requests.map((request) => JSON.stringify(request)).filter((each) => each.includes(words));
  assert.equal(sent.length, 1);
  const asked = JSON.parse(sent[0] ?? '{}');
  assert.deepEqual([asked.tools ?? [], asked.max_tokens], [[], 600]);
  assert.match(asked.model, /haiku/u);
  assert.doesNotMatch(sent.join(), /MY OWN INSTRUCTIONS/u);
  assert.ok((sent[0] ?? '').length < 600 * 3.2 + 300, `${sent[0]?.length} characters, more than is counted`);
  for (const name of ['ran', 'hook-ran', 'server-ran']) assert.ok(!existsSync(other.path(name)), name);
  assert.deepEqual(holding(other.folder), []);
  assert.deepEqual(existsSync(other.path('person/.claude/projects')), false);
});

test('Codex: no shell, no server, nothing written, nothing kept', async (t) => {
  const box = sandbox(t);
  generousPerson(box);
  const program = fetched('@openai/codex', 'codex', process.env.DREAMKEEPER_CODEX_VERSION ?? '0.166.0');
  const server = `command = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(box.path('server.mjs'))}]`;
  const config = `approval_policy = "never"\nsandbox_mode = "danger-full-access"\n[mcp_servers.stranger]\n${server}\n`;
  box.write('person/.codex/config.toml', config);
  const touch = `touch '${box.path('ran')}'`;
  const patch = `*** Begin Patch\n*** Add File: ${box.path('patched')}\n+x\n*** End Patch`;
  const model = await responsesModel([
    { type: 'custom_tool_call', id: 'c0', call_id: 'c0', name: 'apply_patch', input: patch },
    { type: 'function_call', id: 'c1', call_id: 'c1', name: 'exec_command', arguments: JSON.stringify({ cmd: touch }) },
    {
      type: 'function_call',
      id: 'c2',
      call_id: 'c2',
      name: 'shell_command',
      arguments: JSON.stringify({ command: touch }),
    },
  ]);
  const [, exec = '', ...rest] = startOf([program, 'exec', '-']).argv;
  const provider = `{name="local",base_url="${model.url}",wire_api="responses",env_key="LOCAL_KEY"}`;
  const local = ['model="gpt-5.5"', 'model_provider="local"', `model_providers.local=${provider}`];
  const argv = [program, exec, ...local.flatMap((each) => ['-c', each]), ...rest];
  const outcome = await ask(box, argv, { LOCAL_KEY: 'x' });
  await model.close();
  assert.ok(outcome.kind === 'answer' && outcome.text.trim() === 'done', JSON.stringify(outcome));
  assert.equal(model.requests.length, 4, 'it asked for three tools, and got none');
  assert.doesNotMatch(JSON.stringify(model.requests[0]?.tools), /shell|exec_command|burn|web_search/u);
  for (const name of ['ran', 'patched', 'server-ran']) assert.ok(!existsSync(box.path(name)), name);
  assert.deepEqual(holding(box.folder), []);
});
