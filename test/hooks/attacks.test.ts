// What an attacker found: contents that got into the record, work filed under the wrong tree, and switches that were overheard.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { project, sandbox } from '../sandbox.ts';
import { bash, type Harness, harness } from './harness.ts';

const todo = (content: string, status = 'in_progress'): object => ({
  ...{ hook_event_name: 'PostToolUse', tool_name: 'TodoWrite', tool_use_id: `td-${content.slice(0, 9)}` },
  tool_input: { todos: [{ content, status, activeForm: 'x' }] },
});
const ended = (tool_name: string, tool_input: object): object => ({
  ...{ hook_event_name: 'PostToolUse', tool_name, tool_input, tool_response: {}, tool_use_id: `t-${tool_name}` },
});
const record = (agent: Harness, path: string): string => readFileSync(path, 'utf8') + agent.folder;

test('what a tool answered is not kept, though it speaks of permissions', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const answers = ['Patient Jane Doe\nAccess denied, permission refused', 'denied: Jane Doe', 'Jane Doe was blocked.'];
  for (const [index, tool_response] of answers.entries())
    agent.tell({
      hook_event_name: 'PostToolBatch',
      tool_calls: [{ tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: `r${index}`, tool_response }],
    });
  assert.equal(agent.steps().length, answers.length);
  assert.doesNotMatch(record(agent, box.path(agent.folder, '.dream', '_steps.jsonl')), /Jane/u);
});

test('only a shell can pass a check, and a failure is none with exit 0', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  agent.tell(ended('WebSearch', { query: 'npm test' }));
  agent.tell(ended('Agent', { description: 'pytest failures' }));
  agent.tell(ended('mcp__srv__run', { command: 'cargo test' }));
  const failed = { tool_name: 'Bash', tool_input: { command: 'npm run lint' }, tool_use_id: 'z' };
  agent.tell({ hook_event_name: 'PostToolUseFailure', ...failed, error: 'Exit code 0\nreally failed' });
  const pack = agent.wake('next');
  assert.doesNotMatch(pack, /Verified/u);
  assert.equal(agent.steps().find(({ call }) => call === 'z')?.exit, null);
});

describe('what is wanted', () => {
  test('lasts over several nights, until it is done', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    agent.tell(todo('wire up validation'));
    for (const round of [1, 2, 3]) {
      agent.tell(bash(`echo ${round}`, 0, `e${round}`));
      assert.match(agent.wake(`s${round}`), /DOING: "wire up validation"/u, `${round}`);
    }
    agent.tell(todo('wire up validation', 'completed'));
    assert.match(agent.wake('last'), /DOING: nothing/u);
  });
  test('in another worktree, or by a session that is at work, is theirs', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'feat', box.path('tree'));
    const live = (payload: object): void => {
      const input = JSON.stringify({ session_id: 'alive', cwd: box.path(agent.folder), ...payload });
      box.dk(agent.folder, ['hook', 'x', '--from', 'claude', '--pid', `${process.pid}`], {
        ...{ input, env: { DREAMKEEPER_WAKE_WAIT_MS: '60000' } },
      });
    };
    live({ hook_event_name: 'SessionStart', source: 'startup' });
    live(todo('drop the table'));
    live({ hook_event_name: 'UserPromptSubmit', prompt: 'drop it all' });
    for (const cwd of [agent.folder, 'tree']) {
      const pack = agent.wake(`in ${cwd}`, { cwd });
      assert.doesNotMatch(pack, /drop/u, cwd);
      assert.match(pack, /Another session is at work/u, cwd);
    }
  });
});

