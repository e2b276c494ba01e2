// What Codex hands over and keeps, read by hand: exit codes from its rollout, patches, calls that no hook heard of, and its trust.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { joined } from '../../src/sessions/codex/joined.ts';
import { codexKept } from '../../src/sessions/codex/kept.ts';
import { readCodexPayload } from '../../src/sessions/codex/payload.ts';
import { readRollout } from '../../src/sessions/codex/rollout.ts';
import { awaits } from '../../src/sessions/codex/trust.ts';
import { type HarnessEvent, type HarnessMessage, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { recordedFile, recordedLines } from './recorded.ts';

const transcript = recordedFile('codex-more-rollout-0.169.0');
const told = (payload: object): HarnessMessage | undefined =>
  readCodexPayload(JSON.stringify({ session_id: 's', cwd: '/p', ...payload }));
const ended = (more: object): HarnessEvent | undefined =>
  told({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, ...more })?.events[0];
const reportIn = (event: HarnessEvent | undefined): object | undefined => {
  if (event?.kind !== 'call') return undefined;
  const { tool, target, exit, error, phase } = event.report;
  return { tool, target, exit, error, phase };
};
const call = { exit: undefined, error: undefined, phase: 'end' };

describe('a call', () => {
  const cases: readonly [string, object, object][] = [
    ['of a command tells not how it ended', { tool_response: 'x' }, { tool: 'Bash', target: 'ls' }],
    [
      'of a patch is about its files',
      {
        tool_name: 'apply_patch',
        tool_input: { command: '*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Delete File: c\n*** End Patch' },
        tool_response: 'Exit code: 0\nWall time: 0 seconds\n',
      },
      { tool: 'apply_patch', target: 'a b.txt, c', exit: 0 },
    ],
    [
      'of a patch that failed',
      { tool_name: 'apply_patch', tool_input: { command: '' }, tool_response: 'Exit code: 1\n' },
      { tool: 'apply_patch', target: '', exit: 1 },
    ],
    [
      'of a server',
      { tool_name: 'mcp__srv__find', tool_input: { query: 'q' }, tool_response: { content: [] } },
      { tool: 'mcp__srv__find', target: 'q', exit: 0 },
    ],
    [
      'of a server that failed',
      { tool_name: 'mcp__srv__find', tool_input: {}, tool_response: { isError: true } },
      { tool: 'mcp__srv__find', target: '', error: 'failed' },
    ],
  ];
  for (const [name, payload, expected] of cases)
    test(name, () => assert.deepEqual(reportIn(ended(payload)), { ...call, ...expected }));
  test('its plan is a to-do list, and no step', () => {
    const plan = [
      { step: 'mend the door', status: 'in_progress' },
      { step: 'paint it', status: 'pending' },
    ];
    const event = ended({ tool_name: 'update_plan', tool_input: { plan }, tool_use_id: 'c' });
    assert.deepEqual(event === undefined ? undefined : reportOf(event), {
      ...{ tool: 'todo', target: 'mend the door', call: 'c' },
      args: { 1: '[-] mend the door', 2: '[ ] paint it', whole: true },
    });
  });
  test('what strangers answer is heard, and what we answer is not', () => {
    const heard = (tool_name: string): boolean =>
      told({ hook_event_name: 'PostToolUse', tool_name, tool_response: { content: [{ text: 'hello' }] } })?.events.some(
        (event) => event.kind === 'heard' && event.text === 'hello',
      ) === true;
    assert.deepEqual(['mcp__srv__find', 'mcp__dreamkeeper__search', 'Bash'].map(heard), [true, false, false]);
  });
});

describe('joined with the rollout', () => {
  const lines = recordedLines('codex-more-0.169.0');
  test('a command has its exit code, its time and its folder', async () => {
    const calls = await Promise.all(
      lines.map(async (line) => {
        const message = readCodexPayload(line);
        return message === undefined ? [] : (await joined({ ...message, transcript })).events;
      }),
    );
    const reports = calls.flat().flatMap((event) => (event.kind === 'call' ? [event] : []));
    assert.deepEqual(
      reports.map(({ report: { tool, target, exit, error, phase }, cwd }) => [tool, target, exit ?? error, phase, cwd]),
      [
        ['Bash', 'sleep 1; echo late; exit 3', 3, 'end', '/home/user/project'],
        ['apply_patch', 'a.txt, b/c.txt', 0, 'end', undefined],
        ['Bash', 'pwd; exit 5', 5, 'end', '/home/user/project/b'],
        // No hook heard of these: at the end of a turn they are told. The first was killed when the session ended.
        ['Bash', 'sleep 20; exit 4', 'interrupted', 'batch', undefined],
        [
          ...['apply_patch', 'nope.txt'],
          'apply_patch verification failed: Failed to read file to update /home/user/project/nope.txt: No such file or directory (os error 2)',
          ...['batch', undefined],
        ],
      ],
    );
    assert.ok(reports.some(({ report }) => (report.durationMs ?? 0) > 500));
  });
  test('a call with the name of an older one is not told its end', async () => {
    const message = told({
      ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'call_77' },
      tool_response: '"id":"call_77" {"type":"CommandExecution","exit_code":0}',
    });
    assert.ok(message !== undefined);
    const { events } = await joined({ ...message, transcript });
    assert.deepEqual(events, message.events);
  });
  test('what is asked for and has no end is unfinished', () => {
    const text = readFileSync(transcript, 'utf8');
    const killed = text.slice(0, text.indexOf('"type":"item_completed","thread_id"', text.indexOf('sleep 1')));
    const { unfinished, events, session, cwd } = codexKept.transcript(killed);
    assert.match(session ?? '', /^[0-9a-f-]{36}$/u);
    assert.equal(cwd, '/home/user/project');
    assert.deepEqual(
      unfinished.map(({ event }) => reportIn(event)),
      [{ ...call, tool: 'Bash', target: 'sleep 1; echo late; exit 3', phase: 'start' }],
    );
    assert.equal(events[0]?.event.kind, 'prompt');
    assert.equal(codexKept.transcript(text).said?.text, 'done');
  });
});

