// What Gemini CLI and Qwen Code tell, read by hand: how a command ended, in the words below its output; failures; what strangers said; their trust.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readGeminiPayload } from '../../src/sessions/gemini/payload.ts';
import { geminiSettings } from '../../src/sessions/gemini/settings.ts';
import { readQwenPayload } from '../../src/sessions/qwen/payload.ts';
import { qwenSettings } from '../../src/sessions/qwen/settings.ts';
import { type HarnessEvent, type HarnessMessage, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { recordedLines } from './recorded.ts';

type Read = (json: string) => HarnessMessage | undefined;
const eventsIn = (read: Read, lines: readonly string[]): HarnessEvent[] =>
  lines.flatMap((line) => [...(read(line)?.events ?? [])]);
const calls = (events: readonly HarnessEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.kind === 'call' ? [[event.report.tool, event.report.target, event.report.exit ?? event.report.error]] : [],
  );

const shortened = (events: readonly HarnessEvent[]): unknown[] =>
  calls(events).map((call) => (call as unknown[]).map((each) => (typeof each === 'string' ? each.slice(0, 60) : each)));

test('a recorded session of Gemini CLI, with calls that failed', () => {
  const events = eventsIn(readGeminiPayload, recordedLines('gemini-more-0.61.0'));
  assert.deepEqual(shortened(events), [
    ['run_shell_command', 'echo hello-tool', 0],
    ['run_shell_command', 'sh -c "echo oops >&2; exit 3"', 3],
    ['read_file', '/home/user/project/a.txt', 0],
    ['read_file', '/home/user/project/nope.txt', 'File not found: /home/user/project/nope.txt'],
    ['replace', '/home/user/project/a.txt', "Could not find an exact match for 'old_string' in '/home/use"],
    ['write_file', '/home/user/project/n.txt', 0],
    ['web_fetch', 'read http://127.0.0.1:1/', 'All requested URLs were skipped: [Blocked Host] http://127.0'],
  ]);
  assert.ok(events.some((event) => event.kind === 'heard' && event.text.includes('Blocked Host')));
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'prompt').map((event) => event.kind === 'prompt' && event.text),
    ['make it'],
  );
});

test('a recorded session of Qwen Code, with calls that failed and some that were never made', () => {
  const events = eventsIn(readQwenPayload, recordedLines('qwen-more-0.24.4'));
  assert.deepEqual(shortened(events), [
    ['run_shell_command', 'echo hello-tool', 0],
    ['run_shell_command', 'sh -c "echo oops >&2; exit 3"', 3],
    ['read_file', '/home/user/project/a.txt', 0],
    ['read_file', '/home/user/project/nope.txt', 'File not found: /home/user/project/nope.txt'],
    ['edit', '/home/user/project/a.txt', 'Failed to edit, 0 occurrences found for old_string in /home/'],
    ['write_file', '/home/user/project/n.txt', 0],
    ['todo_write', '', 'not run: the call was not valid'],
    ['nosuch', '', 'not run: the call was not valid'],
    ['web_fetch', 'http://127.0.0.1:1/', 'Error during fetch for http://127.0.0.1:1/: fetch failed (ca'],
  ]);
  assert.equal(
    events.filter(({ kind }) => kind === 'prompt').length,
    1,
    'it says so after each call, too, without words',
  );
});

describe('how a command ended is read below its output', () => {
  const gemini = (llmContent: string, returnDisplay?: string): unknown => {
    const payload = { hook_event_name: 'AfterTool', tool_name: 'run_shell_command', tool_input: { command: 'x' } };
    const text = JSON.stringify({ ...payload, tool_response: { llmContent, returnDisplay } });
    return (calls(eventsIn(readGeminiPayload, [text]))[0] as unknown[])[2];
  };
  const qwen = (llmContent: string): unknown => {
    const payload = { hook_event_name: 'PostToolUse', tool_name: 'run_shell_command', tool_input: { command: 'x' } };
    const text = JSON.stringify({ ...payload, tool_response: { llmContent } });
    return (calls(eventsIn(readQwenPayload, [text]))[0] as unknown[])[2];
  };
  test('of Gemini CLI', () => {
    assert.equal(gemini('Output: (empty)'), 0);
    assert.equal(gemini('Output: Exit Code: 7\nExit Code: 7\nProcess Group PGID: 1', 'Exit Code: 7\nExit Code: 7'), 0);
    assert.equal(gemini('Output: a\nExit Code: 0\nExit Code: 3\nProcess Group PGID: 1'), 3);
    assert.equal(gemini('Output: a\nSignal: 9\nBackground PIDs: 1, 2'), 'signal 9');
    assert.equal(gemini('Output: a\nError: spawn nothing ENOENT'), 'spawn nothing ENOENT');
    assert.equal(gemini('Command was cancelled by user before it could complete.'), 'interrupted');
    assert.equal(gemini('Command moved to background (PID: 3).'), undefined);
    assert.equal(gemini('All tests pass.'), undefined, 'told by a model in its own words');
  });
  test('of Qwen Code', () => {
    const below = (exit: string, signal = '(none)'): string =>
      `\nError: (none)\nExit Code: ${exit}\nSignal: ${signal}\nProcess Group PGID: (none)`;
    assert.equal(qwen(`Command: x\nDirectory: (root)\nOutput: fake${below('0')}${below('4')}`), 4);
    assert.equal(qwen(`Command: x\nOutput: a${below('(none)', '9')}`), 'signal 9');
    assert.equal(qwen('Command was cancelled by user before it could complete.'), 'interrupted');
    assert.equal(qwen('Background shell started.'), undefined);
  });
});