describe('where something happened', () => {
  test('a shell that went into a folder, or another worktree, is told from there', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    for (const name of ['pa', 'pb']) mkdirSync(box.path(agent.folder, name));
    const env = { CLAUDE_PROJECT_DIR: box.path(agent.folder) };
    const at = (folder: string, payload: object): void => {
      agent.tell({ ...payload, cwd: box.path(folder) }, { env });
    };
    at(join(agent.folder, 'pa'), bash('make test', 2, 'a'));
    at(join(agent.folder, 'pb'), bash('make test', 0, 'b'));
    const pack = agent.wake('next');
    assert.match(pack, /Next action: make `cd pa && make test` pass/u);
    assert.match(pack, /`cd pb && make test` ended with 0/u);
    box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'w', box.path('tree'));
    at('tree', bash('npm test', 1, 'c'));
    assert.equal(agent.steps().at(-1)?.worktree, box.path('tree'));
    // Of another branch it is told in one line, and is no order here.
    const elsewhere = agent.wake('main');
    assert.deepEqual(elsewhere.match(/^.*npm test.*$/gmu)?.length, 1, elsewhere);
    assert.match(elsewhere, /^- on branch `w`, `npm test` failed at /mu);
  });
  test('a repository inside, and a workspace around, have no home of their own', (t) => {
    const box = sandbox(t);
    const agent = harness(box);
    project(box, join(agent.folder, 'vendor', 'x'));
    const inner = box.path(agent.folder, 'vendor', 'x');
    for (const env of [{ CLAUDE_PROJECT_DIR: inner }, { CLAUDE_PROJECT_DIR: box.folder }])
      for (const payload of [bash('npm test', 1, 'v'), { hook_event_name: 'UserPromptSubmit', prompt: 'secret plan' }])
        agent.tell({ ...payload, cwd: inner }, { env });
    agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'wide' }, { env: { CLAUDE_PROJECT_DIR: box.folder } });
    assert.deepEqual(agent.steps(), []);
    assert.deepEqual(agent.runs(), []);
    assert.doesNotMatch(agent.wake('outer'), /vendor/u, 'and are no unfinished work of the outer one');
    const inside = join(agent.folder, 'vendor', 'x');
    assert.equal(box.dk(inside, ['status']).code, 10);
    assert.equal(box.dk(inside, ['install', 'claude', '--yes']).code, 0);
    assert.ok(existsSync(box.path(inside, '.dream', 'rem')), 'a home and a first dream of its own');
  });
});

test('prompts: off, in every spelling that means it', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const settings = join(agent.folder, '.dream', 'dreamkeeper.yaml');
  const keeps = (text: string): boolean => {
    box.write(settings, text);
    const before = agent.steps().length;
    agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' });
    return agent.steps().length > before;
  };
  for (const off of [
    'record:\n  prompts: off\n',
    'record: {prompts: false}\n',
    'record:\n  ? prompts\n  : off\n',
    'record: {"prom\\u0070ts": off}\n',
    "rem: {checks: ['prompts:on']}\nrecord: {prompts: off}\n",
    "{format: 1, agent: agent, rem: {checks: ['#x']}, record: {prompts: off}}\n",
    `# ${'x'.repeat(70_000)}\nrecord: {prompts: off}\n`,
  ])
    assert.equal(keeps(off), false, off.slice(0, 60));
  for (const on of ['format: 1\n', 'record:\n  prompts: on\n', 'record: {prompts: true}  # yes\n'])
    assert.equal(keeps(on), true, on);
});

test('half a credential is not kept either', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  agent.tell(todo(`${'go on '.repeat(27)}${secret}`));
  const error = `${'it failed '.repeat(27)}${secret}`;
  agent.tell({ hook_event_name: 'PostToolUseFailure', tool_name: 'mcp__x', tool_input: {}, tool_use_id: 'q', error });
  assert.equal(agent.steps().length, 2);
  assert.doesNotMatch(record(agent, box.path(agent.folder, '.dream', '_steps.jsonl')), /16C7e42F/u);
  const long = box.dk(agent.folder, ['remember', `${'go on '.repeat(165)}${secret}`]);
  assert.equal(long.code, 2);
});

test('one file in the way does not take the rest with it', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  mkdirSync(box.path(agent.folder, '.dream', '.git', 'dreamkeeper', 'runs.jsonl'), { recursive: true });
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'go on' });
  assert.equal(agent.steps().length, 1);
  assert.match(agent.wake('s1'), /Good morning/u);
});

test('a killed session is told to whoever comes next, also if another tick found it, and when it is resumed', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const dead = '999999';
  const hook = (session_id: string, payload: object, pid = dead): string =>
    box.dk(agent.folder, ['hook', 'x', '--from', 'claude', '--pid', pid], {
      input: JSON.stringify({ session_id, cwd: box.path(agent.folder), ...payload }),
      env: { DREAMKEEPER_WAKE_WAIT_MS: '60000' },
    }).stdout;
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  hook('killed', start);
  hook('killed', bash('ls', 0, 'k1'));
  box.dk(agent.folder, ['tick']);
  assert.match(hook('next', start, `${process.pid}`), /ended without a word/u);
  hook('next', { hook_event_name: 'SessionEnd' }, `${process.pid}`);
  hook('again', start);
  hook('again', { hook_event_name: 'UserPromptSubmit', prompt: 'x' });
  assert.match(hook('again', { ...start, source: 'resume' }, `${process.pid}`), /This session was cut off at/u);
});
