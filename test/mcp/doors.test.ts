// What a client is told and what stays behind: descriptions, hints, instructions, the record, recalls, notifications, progress, an end in the middle, and the operator's word.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { instructions } from '../../src/mcp/instructions.ts';
import { callsOf, parseSteps } from '../../src/steps/steps.ts';
import { openStore } from '../../src/store/store.ts';
import { until } from '../hooks/harness.ts';
import { bin, project, root, sandbox } from '../sandbox.ts';
import { asking } from './asked.ts';
import { caller, placeIn } from './clients.ts';

const seed =
  'recall by meaning — semantic search over the org/code files in your working context; no separate memory store; the files ARE the memory. To remember something, write it as an org file — it becomes searchable automatically.';

test('instructions, descriptions and hints are what they have to be', async (t) => {
  const box = sandbox(t);
  const { client } = await caller(t, box, placeIn(box, 'empty'));
  assert.equal(client.getInstructions(), instructions);
  assert.ok(instructions.length <= 600, `${instructions.length}`);
  for (const habit of [/[Ss]earch before you ask/u, /surprised you/u, /finish` it in the commit that ships/u])
    assert.match(instructions, habit);
  // Codex shows a model no more than this until it looks for a tool.
  for (const first of [/`wake`/u, /`search`/u]) assert.match(instructions.slice(0, 240), first);
  const { tools } = await client.listTools();
  const by = new Map(tools.map((each) => [each.name, each]));
  assert.equal(by.get('search')?.description, seed);
  const hints = (name: string): readonly unknown[] => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = by.get(name)?.annotations ?? {};
    return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
  };
  for (const name of ['search', 'log', 'status', 'my_stats'])
    assert.deepEqual(hints(name), [true, false, true, false], name);
  for (const name of ['remember', 'board', 'file_issue'])
    assert.deepEqual(hints(name), [false, false, false, false], name);
  for (const name of ['claim', 'finish', 'wake']) assert.deepEqual(hints(name), [false, false, true, false], name);
  for (const name of ['sleep_now', 'set_sleep']) assert.deepEqual(hints(name), [false, false, false, true], name);
  assert.equal(by.has('undo'), false);
});

test('arguments that are wrong are answered with what would do', async (t) => {
  const box = sandbox(t);
  const { call } = await asking({ cwd: placeIn(box, 'empty'), env: box.env });
  for (const [name, given, why] of [
    ['search', {}, /search was not called: text: .*It takes: text, mode, most, docs, history\. For example: \{"text"/u],
    ['search', { text: 'a', most: 0 }, /most/u],
    ['search', { text: 'a', limit: 3 }, /limit/u],
    ['remember', { text: 'x'.repeat(2001) }, /2000/u],
    ['set_sleep', { seconds: 'an hour' }, /seconds: .*number/u],
    ['set_sleep', { minutes: 5 }, /seconds/u],
    ['board', { do: 'burn' }, /do: /u],
    ['board', { do: 'add' }, /give the title/u],
    ['log', { commit: 'HEAD' }, /four or more digits/u],
  ] as const) {
    const { text, isError } = await call(name, given);
    assert.ok(isError, name);
    assert.match(text, why);
  }
  assert.equal((await call('set_sleep', { seconds: 300 })).isError, false);
});

test('every call is a step of one run, and a search is a recall of the same', async (t) => {
  const box = sandbox(t);
  const { call } = await caller(t, box, placeIn(box, 'healthy'));
  await call('search', { text: 'when is staging reset' });
  await call('remember', { text: 'the harbour is closed on Mondays' });
  await call('claim', { task: 'no such task' });
  const { records } = parseSteps(box.read('project/.dream/_steps.jsonl'));
  const told = callsOf(records).map(({ tool, target, exit }) => [tool, target, exit]);
  assert.deepEqual(told, [
    ['mcp__dreamkeeper__search', 'when is staging reset', 0],
    ['mcp__dreamkeeper__remember', 'notes', 0],
    ['mcp__dreamkeeper__claim', 'no such task', 1],
  ]);
  const [run, ...others] = new Set(records.map((record) => record.run));
  assert.match(run ?? '', /^mcp-[0-9a-f]{12}$/u);
  assert.equal(others.length, 0);
  const store = openStore(box.path('project/.dream/.git/dreamkeeper/state.db'));
  const [recall, ...more] = [...store.recalls()];
  store.close();
  assert.deepEqual([recall?.asked, recall?.session, more.length], ['when is staging reset', run, 0]);
});

test('in a session of a harness it is that session; a model that dreams may only look, and leaves nothing', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  const id = '7d8f3c52-1f0e-4c1b-9d61-0b8a4e0c9a12';
  const there = await caller(t, box, place, { env: { CLAUDE_CODE_SESSION_ID: id } });
  await there.call('status');
  const steps = box.read('project/.dream/_steps.jsonl');
  assert.ok(parseSteps(steps).records.every(({ run }) => run === id));
  const inside = await caller(t, box, place, { env: { DREAMKEEPER_INSIDE: '1' } });
  const { tools } = await inside.client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search', 'log', 'status', 'my_stats'],
  );
  await inside.call('search', { text: 'staging' });
  await assert.rejects(inside.call('remember', { text: 'a dream' }), /no tool/u);
  assert.equal(box.read('project/.dream/_steps.jsonl'), steps);
});

test('the home is that of the client’s folders, in both protocols; else where the server stands', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  project(box, 'other');
  for (const protocol of ['v1', 'v2'] as const) {
    const told = await caller(t, box, box.path('other'), { protocol, roots: [box.path('nowhere'), place] });
    assert.match((await told.call('search', { text: 'staging database' })).text, /every Sunday at four/u, protocol);
    assert.match(await told.read('board'), /honest faq/u);
    const none = await caller(t, box, box.path('other'), { protocol, roots: [] });
    const { text } = await none.call('search', { text: 'staging database' });
    assert.match(text, /E_NO_HOME/u, protocol);
    assert.match(text.replace(/Between <others[\s\S]*/u, ''), /`dk init`/u, 'our own advice stands outside the frame');
  }
});

test('who listens to a resource is told when it changes, in both protocols; who does not is left alone', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  const old = await caller(t, box, place);
  const heard: string[] = [];
  old.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri);
  });
  await old.client.subscribeResource({ uri: 'dreamkeeper://memory' });
  const young = await caller(t, box, place, { protocol: 'v2' });
  const listened: string[] = [];
  young.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    listened.push(params.uri);
  });
  await young.client.listen({ resourceSubscriptions: ['dreamkeeper://board'] });
  // It looks once a second, and knows what was there only after the first look.
  let count = 0;
  await until(() => {
    count += 1;
    if (count % 20 === 0) box.dk('project', ['remember', `a thing that changed, ${count}`]);
    if (count % 20 === 10) box.dk('project', ['board', 'add', `a task that is new, ${count}`]);
    return heard.length > 0 && listened.length > 0;
  }, 'both notifications');
  assert.deepEqual(new Set(heard), new Set(['dreamkeeper://memory']));
  assert.deepEqual(new Set(listened), new Set(['dreamkeeper://board']));
});

test('a night tells that it is under way, and can be cancelled: the next one is whole', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  // A model that never answers.
  box.write('person/.config/dreamkeeper/config.yaml', 'commands:\n  slow: [sleep, "600"]\nmodel:\n  default: slow\n');
  const { client, call } = await caller(t, box, place);
  const told: (string | undefined)[] = [];
  const stop = new AbortController();
  const asked = client.callTool(
    { name: 'sleep_now', arguments: {} },
    {
      signal: stop.signal,
      onprogress: ({ message }) => {
        told.push(message);
        stop.abort();
      },
    },
  );
  await assert.rejects(asked);
  assert.equal(told[0], 'asleep');
  box.write('person/.config/dreamkeeper/config.yaml', 'model:\n  default: builtin\n');
  let text = '';
  await until(
    () => box.dk('project', ['nights', 'list', '--json']).stdout.includes('"stopped"'),
    'the receipt of the one that was cancelled',
  );
  ({ text } = await call('sleep_now', { force: true }));
  assert.match(text, /The night: ran/u);
});

test('a client that goes in the middle, or says nothing at all: the server ends, and the home is whole', async (t) => {
  const box = sandbox(t);
  const cwd = placeIn(box, 'healthy');
  const begin = () => spawn(process.execPath, [bin, 'mcp'], { cwd, env: box.env });
  const ended = (child: ReturnType<typeof begin>): Promise<number | null> =>
    new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  const silent = begin();
  silent.stdin.end();
  assert.equal(await ended(silent), 0);
  const cut = begin();
  const over = ended(cut);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  cut.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const call = { name: 'remember', arguments: { text: 'said at the last moment' } };
  cut.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })}\n`);
  assert.equal(await over, 0);
  assert.equal(box.dk('project', ['doctor', '--strict']).code, 0);
});

test('more calls than one may make are refused with how long to wait, and cost nothing', async (t) => {
  const box = sandbox(t);
  const { call } = await asking({ cwd: placeIn(box, 'empty'), env: box.env }, 2);
  assert.deepEqual([(await call('status')).isError, (await call('status')).isError], [false, false]);
  const { text, isError } = await call('remember', { text: 'too much' });
  assert.ok(isError);
  assert.match(text, /Too many calls\. Wait 1 s/u);
  assert.doesNotMatch(box.dk('project', ['memory']).stdout, /too much/u);
});

test('undo: only with the operator’s word, and never by the home’s own', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  box.dk('project', ['sleep']);
  const at = { cwd: place, env: box.env, complain: () => undefined };
  const { call } = await asking(at);
  await assert.rejects(call('undo', { change: 'last' }), /no tool undo/u);
  box.write('project/.dream/dreamkeeper.yaml', 'mcp:\n  undo: true\n');
  await assert.rejects(call('undo', { change: 'last' }), /no tool undo/u);
  box.write('project/.dream/dreamkeeper.yaml', '');
  box.write('person/.config/dreamkeeper/config.yaml', 'mcp:\n  undo: true\n');
  const { text, isError } = await call('undo', { change: 'last' });
  assert.equal(isError, false, text);
  assert.match(text, /The result: undone/u);
  box.write('person/.config/dreamkeeper/config.yaml', 'mcp: [\n');
  await assert.rejects(call('undo', { change: 'last' }), /no tool undo/u);
});

