// What Claude Code tells becomes steps, facts and nights; told twice, out of order, torn or endless, it does no harm.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { callsOf, isIntent } from '../../src/steps/steps.ts';
import { bin, project, sandbox, snapshot } from '../sandbox.ts';
import { some } from '../share.ts';
import { bash, type Harness, harness, recorded, until } from './harness.ts';

const told = (agent: Harness): object[] =>
  callsOf(agent.steps().filter((record) => !isIntent(record))).map(({ tool, target, exit, error, outcome }) => ({
    ...{ tool, target, exit, error, outcome },
  }));

test('two sessions as they were recorded: every call with its exit code, the refused one too', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  for (const line of recorded(box, agent.folder)) {
    const { code, stderr, stdout } = agent.tellRaw(line);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(stdout === '', !line.includes('"SessionStart"'), line);
  }
  // Its words may be the content of a file: they are not kept.
  const refused = { tool: 'Bash', target: 'ls /nonexistent-xyz', exit: null, error: 'refused', outcome: 'failed' };
  const calls = told(agent);
  assert.deepEqual(calls.slice(0, 1), [
    { tool: 'Bash', target: 'echo hello-tool', exit: 0, error: null, outcome: 'ok' },
  ]);
  assert.deepEqual(calls[1], refused);
  assert.deepEqual(calls[3], {
    ...{ tool: 'Bash', target: "sh -c 'echo oops >&2; exit 3'", exit: 3, error: null, outcome: 'failed' },
  });
  assert.deepEqual(
    agent.steps().flatMap(({ tool, target }) => (tool === 'prompt' ? [target] : [])),
    ['run the thing'],
  );
  assert.deepEqual(
    agent.runs().map(({ event }) => event),
    ['start', 'prompt', 'stop', 'end', 'start', 'end'],
  );
  assert.equal(new Set(agent.steps().map(({ run }) => run)).size, 2);
  await until(() => agent.dreams().length >= 2, 'the night that the end of a session starts');
  assert.equal(box.git(agent.folder, 'status', '--porcelain'), '');
});

test('the next session starts with the carry, the moved board and the failing command', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.dk(agent.folder, ['board', 'add', 'write pages/hello.md']);
  agent.wake('s1');
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'write a page that says hello', prompt_id: 'p1' });
  box.write(join(agent.folder, 'pages/hello.md'), '# Hello\n');
  const edit = {
    tool_name: 'Write',
    tool_input: { file_path: box.path(agent.folder, 'pages/hello.md'), content: 'w' },
  };
  agent.tell({ hook_event_name: 'PostToolUse', ...edit, tool_response: {}, tool_use_id: 't1' });
  agent.tell(bash('npm test', 1, 't2'));
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  await until(() => agent.dreams().length === 2, 'the night');
  const pack = agent.wake('s2');
  assert.match(pack, /Next action: make `npm test` pass; it failed with exit 1, and no passing run is on record/u);
  assert.match(pack, /The last dream moved these tasks on the board:\n- "write pages\/hello\.md": TODO → NEXT\n/u);
  assert.match(pack, /On the board:\n- NEXT write pages\/hello\.md/u);
  assert.match(pack, /In flight, not committed: `pages\/hello\.md`/u);
  assert.match(pack, /Asked last:\n- write a page that says hello\n/u);
  assert.ok(pack.length <= 4000);
  assert.match(box.read(join(agent.folder, '.dream', 'plan.org')), /^\*+ NEXT write pages\/hello\.md/mu);
});

test('nothing at all happens without a home, inside what we started, and while it is off', (t) => {
  const box = sandbox(t);
  project(box, 'bare');
  mkdirSync(box.path('nowhere'));
  const agent = harness(box);
  const quiet = { code: 0, stdout: '', stderr: '' };
  const before = snapshot(box.folder);
  const start = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'x' };
  for (const cwd of ['bare', 'nowhere'])
    for (const payload of [start, bash('ls', 0, 'a'), { hook_event_name: 'SessionEnd', reason: 'other' }])
      assert.deepEqual(agent.tell(payload, { cwd }), quiet);
  for (const payload of [start, bash('ls', 0, 'a'), { hook_event_name: 'SessionEnd' }])
    assert.deepEqual(agent.tell(payload, { env: { DREAMKEEPER_INSIDE: '1' } }), quiet);
  assert.deepEqual(snapshot(box.folder), before);
  box.dk(agent.folder, ['off']);
  const off = snapshot(box.folder);
  for (const payload of [start, bash('ls', 0, 'a'), { hook_event_name: 'SessionEnd' }])
    assert.deepEqual(agent.tell(payload), quiet);
  assert.deepEqual(snapshot(box.folder), off);
});

