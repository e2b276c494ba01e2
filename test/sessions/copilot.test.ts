// What Copilot CLI tells and keeps, read by hand: calls that failed, the same in the names of a plugin, its file of a session, and its trust.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { copilotKept } from '../../src/sessions/copilot/kept.ts';
import { readCopilotPayload } from '../../src/sessions/copilot/payload.ts';
import { readSessionFile } from '../../src/sessions/copilot/session-file.ts';
import { copilotSettings } from '../../src/sessions/copilot/settings.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { recordedFile, recordedLines } from './recorded.ts';

const eventsOf = (word: string, payload: object): readonly HarnessEvent[] =>
  readCopilotPayload(JSON.stringify({ cwd: '/p', ...payload }), word)?.events ?? [];
const ends = (events: readonly HarnessEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.kind === 'call' ? [[event.report.tool, event.report.target, event.report.exit ?? event.report.error]] : [],
  );
const file = recordedFile('copilot-session-1.0.102');
const session = [
  ['bash', 'echo hello-tool', 0],
  ['bash', 'cd sub && sh -c "echo oops >&2; exit 3"', 3],
  ['view', '/home/user/project/a.txt', 0],
  ['view', '/home/user/project/nope.txt', 'Path does not exist'],
  ['edit', '/home/user/project/a.txt', 'No match found'],
  ['create', '/home/user/project/n.txt', 0],
];
const neverMade = [
  ['update_todo', ''],
  ['nosuch', ''],
  ['web_fetch', 'http://127.0.0.1:1/'],
];

test('a recorded session, with calls that failed and some that were never made', () => {
  const words: Readonly<Record<string, string>> = { postToolUse: 'step', postToolUseFailure: 'failed' };
  const told = recordedLines('copilot-more-1.0.102').flatMap((line) => {
    const { ev, in: payload } = JSON.parse(line) as { readonly ev: string; readonly in: object };
    return [...eventsOf(words[ev] ?? '', payload)];
  });
  assert.deepEqual(ends(told), [...session, ...neverMade.map((call) => [...call, 'not run: the call was not valid'])]);
});

test('the same in the names that a plugin is told', () => {
  const tool_result = { result_type: 'success', text_result_for_llm: 'no\n<shellId: a-1 completed with exit code 4>' };
  const call = {
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: 'x' },
    tool_result,
    timestamp: '2026-11-15',
  };
  const message = readCopilotPayload(JSON.stringify({ cwd: '/p', hook_event_name: 'PostToolUse', ...call }), 'step');
  assert.equal(message?.session, 's');
  assert.deepEqual(ends(message?.events ?? []), [['bash', 'x', 4]]);
  const failed = { hook_event_name: 'PostToolUseFailure', tool_name: 'Read', tool_input: { path: 'a' }, error: 'gone' };
  assert.deepEqual(ends(eventsOf('step', failed)), [['Read', 'a', 'gone']]);
});

test('how a command ended stands behind its output, and nowhere else', () => {
  const exit = (textResultForLlm: string): unknown =>
    (
      ends(
        eventsOf('step', { toolName: 'bash', toolArgs: { command: 'x' }, toolResult: { textResultForLlm } }),
      )[0] as unknown[]
    )[2];
  assert.equal(exit('<shellId: 1 completed with exit code 7>\nmore\n<shellId: 2 completed with exit code 0>'), 0);
  assert.equal(exit('<shellId: 1 completed with exit code 7>\nmore'), undefined);
  assert.equal(exit('<command with shellId: 3 is still running>'), undefined);
});

test('its file of a session tells the same, what it said last, and what was begun and has no end', () => {
  const text = readFileSync(file, 'utf8');
  const whole = readSessionFile(text);
  assert.equal(whole.cwd, '/home/user/project');
  assert.match(whole.session ?? '', /^[0-9a-f-]{36}$/u);
  assert.equal(whole.said?.text, 'done');
  assert.deepEqual(whole.unfinished, []);
  const events = whole.events.map(({ event }) => event);
  assert.deepEqual(ends(events).slice(0, session.length), session);
  assert.deepEqual(
    events.flatMap((event) => (event.kind === 'prompt' ? [event.text] : [])),
    ['make it'],
  );
  const killed = readSessionFile(text.slice(0, text.indexOf('"tool.execution_complete"', text.indexOf('exit 3'))));
  assert.deepEqual(ends(killed.unfinished.map(({ event }) => event)), [[...(session[1] ?? []).slice(0, 2), undefined]]);
});

test('the sessions of a project are found by their folder', (t) => {
  const box = sandbox(t);
  const keep = (name: string, cwd: string): string => {
    box.write(`person/.copilot/session-state/${name}/workspace.yaml`, `id: ${name}\ncwd: ${cwd}\nbranch: main\n`);
    return box.write(`person/.copilot/session-state/${name}/events.jsonl`, '');
  };
  const mine = [keep('a', '/p'), keep('c', '"/p"')];
  keep('b', '/p/q');
  box.write('person/.copilot/session-state/lock', '');
  assert.deepEqual(copilotKept.transcripts('/p', { HOME: box.path('person') }), mine);
});

test('whatever comes in, nothing is thrown', () => {
  const words = fc.constantFrom('session-start', 'prompt', 'step', 'failed', 'stop', 'compact', 'session-end', 'x');
  fc.assert(
    fc.property(words, fc.jsonValue(), fc.jsonValue(), (word, any, other) => {
      const all = { toolName: any, toolArgs: other, toolResult: any, timestamp: other, error: any, prompt: any };
      for (const each of eventsOf(word, all)) reportOf(each);
    }),
    { numRuns: times(1000) },
  );
  const types = [
    'session.start',
    'user.message',
    'assistant.message',
    'tool.execution_start',
    'tool.execution_complete',
  ];
  const line = fc.record({ type: fc.constantFrom(...types), data: fc.jsonValue(), timestamp: fc.jsonValue() });
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.json(),
          line.map((each) => JSON.stringify(each)),
        ),
      ),
      (lines) => {
        for (const { event } of readSessionFile(lines.join('\n')).events) reportOf(event);
      },
    ),
    { numRuns: times(1000) },
  );
});

test('it starts hooks in a project only where the folder is trusted; a person’s own anywhere', (t) => {
  const box = sandbox(t);
  const project = box.path('project');
  const waits = (file: string): boolean =>
    copilotSettings.awaits?.(file, project, { HOME: box.path('person') }) !== undefined;
  const local = `${project}/.github/hooks/dreamkeeper.json`;
  assert.ok(waits(local));
  assert.ok(!waits(box.path('person/.copilot/hooks/dreamkeeper.json')));
  const trust = (...folders: string[]): void =>
    void box.write('person/.copilot/config.json', `// managed\n${JSON.stringify({ trustedFolders: folders })}`);
  trust(`${project}2`);
  assert.ok(waits(local));
  trust('/x', project);
  assert.ok(!waits(local));
  trust(box.folder);
  assert.ok(!waits(local));
  assert.match(copilotSettings.ignoredBecause('{"disableAllHooks": true}') ?? '', /off/u);
});