test('the lines for other clients name this very program, each in its own shape', (t) => {
  const box = sandbox(t);
  project(box);
  for (const client of ['opencode', 'gemini', 'copilot', 'cursor', 'vscode', 'claude-desktop', 'codex']) {
    const ran = box.dk('project', ['mcp', '--config', client]);
    assert.equal(ran.code, 0, ran.stderr);
    if (client === 'codex')
      assert.match(ran.stdout, /^\[mcp_servers\.dreamkeeper\]\ncommand = "\/.*"\nargs = \["\/.*bin\.js", "mcp"\]\n$/u);
    else assert.match(JSON.stringify(JSON.parse(ran.stdout)), /"dreamkeeper":\{.*bin\.js","mcp"/u, client);
  }
  assert.match(box.dk('project', ['mcp', '--config', 'claude-desktop']).stdout, /"--in",\s*"[^"]*\/project"/u);
  const wrong = box.dk('project', ['mcp', '--config', 'emacs']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /codex, opencode, gemini/u);
});

test('the plugin brings the server', () => {
  const text = readFileSync(`${root}/plugins/dreamkeeper/.mcp.json`, 'utf8');
  assert.deepEqual(JSON.parse(text), { mcpServers: { dreamkeeper: { command: 'dk', args: ['mcp'] } } });
});