test('whatever comes in, nothing is thrown', () => {
  const names = ['SessionStart', 'SessionEnd', 'PostToolUse', 'Stop', 'UserPromptSubmit', 'PreCompact'];
  const tools = fc.oneof(fc.constantFrom('Bash', 'apply_patch', 'update_plan', 'mcp__a__b'), fc.jsonValue());
  fc.assert(
    fc.property(fc.constantFrom(...names), tools, fc.jsonValue(), (hook_event_name, tool_name, any) => {
      const payload = { hook_event_name, tool_name, tool_input: any, tool_response: any, prompt: any };
      const message = readCodexPayload(JSON.stringify(payload));
      assert.ok(message !== undefined);
      for (const each of message.events) reportOf(each);
    }),
    { numRuns: times(2000) },
  );
  const types = fc.constantFrom('item_completed', 'function_call', 'custom_tool_call', 'function_call_output');
  const item = fc.record({
    ...{ type: fc.constantFrom('CommandExecution', 'FileChange', 'McpToolCall', 'UserMessage', 'AgentMessage') },
    ...{ id: fc.constantFrom('a', 'b'), command: fc.jsonValue(), content: fc.jsonValue(), exit_code: fc.jsonValue() },
    ...{ cwd: fc.jsonValue(), changes: fc.jsonValue(), duration: fc.jsonValue(), status: fc.jsonValue() },
  });
  const payload = fc.record({
    ...{ type: types, call_id: fc.constantFrom('a', 'b'), name: fc.constantFrom('exec_command', 'apply_patch', 'x') },
    ...{ arguments: fc.jsonValue(), input: fc.jsonValue(), output: fc.jsonValue(), item },
  });
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ payload }).map((each) => JSON.stringify(each)),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const { event } of readRollout(lines.join('\n')).events) reportOf(event);
    }),
    { numRuns: times(2000) },
  );
});

test('what it waits for is seen in its own settings, as far as it stands there', (t) => {
  const box = sandbox(t);
  const project = box.path('project');
  const file = `${project}/.codex/hooks.json`;
  const waits = (toml: string | undefined, place = file): string | undefined => {
    if (toml !== undefined) box.write('person/.codex/config.toml', toml);
    return awaits(place, project, { HOME: box.path('person') })?.what;
  };
  const trusted = `[hooks.state]\r\n\r\n[hooks.state.${JSON.stringify(`${file}:stop:0:0`)}] # mine\r\ntrusted_hash = "sha256:1"\r\n`;
  assert.match(waits(undefined) ?? '', /not trusted/u);
  assert.match(waits('model = "x"\n') ?? '', /not trusted/u);
  assert.equal(waits(trusted), undefined);
  assert.equal(waits(`[hooks.state.'${file}:stop:0:0']\ntrusted_hash = 'sha256:1'\n`), undefined);
  assert.match(waits(trusted, `${box.path('other')}/.codex/hooks.json`) ?? '', /not trusted/u);
  assert.match(waits(`${trusted}enabled = false\n`) ?? '', /one of them switched off/u);
  assert.match(waits(`[features]\nhooks = false\n${trusted}`) ?? '', /hooks switched off/u);
  assert.match(waits(`${trusted}[projects."${project}"]\ntrust_level = "untrusted"\n`) ?? '', /not trust this folder/u);
  assert.equal(waits(`${trusted}[projects."${project}"]\ntrust_level = "trusted"\n`), undefined);
});
