// What Claude Code hands over and keeps, read by hand: exit codes as they were, refusals, to-dos, and calls that never ended.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readClaudePayload } from '../../src/sessions/claude/payload.ts';
import { readClaudeTranscript } from '../../src/sessions/claude/transcript.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const event = (payload: object): HarnessEvent | undefined =>
  readClaudePayload(JSON.stringify({ session_id: 's', cwd: '/p', ...payload }))?.events[0];
const call = (more: object): object | undefined => {
  const found = event({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, ...more });
  if (found?.kind !== 'call') return undefined;
  const { exit, error, target, phase } = found.report;
  return { exit, error, target, phase };
};

describe('a call', () => {
  const cases: readonly [string, object, object][] = [
    ['that ended well', { tool_response: { stdout: '' } }, { exit: 0 }],
    ['that was stopped', { tool_response: { interrupted: true } }, { error: 'interrupted' }],
    ['that still runs', { tool_input: { command: 'ls', run_in_background: true } }, {}],
    ['whose exit code means nothing was found', { tool_response: { returnCodeInterpretation: 'No matches' } }, {}],
    ['that failed', { hook_event_name: 'PostToolUseFailure', error: 'Exit code 127\nsh: not found' }, { exit: 127 }],
    [
      'that failed by itself',
      { hook_event_name: 'PostToolUseFailure', error: 'File does not exist.\nmore' },
      { error: 'File does not exist.' },
    ],
    [
      'a person stopped',
      { hook_event_name: 'PostToolUseFailure', error: 'x', is_interrupt: true },
      { error: 'interrupted' },
    ],
  ];
  for (const [name, payload, expected] of cases)
    test(name, () => {
      assert.deepEqual(call(payload), { exit: undefined, error: undefined, target: 'ls', phase: 'end', ...expected });
    });
  test('is about its file, address or words', () => {
    for (const input of [{ file_path: 'a' }, { notebook_path: 'a' }, { url: 'a' }, { query: 'a' }, { pattern: 'a' }])
      assert.deepEqual(call({ tool_input: input }), { exit: 0, error: undefined, target: 'a', phase: 'end' });
    assert.deepEqual(call({ tool_input: { content: 'x'.repeat(9) } }), {
      ...{ exit: 0, error: undefined, target: '', phase: 'end' },
    });
  });
});

test('a batch tells of refusals, of exit codes, and of nothing else', () => {
  const told = (tool_response: unknown): object | undefined => {
    const calls = [{ tool_name: 'Bash', tool_input: { command: 'x' }, tool_use_id: 't', tool_response }];
    const found = event({ hook_event_name: 'PostToolBatch', tool_calls: calls });
    if (found?.kind !== 'call') return undefined;
    const { exit, error, phase } = found.report;
    return { exit, error, phase };
  };
  const refused = 'Claude requested permissions to use Bash, but you have not granted it yet.';
  assert.deepEqual(told('all is fine'), { exit: undefined, error: undefined, phase: 'batch' });
  assert.deepEqual(told('Exit code 2\nno'), { exit: 2, error: undefined, phase: 'batch' });
  assert.deepEqual(told([{ type: 'text', text: refused }]), {
    ...{ exit: undefined, error: 'refused', phase: 'batch' },
  });
});

test('whatever comes in, nothing is thrown', () => {
  const names = [
    'SessionStart',
    'SessionEnd',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'UserPromptSubmit',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      (name, more, any) => {
        const payload = {
          ...more,
          hook_event_name: name,
          tool_input: any,
          tool_calls: any,
          tool_response: any,
          prompt: any,
        };
        const told = readClaudePayload(JSON.stringify(payload));
        assert.ok(told !== undefined);
        for (const each of told.events) reportOf(each);
      },
    ),
    { numRuns: times(2000) },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
      readClaudeTranscript(lines.join('\n'));
    }),
    { numRuns: times(2000) },
  );
});

describe('a transcript', () => {
  const user = (content: unknown, more: object = {}): object => ({
    ...{ type: 'user', sessionId: 's', cwd: '/p', timestamp: '2026-06-10T12:00:00.000Z' },
    ...{ message: { role: 'user', content }, uuid: 'u', ...more },
  });
  const use = (id: string, name: string, input: object): object => ({
    ...{ type: 'assistant', sessionId: 's', timestamp: '2026-06-10T12:01:00.000Z' },
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'hm' },
        { type: 'tool_use', id, name, input },
      ],
    },
  });
  const result = (id: string, content: unknown, isError: boolean): object =>
    user([{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], { toolUseResult: { stdout: 'x' } });
  const text = [
    { type: 'summary', summary: 'x' },
    user('write the page'),
    user('<command-name>/clear</command-name>'),
    user('not for you', { isMeta: true }),
    use('1', 'Bash', { command: 'npm test' }),
    result('1', 'Exit code 1\nno', true),
    use('2', 'Edit', { file_path: '/p/a.js' }),
    result('2', 'ok', false),
    use('3', 'Bash', { command: 'npm run build' }),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

  test('gives prompts and calls in order, with the call that never ended', () => {
    const { session, cwd, events, unfinished } = readClaudeTranscript(`${text}\n{"type":"assist`);
    assert.deepEqual([session, cwd], ['s', '/p']);
    const told = events.map(({ event: each }) => {
      const { tool = '', target = '', exit = null, phase = null } = reportOf(each) ?? {};
      return [tool, target, exit, phase];
    });
    assert.deepEqual(told, [
      ['prompt', 'write the page', null, null],
      ['Bash', 'npm test', 1, 'end'],
      ['Edit', '/p/a.js', 0, 'end'],
      ['Bash', 'npm run build', null, 'start'],
    ]);
    assert.equal(unfinished.length, 1);
  });
});
