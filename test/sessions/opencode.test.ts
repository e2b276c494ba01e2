// What OpenCode tells our plugin, and what the plugin does with it: what failed, subagents, the pack, and a hook that hangs or is gone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readOpencodePayload } from '../../src/sessions/opencode/payload.ts';
import { plugin } from '../../src/sessions/opencode/plugin.ts';
import { pluginForm } from '../../src/sessions/plugin-form.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { loaded, messagesOf, play } from './opencode-plugin.ts';
import { recordedLines } from './recorded.ts';

const eventsOf = (word: string, payload: object): readonly HarnessEvent[] =>
  readOpencodePayload(JSON.stringify({ session: 's', directory: '/p', ...payload }), word)?.events ?? [];
const step = (payload: object): readonly HarnessEvent[] => eventsOf('step', payload);

test('calls as they ended', () => {
  const told = (word: string, payload: object): unknown[] =>
    eventsOf(word, payload).flatMap((event) => {
      if (event.kind !== 'call') return [event.kind];
      const { tool, target, exit, error } = event.report;
      return [[tool, target, exit ?? error, event.cwd]];
    });
  const bash = { tool: 'bash', input: { command: 'ls', workdir: 'sub' } };
  assert.deepEqual(told('step', { ...bash, metadata: { exit: 2 } }), [['bash', 'ls', 2, '/p/sub']]);
  assert.deepEqual(told('step', { ...bash, metadata: { exit: null } }), [['bash', 'ls', 'interrupted', '/p/sub']]);
  assert.deepEqual(told('step', { ...bash, metadata: {} }), [['bash', 'ls', undefined, '/p/sub']]);
  assert.deepEqual(told('step', { tool: 'read', input: { filePath: 'a' } }), [['read', 'a', 0, undefined]]);
  assert.deepEqual(told('step', { tool: 'webfetch', input: { url: 'u' }, output: 'x' }), [
    ['webfetch', 'u', 0, undefined],
    'heard',
  ]);
  assert.deepEqual(told('step', { tool: 'dreamkeeper_search', input: { text: 't' }, output: 'x' }), [
    ['mcp__dreamkeeper__search', 't', 0, undefined],
  ]);
  const rejected = 'The user rejected permission to use this specific tool call.';
  assert.deepEqual(told('failed', { ...bash, error: rejected }), [['bash', 'ls', 'refused', '/p/sub']]);
  assert.deepEqual(told('failed', { tool: 'edit', input: { filePath: 'a' }, error: 'not found\nmore' }), [
    ['edit', 'a', 'not found', undefined],
  ]);
  const [todos] = step({ tool: 'todowrite', input: { todos: [{ content: 'mend', status: 'cancelled' }] } });
  assert.deepEqual(todos === undefined ? undefined : reportOf(todos)?.args, { 1: '[x] mend', whole: true });
});

test('whatever comes in, nothing is thrown', () => {
  const words = fc.constantFrom('session-start', 'prompt', 'step', 'failed', 'stop', 'compact', 'session-end', 'x');
  const tools = fc.oneof(fc.constantFrom('bash', 'todowrite', 'invalid', 'webfetch'), fc.jsonValue());
  fc.assert(
    fc.property(words, tools, fc.jsonValue(), (word, tool, any) => {
      for (const each of eventsOf(word, { tool, input: any, output: any, metadata: any, text: any, error: any }))
        reportOf(each);
    }),
    { numRuns: times(2000) },
  );
});

describe('the plugin', () => {
  test('tells a recorded session in order, failures among them, and hands the pack to each request', async (t) => {
    const lines = recordedLines('opencode-whole-1.18.33');
    const messages = await messagesOf(lines, '/home/user/project');
    assert.deepEqual(
      messages.map(({ word }) => word),
      [
        ...['session-start', 'prompt', 'step', 'step', 'failed', 'failed', 'step', 'step', 'step', 'step'],
        ...['stop', 'session-end'],
      ],
    );
    const box = sandbox(t);
    const hooks = await loaded(box.path('plugin'), box.folder, (word) => `printf 'pack of ${word}'`);
    const pushed = await play(hooks, lines);
    assert.ok(pushed.length > 3);
    assert.deepEqual([...new Set(pushed)], ['pack of session-start']);
  });

  test('what a hook answers after a call is added to what the agent reads', async (t) => {
    const box = sandbox(t);
    const hooks = await loaded(box.path('plugin'), box.folder, (word) => (word === 'step' ? 'printf enough' : 'true'));
    const result = { output: 'ok', metadata: {} };
    await hooks['tool.execute.after']?.({ tool: 'bash', sessionID: 's', callID: 'c', args: {} }, result);
    assert.equal(result.output, 'ok\n\nenough');
  });

  test('a subagent’s calls are its session’s, and it is no session of its own', async (t) => {
    const box = sandbox(t);
    const told = box.path('told');
    const hooks = await loaded(
      box.path('plugin'),
      box.folder,
      (word) => `{ printf '${word} '; cat; echo; } >> ${told}`,
    );
    const say = { message: { id: 'm' }, parts: [{ type: 'text', text: 'go' }] };
    await hooks['chat.message']?.({ sessionID: 'ses_1' }, say);
    const info = { id: 'ses_2', parentID: 'ses_1' };
    await hooks.event?.({ event: { type: 'session.created', properties: { sessionID: 'ses_2', info } } });
    await hooks['chat.message']?.({ sessionID: 'ses_2' }, say);
    await hooks['tool.execute.after']?.({ tool: 'bash', sessionID: 'ses_2', callID: 'c', args: {} }, { output: '' });
    await hooks.event?.({ event: { type: 'session.idle', properties: { sessionID: 'ses_2' } } });
    await hooks.dispose?.({});
    const lines = box.read('told').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      ['session-start', 'prompt', 'step', 'session-end'],
    );
    for (const line of lines) assert.match(line, /"session":"ses_1"/u);
  });

  test('a `dk` that is gone, or fails, is no trouble to a session', async (t) => {
    const box = sandbox(t);
    for (const command of ['/nowhere/dk hook', 'exit 3', 'kill -9 $$']) {
      const hooks = await loaded(box.path('plugin'), box.folder, () => command);
      assert.deepEqual(await play(hooks, recordedLines('opencode-whole-1.18.33')), []);
    }
  });
});

test('what somebody wrote around it stays, and a file of somebody’s own is not touched', () => {
  const form = pluginForm(['stop'], (command) => command === 'ours', plugin);
  const ours = form.withHooks('', () => 'ours');
  assert.deepEqual(form.commandsIn(ours), [{ event: 'stop', command: 'ours' }]);
  for (const [before, after] of [
    ['// mine\n', ''],
    ['', 'export const Mine = async () => ({});\n'],
    ['// a\r\n', '// b'],
  ] as const) {
    const text = before + ours + after;
    assert.equal(form.problemIn(text), undefined);
    assert.equal(
      form.withHooks(text, () => 'ours'),
      text,
    );
    assert.equal(form.withoutHooks(text), before + after);
  }
  assert.match(form.problemIn('export const Mine = 1;\n') ?? '', /not ours/u);
  assert.deepEqual(form.commandsIn('export const Mine = 1;\n'), []);
  assert.ok(form.isEmpty(form.withoutHooks(ours)));
});
