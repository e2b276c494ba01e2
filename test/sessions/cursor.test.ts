// What Cursor tells, as its published code says it: nothing here was recorded from the real program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf } from '../../src/install/command.ts';
import { setupOf } from '../../src/install/install.ts';
import { cursor } from '../../src/sessions/cursor/cursor.ts';
import { readCursorPayload } from '../../src/sessions/cursor/payload.ts';
import { cursorSettings } from '../../src/sessions/cursor/settings.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { cursorMessages } from './cursor-shapes.ts';
import { harnessContract, spokenContract } from './harness-contract.ts';

spokenContract({
  harness: cursor,
  messages: cursorMessages('/home/user/project'),
  day: { prompt: 'run it', good: 'echo hello-tool', printed: 'hello-tool', bad: 'ls /nonexistent-xyz', exit: 2 },
  lacks: {
    transcript: 'it tells of none',
    'exit of failure': 'of a command that failed it tells what was printed, and the exit code only where nothing was',
  },
  packIn: (output) => JSON.parse(output).additional_context,
});
harnessContract(cursor, [
  '',
  '{}',
  '{"version": 1, "hooks": {"stop": [{"command": "say done"}]}}',
  '{\r\n\t"hooks": {}\r\n}\r\n',
]);

const eventsOf = (word: string, payload: object): readonly HarnessEvent[] =>
  readCursorPayload(JSON.stringify({ conversation_id: 'c', workspace_roots: ['/p'], ...payload }), word)?.events ?? [];
const end = (word: string, payload: object): unknown => {
  const [event] = eventsOf(word, { tool_name: 'Shell', tool_input: { command: 'x' }, ...payload });
  return event?.kind === 'call' ? (event.report.exit ?? event.report.error) : event;
};

test('how calls ended', () => {
  assert.equal(end('step', { tool_output: '{"output":"","exitCode":0}' }), 0);
  assert.equal(end('step', { tool_output: 'not JSON' }), undefined);
  assert.equal(end('step', { tool_name: 'Write', tool_output: '{"success":true}' }), 0);
  assert.equal(end('failed', { error_message: 'Command failed with exit code 3', failure_type: 'error' }), 3);
  assert.equal(
    end('failed', { error_message: 'Command failed with exit code 3\nit said', failure_type: 'error' }),
    'failed',
  );
  assert.equal(end('failed', { error_message: '', failure_type: 'timeout' }), 'interrupted');
  assert.equal(end('failed', { error_message: '', is_interrupt: true }), 'interrupted');
  assert.equal(end('failed', { error_message: 'no', failure_type: 'permission_denied' }), 'refused');
  assert.equal(end('failed', { tool_name: 'Read', error_message: 'not found\nmore' }), 'not found');
});

test('whatever comes in, nothing is thrown', () => {
  const words = fc.constantFrom(
    'session-start',
    'prompt',
    'step',
    'failed',
    'said',
    'stop',
    'compact',
    'session-end',
    'x',
  );
  fc.assert(
    fc.property(words, fc.jsonValue(), fc.jsonValue(), (word, any, other) => {
      const all = { tool_name: any, tool_input: other, tool_output: any, error_message: other, prompt: any, text: any };
      for (const each of eventsOf(word, { ...all, workspace_roots: other, duration: any })) reportOf(each);
    }),
    { numRuns: times(1000) },
  );
});

test('a file without a version gets one, without which nothing in it counts, and gives it back', async () => {
  const { form } = await setupOf(cursor);
  const program = { node: '/opt/node', script: '/opt/bin.js' };
  for (const text of ['', '{}', '{\n  "hooks": {}\n}\n']) {
    const after = form.withHooks(text, ({ word }) => commandOf('cursor', word, program));
    const { version, hooks } = JSON.parse(after) as {
      readonly version: number;
      readonly hooks: Record<string, unknown>;
    };
    assert.equal(version, 1, text);
    assert.deepEqual(hooks.stop, [{ command: commandOf('cursor', 'stop', program) }]);
    if (text !== '') assert.equal(form.withoutHooks(after, text), text);
  }
  const theirs = '{"version": 2, "hooks": {}}';
  const after = form.withHooks(theirs, ({ word }) => commandOf('cursor', word, program));
  assert.equal((JSON.parse(after) as { readonly version: number }).version, 2);
});

test('a file that is no plain JSON is said to be one', () => {
  for (const fine of ['', '{}', '{"version": 1}']) assert.equal(cursorSettings.ignoredBecause(fine), undefined);
  for (const odd of ['// x\n{}', '{"a": 1,}', '\uFEFF{}'])
    assert.match(cursorSettings.ignoredBecause(odd) ?? '', /may not/u);
});
