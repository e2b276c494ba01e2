// Two harnesses in one project have one home: a session of one wakes with what the other did, and is told who said it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { project, type Sandbox, sandbox } from '../sandbox.ts';

const env = { DREAMKEEPER_WAKE_WAIT_MS: '60000' };

function told(box: Sandbox, from: string, word: string, payload: object): string {
  const cwd = box.path('project');
  const text = JSON.stringify({ cwd, directory: cwd, ...payload });
  const ran = box.dk('project', ['hook', word, '--from', from], { input: text, env });
  assert.deepEqual([ran.code, ran.stderr], [0, '']);
  return ran.stdout;
}

/** A session of each that asks for something, leaves a file in the middle, and says so. */
const sessions = {
  codex: (box: Sandbox): void => {
    const say = (more: object): string => told(box, 'codex', 'any', { session_id: 'c1', ...more });
    say({ hook_event_name: 'SessionStart', source: 'startup' });
    say({ hook_event_name: 'UserPromptSubmit', prompt: 'write the page of questions', turn_id: 't1' });
    const patch = '*** Begin Patch\n*** Add File: faq.md\n+x\n*** End Patch';
    const call = { tool_name: 'apply_patch', tool_input: { command: patch }, tool_use_id: 'call_1' };
    say({ hook_event_name: 'PostToolUse', ...call, tool_response: 'Exit code: 0\n' });
    box.write('project/faq.md', 'half\n');
    say({ hook_event_name: 'Stop', last_assistant_message: 'The second half is missing.' });
  },
  opencode: (box: Sandbox): void => {
    const say = (word: string, more: object): string => told(box, 'opencode', word, { session: 'ses_1', ...more });
    say('session-start', { source: 'startup' });
    say('prompt', { text: 'write the page of questions', id: 'msg_1' });
    say('step', { tool: 'write', input: { filePath: 'faq.md' }, call: 'call_1' });
    box.write('project/faq.md', 'half\n');
    say('stop', { text: 'The second half is missing.' });
  },
  gemini: (box: Sandbox): void => {
    const say = (more: object): string => told(box, 'gemini', 'any', { session_id: 'g1', ...more });
    say({ hook_event_name: 'SessionStart', source: 'startup' });
    say({ hook_event_name: 'BeforeAgent', prompt: '<hook_context>x</hook_context>\n\nwrite the page of questions' });
    const call = {
      tool_name: 'write_file',
      tool_input: { file_path: 'faq.md' },
      timestamp: '2026-11-15T07:13:56.459Z',
    };
    say({ hook_event_name: 'AfterTool', ...call, tool_response: { llmContent: 'ok' } });
    box.write('project/faq.md', 'half\n');
    say({ hook_event_name: 'AfterAgent', prompt_response: 'The second half is missing.' });
  },
  qwen: (box: Sandbox): void => {
    const say = (more: object): string => told(box, 'qwen', 'any', { session_id: 'q1', ...more });
    say({ hook_event_name: 'SessionStart', source: 'startup' });
    say({ hook_event_name: 'UserPromptSubmit', prompt: 'write the page of questions', prompt_id: 'p1' });
    const call = { tool_name: 'write_file', tool_input: { file_path: 'faq.md' }, tool_use_id: 'toolu_1_a' };
    say({ hook_event_name: 'PostToolUse', ...call, tool_response: { llmContent: 'ok' } });
    box.write('project/faq.md', 'half\n');
    say({ hook_event_name: 'Stop', last_assistant_message: 'The second half is missing.' });
  },
  copilot: (box: Sandbox): void => {
    const say = (word: string, more: object): string => told(box, 'copilot', word, { sessionId: 'p1', ...more });
    say('session-start', { source: 'new' });
    say('prompt', { prompt: 'write the page of questions', timestamp: 1 });
    say('step', {
      toolName: 'create',
      toolArgs: { path: 'faq.md' },
      timestamp: 2,
      toolResult: { resultType: 'success' },
    });
    box.write('project/faq.md', 'half\n');
    const data = { content: 'The second half is missing.' };
    const transcriptPath = box.write('events.jsonl', `${JSON.stringify({ type: 'assistant.message', data })}\n`);
    say('stop', { transcriptPath });
  },
  pi: (box: Sandbox): void => {
    const say = (word: string, more: object): string => told(box, 'pi', word, { session: 'i1', ...more });
    say('session-start', { source: 'startup' });
    say('prompt', { text: 'write the page of questions' });
    say('step', { tool: 'write', input: { path: 'faq.md' }, call: 'call_1', text: 'ok', isError: false });
    box.write('project/faq.md', 'half\n');
    say('stop', { text: 'The second half is missing.' });
  },
} as const;
const titles = {
  pi: 'Pi',
  copilot: 'Copilot CLI',
  codex: 'Codex',
  opencode: 'OpenCode',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
} as const;

for (const first of ['codex', 'opencode', 'gemini', 'qwen', 'copilot', 'pi'] as const)
  test(`Claude Code wakes with what ${titles[first]} did`, (t) => {
    const box = sandbox(t);
    project(box);
    assert.equal(box.dk('project', ['init']).code, 0);
    sessions[first](box);
    // Alone it need not be told who it was.
    assert.match(box.dk('project', ['wake']).stdout, /own last words, [A-Z]/u);
    const stdout = told(box, 'claude', 'any', { session_id: 'k1', hook_event_name: 'SessionStart', source: 'startup' });
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
    const pack = hookSpecificOutput.additionalContext;
    assert.match(pack, /write the page of questions/u);
    assert.match(pack, /faq\.md/u);
    const said = new RegExp(
      `own last words in a session of ${titles[first]}, .*nobody has verified them:\n> The second half is missing\\.`,
      'u',
    );
    assert.match(pack, said);
  });

test('and Codex with what Claude Code did', (t) => {
  const box = sandbox(t);
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  const say = (more: object): string => told(box, 'claude', 'any', { session_id: 'k1', ...more });
  say({ hook_event_name: 'SessionStart', source: 'startup' });
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'toolu_1' };
  say({ hook_event_name: 'PostToolUseFailure', ...bash, error: 'Exit code 1\nno' });
  say({ hook_event_name: 'Stop', last_assistant_message: 'The test still fails.' });
  const start = { session_id: 'c1', hook_event_name: 'SessionStart', source: 'startup' };
  const { hookSpecificOutput } = JSON.parse(told(box, 'codex', 'any', start)) as {
    hookSpecificOutput: { additionalContext: string };
  };
  const pack = hookSpecificOutput.additionalContext;
  assert.match(pack, /npm test/u);
  assert.match(pack, /own last words in a session of Claude Code, [\s\S]*> The test still fails\./u);
});

test('a second session of the same process does not mean that the first is over', (t) => {
  const box = sandbox(t);
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  const start = (session: string): string => {
    const text = JSON.stringify({ directory: box.path('project'), session, source: 'startup' });
    const args = ['hook', 'session-start', '--from', 'opencode', '--pid', `${process.pid}`];
    return box.dk('project', args, { input: text, env }).stdout;
  };
  start('ses_1');
  const pack = start('ses_2');
  assert.doesNotMatch(pack, /ended without a word/u);
  assert.match(pack, /at work/u);
});
