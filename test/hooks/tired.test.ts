// A session of another program tires (O15): only if its owner says so, by itself, told once where the agent hears it, and consolidated at its end or past its limit.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dreamsIn } from '../../src/observations/observations.ts';
import { saidIn, tallyFile, tallyName } from '../../src/steps/steps.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { bash, type Harness, harness, until } from './harness.ts';

const warning = "You've been active for a while. Start wrapping up.";
const privateFolder = (box: Sandbox, ...more: readonly string[]): string =>
  box.path('project', '.dream', '.git', 'dreamkeeper', ...more);
const fileOf = (session: string): string =>
  tallyName(session, (text) => createHash('sha256').update(text).digest('hex'));

function tiring(box: Sandbox, settings = 'fatigue:\n  hooks: true\n'): Harness {
  const agent = harness(box);
  const file = 'project/.dream/dreamkeeper.yaml';
  box.write(file, `${box.read(file)}${settings}`);
  return agent;
}

/** So many actions of that session, without the processes. */
function acted(box: Sandbox, session: string, count: number): void {
  writeFileSync(privateFolder(box, fileOf(session)), '.'.repeat(count));
}

let calls = 0;
/** What the agent is told after one more call. */
function after(agent: Harness, session = 's1', exit = 0, more: object = {}): string {
  calls += 1;
  const { stdout, stderr, code } = agent.tell({ session_id: session, ...bash('ls', exit, `toolu_${calls}`), ...more });
  assert.deepEqual([code, stderr], [0, '']);
  if (stdout === '') return '';
  const { hookSpecificOutput } = JSON.parse(stdout);
  assert.equal(hookSpecificOutput.hookEventName, 'PostToolUse');
  return hookSpecificOutput.additionalContext;
}

test('59 say nothing, the 60th is told to wrap up, the 61st hears nothing more; two terminals are two', (t) => {
  const box = sandbox(t);
  const agent = tiring(box);
  after(agent, 's1');
  acted(box, 's1', 58);
  assert.equal(after(agent), '', 'the 59th');
  assert.equal(after(agent), warning, 'the 60th');
  assert.equal(after(agent), '', 'the 61st');
  assert.equal(after(agent, 's2'), '', 'another terminal');
});

test('it is never on by itself', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  after(agent);
  assert.deepEqual(
    readdirSync(privateFolder(box)).filter((name) => tallyFile.test(name)),
    [],
  );
  for (const settings of [
    'fatigue:\n  hooks: false\n',
    'fatigue:\n  # hooks: true\n  hooks: false\n',
    'fatigue:\n  warning: 1\n',
  ]) {
    const other = sandbox(t);
    assert.equal(after(tiring(other, settings)), '', settings);
  }
});

test('its own numbers; what failed counts, and is told with the next call that can carry it; set_sleep and batches do not count', (t) => {
  const box = sandbox(t);
  const agent = tiring(box, 'night: {limit: 9m}\nfatigue:\n  hooks: true\n  warning: 3\n  limit: 5\n');
  assert.equal(after(agent), '');
  assert.equal(after(agent, 's1', 0, { tool_name: 'mcp__dreamkeeper__set_sleep' }), '');
  assert.equal(
    agent.tell({ hook_event_name: 'PostToolBatch', tool_calls: [{ tool_name: 'Bash', tool_use_id: 'x' }] }).stdout,
    '',
  );
  assert.equal(after(agent, 's1', 1), '');
  assert.equal(after(agent, 's1', 1), '', 'a failure cannot carry it');
  assert.equal(after(agent), warning);
  assert.equal(box.read(join('project/.dream/.git/dreamkeeper', fileOf('s1'))).length, 4);
});

test('a Stop below the limit sets nothing off; past it what happened is consolidated beside the session, and the count begins again', async (t) => {
  const box = sandbox(t);
  const agent = tiring(box);
  agent.tell({ hook_event_name: 'SessionStart', source: 'startup' });
  for (let at = 0; at < 6; at += 1) after(agent);
  acted(box, 's1', 79);
  agent.tell({ hook_event_name: 'Stop' });
  after(agent);
  assert.ok(!existsSync(box.path('project/.dream/.self/dreams.jsonl')));
  // Another session is at work: whoever is exhausted does not wait for it.
  agent.tell({ session_id: 's2', hook_event_name: 'SessionStart', source: 'startup' });
  after(agent, 's2');
  agent.tell({ hook_event_name: 'Stop' });
  const dreams = () =>
    existsSync(box.path('project/.dream/.self/dreams.jsonl'))
      ? dreamsIn(Buffer.from(box.read('project/.dream/.self/dreams.jsonl')))
      : [];
  await until(() => dreams().length === 1, 'the consolidation');
  await until(() => !existsSync(privateFolder(box, fileOf('s1'))), 'the count is gone');
  assert.equal(dreams()[0]?.actions, 8);
  assert.ok(existsSync(privateFolder(box, fileOf('s2'))), 'that of the other session is its own');
});

test('the end of a session consolidates and dreams, in one night', async (t) => {
  const box = sandbox(t);
  const agent = tiring(box);
  agent.wake('s1');
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'Never push to main without asking me.' });
  for (let at = 0; at < 6; at += 1) after(agent);
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  const newest = () => box.git('project/.dream', 'show', '--format=%s', '--name-only', 'HEAD');
  await until(() => /^\.self\/observations\.md$/mu.test(newest()), 'the night');
  assert.match(newest(), /^rem: [\s\S]*^rem\/\d[^/]*\.org$/mu);
  assert.match(
    box.read('project/.dream/.self/observations.md'),
    /^RED \d\d:\d\d Asked: "Never push to main without asking me\."$/mu,
  );
});

test('the conversation of a session is kept only with record.conversation: true, without credentials (O36)', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const key = `sk-ant-api03-${'Ab1_'.repeat(24)}AA`;
  const speak = (): void => {
    agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: `Use ${key} please` });
    after(agent);
    agent.tell({ hook_event_name: 'Stop', last_assistant_message: 'I did.' });
  };
  speak();
  assert.ok(!existsSync(box.path('project/.dream/.self/conversation.jsonl')));
  const file = 'project/.dream/dreamkeeper.yaml';
  box.write(file, `${box.read(file)}record: {conversation: true}\n`);
  speak();
  const text = box.read('project/.dream/.self/conversation.jsonl');
  assert.doesNotMatch(text, /sk-ant-api03-Ab1/u);
  assert.deepEqual(
    saidIn(text).map(({ role, content, run }) => [role, content.replace(/\[REDACTED[^\]]*\]/u, '…'), run]),
    [
      ['user', 'Use … please', 's1'],
      ['tool', 'Bash: ls', 's1'],
      ['assistant', 'I did.', 's1'],
    ],
  );
  assert.equal(box.git('project/.dream', 'status', '--porcelain', '--', '.self').trim(), '');
});