test('two hooks that are told the same call give it the same name, and two calls have two', () => {
  const [line = ''] = recordedLines('gemini-more-0.61.0').filter((each) => each.includes('"AfterTool"'));
  const name = (text: string): string | undefined => {
    const [event] = readGeminiPayload(text)?.events ?? [];
    return event?.kind === 'call' ? event.report.call : undefined;
  };
  assert.ok(name(line) !== undefined);
  assert.equal(name(line), name(line));
  assert.notEqual(name(line), name(line.replace('echo hello-tool', 'echo hello-tool2')));
});

test('whatever comes in, nothing is thrown', () => {
  const events = [
    'SessionStart',
    'BeforeAgent',
    'AfterTool',
    'AfterAgent',
    'SessionEnd',
    'PostToolUse',
    'PostToolUseFailure',
  ];
  const names = fc.constantFrom(...events, 'PostToolBatch', 'UserPromptSubmit', 'Stop');
  const tools = fc.oneof(
    fc.constantFrom('run_shell_command', 'write_todos', 'todo_write', 'web_fetch'),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(names, tools, fc.jsonValue(), (hook_event_name, tool_name, any) => {
      const all = { tool_input: any, tool_response: any, error: any, prompt: any, timestamp: any, tool_calls: any };
      const text = JSON.stringify({ hook_event_name, tool_name, ...all });
      for (const read of [readGeminiPayload, readQwenPayload])
        for (const each of eventsIn(read, [text])) reportOf(each);
    }),
    { numRuns: times(1000) },
  );
});

test('the trust that each wants is seen in its own files', (t) => {
  const box = sandbox(t);
  const project = box.path('project');
  const env = { HOME: box.path('person') };
  const waits = ({ awaits }: typeof geminiSettings, folder: string): boolean =>
    awaits?.(`${project}/${folder}/settings.json`, project, env) !== undefined;
  const gemini = (): boolean => waits(geminiSettings, '.gemini');
  const qwen = (): boolean => waits(qwenSettings, '.qwen');
  assert.deepEqual([gemini(), qwen()], [true, false]);
  assert.equal(geminiSettings.awaits?.(box.path('person/.gemini/settings.json'), project, env), undefined);
  const rules = (name: string, of: object): void =>
    void box.write(`person/${name}/trustedFolders.json`, `// mine\n${JSON.stringify(of)}`);
  rules('.gemini', { [project]: 'TRUST_FOLDER' });
  assert.equal(gemini(), false);
  rules('.gemini', { [`${project}/x`]: 'TRUST_PARENT' });
  assert.equal(gemini(), false);
  rules('.gemini', { [box.folder]: 'TRUST_FOLDER', [project]: 'DO_NOT_TRUST' });
  assert.equal(gemini(), true);
  rules('.gemini', { [`${project}2`]: 'TRUST_FOLDER' });
  assert.equal(gemini(), true);
  const asks = (enabled: boolean): string => JSON.stringify({ security: { folderTrust: { enabled } } });
  box.write('person/.gemini/settings.json', asks(false));
  box.write('person/.qwen/settings.json', asks(true));
  assert.deepEqual([gemini(), qwen()], [false, true]);
});

test('what each makes of a file that it cannot read, and of hooks that are off', () => {
  const [gemini, qwen] = [geminiSettings.ignoredBecause, qwenSettings.ignoredBecause];
  const off = '{"hooksConfig": {"enabled": false}, "disableAllHooks": true} // mine';
  assert.match(gemini(off) ?? '', /hooksConfig\.enabled/u);
  assert.match(qwen(off) ?? '', /disableAllHooks/u);
  assert.match(gemini('{"hooksConfig": {"disabled": ["dreamkeeper"]}}') ?? '', /our hooks off/u);
  for (const fine of ['', '{}', '{"a": "// \\" /*"} /* x */'])
    assert.deepEqual([gemini(fine), qwen(fine)], [undefined, undefined], fine);
  assert.match(gemini('\uFEFF{}') ?? '', /byte order mark/u);
  assert.equal(qwen('\uFEFF{}'), undefined);
  for (const broken of ['{"a": 1,}', '{']) assert.ok(gemini(broken) !== undefined && qwen(broken) !== undefined);
});