describe('bad input', () => {
  const whole = JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
  const inputs: Readonly<Record<string, string>> = {
    empty: '',
    'not JSON': 'hello',
    'a list': '[]',
    null: 'null',
    'no event': '{"session_id":"s1"}',
    'cut off': whole.slice(0, 40),
    'another cut': whole.slice(0, -1),
    NULs: '\0\0\0',
    'half a character': '{"hook_event_name":"Stop","session_id":"\ud800',
  };
  test('is counted, and nobody is troubled', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    for (const [name, input] of Object.entries(inputs))
      assert.deepEqual(agent.tellRaw(input), { code: 0, stdout: '', stderr: '' }, name);
    assert.equal(agent.steps().length, 0);
    const { problems } = JSON.parse(box.dk(agent.folder, ['status', '--json']).stdout) as {
      readonly problems: readonly { readonly code: string; readonly message: string }[];
    };
    assert.match(
      problems.find(({ code }) => code === 'hooks-dropped')?.message ?? '',
      new RegExp(`^${Object.keys(inputs).length} events .*not a payload ${Object.keys(inputs).length}`, 'u'),
    );
  });

  test('of the wrong kinds inside a payload is taken for what it is worth', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    const events = ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'UserPromptSubmit', 'Stop', 'NewEvent'];
    const pairs = events.flatMap((event) =>
      [null, 7, 'x', [], [[null]], { __proto__: 1 }].map((wrong) => [event, wrong] as const),
    );
    // Every fifth of six times six meets each event and each kind.
    for (const [event, wrong] of some(pairs, 5)) {
      const payload = {
        ...{ hook_event_name: event, session_id: wrong, tool_name: wrong, tool_input: wrong, tool_response: wrong },
        ...{ tool_calls: wrong, prompt: wrong, error: wrong, duration_ms: wrong, tool_use_id: wrong },
      };
      const { code, stdout, stderr } = agent.tell(payload);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' }, JSON.stringify(payload));
    }
    for (const { tool } of agent.steps()) assert.ok(['unknown', 'x', 'prompt'].includes(tool), tool);
  });

  test('ten megabytes are one short line', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    const huge = 'A1b2'.repeat(2_500_000);
    const read = { tool_name: 'Read', tool_input: { file_path: '/x/app.js' }, tool_response: { file: huge } };
    assert.equal(agent.tell({ hook_event_name: 'PostToolUse', ...read, tool_use_id: 'h' }).code, 0);
    assert.equal(agent.tell({ ...bash(`echo ${huge}`, 0, 'i') }).code, 0);
    assert.equal(agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: huge }).code, 0);
    assert.deepEqual(
      agent.steps().map(({ tool }) => tool),
      ['Read', 'Bash', 'prompt'],
    );
    assert.ok(statSync(box.path(agent.folder, '.dream', '_steps.jsonl')).size < 4096);
  });

  test('that never ends is not waited for', async (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    const child = spawn(process.execPath, [bin, 'hook', 'step', '--from', 'claude'], {
      ...{ cwd: box.path(agent.folder), env: box.env, stdio: ['pipe', 'pipe', 'pipe'] },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdin.on('error', () => undefined);
    const pour = (): void => {
      while (child.exitCode === null && child.stdin.writable && child.stdin.write('{"a":"'.padEnd(65_536, 'x')));
    };
    child.stdin.on('drain', pour);
    pour();
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual({ code, said }, { code: 0, said: '' });
    assert.match(
      box.dk(agent.folder, ['status']).stdout,
      /1 event of the agent's program could not be recorded \(too large 1\)/u,
    );
  });
});

test('told twice and in any order, it is the same day', (t) => {
  const box = sandbox(t);
  const lines = (name: string): string[] => recorded(box, name).filter((line) => /"PostTool|"UserPrompt/u.test(line));
  const once = harness(box, 'once');
  for (const line of lines('once')) once.tellRaw(line);
  const often = harness(box, 'often');
  const all = lines('often');
  for (const line of [...all.toReversed(), ...all, ...all.slice(0, 3)]) often.tellRaw(line);
  const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  const texts = (agent: Harness): object[] => told(agent).toSorted(byText);
  assert.deepEqual(texts(often), texts(once));
  const asked = (agent: Harness): string => agent.wake('later').split('Asked last:')[1]?.split('\n')[1] ?? '';
  assert.equal(asked(often), '- run the thing');
});

test('commands, names and paths with every kind of sign in them stay text', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const nasty = [
    '$(touch owned)',
    '`touch owned`',
    '; touch owned',
    "' || touch owned '",
    '\n* DONE forged',
    '\u001b[2J',
  ];
  for (const [index, sign] of nasty.entries()) {
    agent.tell({ ...bash(`echo ${sign}`, 0, `n${index}`), session_id: `s${sign}`, tool_name: `Bash${sign}` });
    agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: sign, cwd: box.path(agent.folder) });
  }
  assert.equal(agent.steps().length, nasty.length * 2);
  assert.ok(!existsSync(box.path(agent.folder, 'owned')));
  assert.doesNotMatch(box.read(join(agent.folder, '.dream', '_steps.jsonl')), /[\u0000-\u0009\u000b-\u001f]/u);
});

test('prompts are redacted, short, private, and can be switched off', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: `use ${secret} and ${'go on '.repeat(100)}` });
  const todos = [
    { content: 'write the page', status: 'in_progress', activeForm: 'Writing' },
    { content: 'check the links', status: 'pending', activeForm: 'Checking' },
  ];
  agent.tell({ hook_event_name: 'PostToolUse', tool_name: 'TodoWrite', tool_input: { todos }, tool_use_id: 'td' });
  const [prompt] = agent.steps();
  assert.ok(prompt !== undefined && prompt.target.length <= 200 && !prompt.target.includes(secret), prompt?.target);
  const pack = agent.wake('s2');
  assert.match(pack, /DOING: "write the page"/u);
  assert.match(pack, /Left on the to-do list of an earlier session:\n- write the page \(begun\)\n- check the links/u);
  box.dk(agent.folder, ['sleep', '--force']);
  const committed = box.git(join(agent.folder, '.dream'), 'log', '-p', '--all');
  assert.doesNotMatch(committed, /write the page|go on go on/u);
  for (const said of ['prompts: false', 'prompts: "off"']) {
    box.write(join(agent.folder, '.dream', 'dreamkeeper.yaml'), `format: 1\nrecord:\n  ${said}\n`);
    const before = agent.steps().length;
    agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'nobody should know' });
    agent.tell({ hook_event_name: 'PostToolUse', tool_name: 'TodoWrite', tool_input: { todos }, tool_use_id: 'te' });
    assert.equal(agent.steps().length, before, said);
  }
});
