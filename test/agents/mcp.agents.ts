// Real agents with our server: each loads it, remembers and searches with its tools, and what one agent wrote down another one finds.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { callsOf, parseSteps } from '../../src/steps/steps.ts';
import { httpServer, toolNames } from '../mcp/clients.ts';
import { bin, project, type Sandbox, sandbox } from '../sandbox.ts';
import { claudeProgram, session } from './claude.ts';
import { fetched, fetchedFolder } from './fetched.ts';
import { responsesModel } from './scripted-responses.ts';

const codexVersion = process.env.DREAMKEEPER_CODEX_VERSION ?? '0.166.0';

before(() => {
  claudeProgram();
});

const fact = 'the staging database is reset every Sunday at four';
const question = 'when does staging lose its data?';

/** `dk` on the path, as people have it. */
function withDk(test: Parameters<typeof sandbox>[0]): Sandbox {
  const plain = sandbox(test);
  project(plain);
  chmodSync(plain.write('bin/dk', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`), 0o755);
  return { ...plain, env: { ...plain.env, PATH: `${plain.path('bin')}:${plain.env.PATH ?? ''}` } };
}

const told = (box: Sandbox): (readonly [string, string, number | null])[] =>
  callsOf(parseSteps(box.read('project/.dream/_steps.jsonl')).records)
    .filter(({ tool }) => tool.startsWith('mcp__'))
    .map(({ tool, target, exit }) => [tool, target, exit] as const);

test('Claude Code: one session remembers, the next one searches; each call is on record once', async (t) => {
  const box = withDk(t);
  const ran = box.dk('project', ['install', 'claude', '--mcp', '--yes', '--no-first-night']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  // What a person answers once, when it asks whether it may use the server of the project.
  box.write('person/.claude/settings.json', JSON.stringify({ enabledMcpjsonServers: ['dreamkeeper'] }));
  const flags = ['--allowedTools', 'mcp__dreamkeeper'];
  const first = await session(box, {
    ...{ folder: 'project', prompt: 'remember what is worth it', flags },
    script: [{ call: 'mcp__dreamkeeper__remember', input: { text: fact } }, { say: 'kept' }],
  });
  assert.equal(first.code, 0, first.output);
  assert.match(first.asked, /Search before you ask somebody/u, 'the instructions reach the model');
  const second = await session(box, {
    ...{ folder: 'project', prompt: 'is it safe to test today?', flags },
    script: [{ call: 'mcp__dreamkeeper__search', input: { text: question } }, { say: 'not on Sundays' }],
  });
  assert.equal(second.code, 0, second.output);
  const last = second.asked.split('\n').at(-1) ?? '';
  assert.ok(last.includes('tool_result') && last.includes(fact), last.slice(-3000));
  assert.deepEqual(told(box), [
    ['mcp__dreamkeeper__remember', 'notes', 0],
    ['mcp__dreamkeeper__search', question, 0],
  ]);
});

test('Codex, with the lines that `dk mcp --config codex` prints: what Claude Code’s session wrote down is found', async (t) => {
  const box = withDk(t);
  assert.equal(box.dk('project', ['init']).code, 0);
  assert.equal(box.dk('project', ['remember', fact]).code, 0);
  const lines = box.dk('project', ['mcp', '--config', 'codex']).stdout;
  const program = fetched('@openai/codex', 'codex', codexVersion);
  const call = {
    type: 'function_call',
    id: 'c0',
    call_id: 'c0',
    ...codexTool('search'),
    arguments: JSON.stringify({ text: question }),
  };
  const search = {
    type: 'tool_search_call',
    id: 's0',
    call_id: 's0',
    execution: 'client',
    arguments: { query: 'dreamkeeper search memory' },
  };
  const model = await responsesModel([search, call]);
  t.after(model.close);
  const provider = `[model_providers.local]\nname = "local"\nbase_url = "${model.url}"\nwire_api = "responses"\nenv_key = "LOCAL_KEY"\n`;
  box.write(
    'person/.codex/config.toml',
    `model = "gpt-5.5"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n${provider}${lines}`,
  );
  const child = spawn(program, ['exec', '--skip-git-repo-check', 'is it safe to test today?'], {
    ...{ cwd: box.path('project'), env: { ...box.env, LOCAL_KEY: 'x' }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(code, 0, output);
  const last = JSON.stringify(model.requests.at(-1)?.input);
  assert.ok(last.includes(fact), last.slice(-3000));
  assert.deepEqual(told(box), [['mcp__dreamkeeper__search', question, 0]]);
});

/** As it names tools of servers to its model. */
function codexTool(name: string): object {
  return { namespace: 'mcp__dreamkeeper', name };
}

const inspectorVersion = '2.12.0';
const sdkVersion = '1.32.2';

test('the inspector’s command line lists and calls everything, on stdio and on HTTP', async (t) => {
  const box = withDk(t);
  assert.equal(box.dk('project', ['init']).code, 0);
  const program = fetched('@modelcontextprotocol/inspector', 'mcp-inspector', inspectorVersion);
  const server = await httpServer(box, box.path('project'));
  t.after(server.close);
  const ways = {
    stdio: [process.execPath, bin, 'mcp'],
    http: [server.url, '--transport', 'http', '--header', `Authorization: Bearer ${server.token}`],
  };
  for (const [way, start] of Object.entries(ways)) {
    // In a process of its own: the server over HTTP is in this one.
    const ask = async (...args: string[]): Promise<Record<string, unknown>> => {
      const child = spawn(program, ['--cli', ...start, ...args], { cwd: box.path('project'), env: box.env });
      let [out, err] = ['', ''];
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
      child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
      const code = await new Promise((resolve) => child.on('exit', resolve));
      assert.equal(code, 0, `${way} ${args.join(' ')}: ${out}${err}`);
      return JSON.parse(out) as Record<string, unknown>;
    };
    const { tools } = (await ask('--method', 'tools/list')) as { readonly tools: readonly { readonly name: string }[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolNames,
    );
    const call = (name: string, ...args: string[]) =>
      ask('--method', 'tools/call', '--tool-name', name, ...args.flatMap((each) => ['--tool-arg', each]));
    assert.match(JSON.stringify(await call('remember', `text=${fact} (${way})`)), /Remembered/u);
    assert.ok(JSON.stringify(await call('search', `text=${question}`)).includes(fact));
    for (const name of ['log', 'board', 'wake', 'status', 'my_stats', 'sleep_now']) assert.ok(await call(name), name);
    await call('board', 'do=add', `title=mend the door ${way}`);
    await call('claim', `task=mend the door ${way}`);
    await call('finish', `task=mend the door ${way}`);
    await call('file_issue', `title=it squeaks ${way}`);
    await call('set_sleep', 'seconds=60');
    assert.match(JSON.stringify(await ask('--method', 'resources/list')), /dreamkeeper:\/\/pack/u);
    assert.match(JSON.stringify(await ask('--method', 'resources/read', '--uri', 'dreamkeeper://memory')), /Sunday/u);
    assert.match(JSON.stringify(await ask('--method', 'prompts/list')), /wrap-up/u);
  }
});

test('the client of the first line of the official package lists, calls and reads, on stdio and on HTTP', async (t) => {
  const box = withDk(t);
  assert.equal(box.dk('project', ['init']).code, 0);
  const folder = fetchedFolder('@modelcontextprotocol/sdk', sdkVersion);
  const server = await httpServer(box, box.path('project'));
  t.after(server.close);
  const script = box.write(
    'v1.mjs',
    `import { createRequire } from 'node:module';
const { resolve } = createRequire(${JSON.stringify(join(folder, 'package.json'))});
const load = (name) => import(resolve('@modelcontextprotocol/sdk/' + name));
const { Client } = await load('client/index.js');
const { StdioClientTransport } = await load('client/stdio.js');
const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
const [url, token, bin] = process.argv.slice(2);
const headers = { authorization: 'Bearer ' + token };
const transports = [
  new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], env: process.env }),
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
];
for (const transport of transports) {
  const client = new Client({ name: 'v1', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const kept = await client.callTool({ name: 'remember', arguments: { text: ${JSON.stringify(fact)} } });
  const found = await client.callTool({ name: 'search', arguments: { text: ${JSON.stringify(question)} } });
  const pack = await client.readResource({ uri: 'dreamkeeper://pack' });
  const prompt = await client.getPrompt({ name: 'orient' });
  console.log(JSON.stringify({ tools: tools.map(({ name }) => name), kept, found, pack, prompt }));
  await client.close();
}
process.exit(0);
`,
  );
  const child = spawn(process.execPath, [script, server.url, server.token, bin], {
    cwd: box.path('project'),
    env: box.env,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 0, err);
  const lines = out.trim().split('\n');
  assert.equal(lines.length, 2, out + err);
  for (const line of lines) {
    const said = JSON.parse(line) as {
      readonly tools: readonly string[];
      readonly found: unknown;
      readonly pack: unknown;
    };
    assert.deepEqual(said.tools, toolNames);
    assert.ok(JSON.stringify(said.found).includes(fact));
    assert.match(JSON.stringify(said.pack), /Good morning/u);
  }
});
