// What Pi tells our extension, and what the extension does with it: how calls ended, the pack, one session after another, and a `dk` that is gone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPiPayload } from '../../src/sessions/pi/payload.ts';
import { piSettings } from '../../src/sessions/pi/settings.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { contextOf, loaded, piMessagesOf, play } from './pi-extension.ts';
import { recordedLines } from './recorded.ts';

const eventsOf = (word: string, payload: object): readonly HarnessEvent[] =>
  readPiPayload(JSON.stringify({ session: 's', directory: '/p', ...payload }), word)?.events ?? [];
const ends = (events: readonly HarnessEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.kind === 'call' ? [[event.report.tool, event.report.target, event.report.exit ?? event.report.error]] : [],
  );

test('a recorded session, with calls that failed', async () => {
  const messages = await piMessagesOf(recordedLines('pi-whole-0.87.1'), '/home/user/project');
  assert.deepEqual(
    messages.map(({ word }) => word),
    ['session-start', 'prompt', ...Array.from({ length: 7 }, () => 'step'), 'stop', 'session-end'],
  );
  const missing =
    'Could not find the exact text in /home/user/project/a.txt. The old text must match exactly including';
  assert.deepEqual(
    ends(messages.flatMap(({ word, text }) => readPiPayload(text, word)?.events ?? [])).map((call) => {
      const [tool, target, end] = call as [string, string, unknown];
      return [tool, target, typeof end === 'string' ? end.slice(0, 100) : end];
    }),
    [
      ['bash', 'echo hello-tool', 0],
      ['bash', 'cd sub && sh -c "echo oops >&2; exit 3"', 3],
      ['read', '/home/user/project/a.txt', 0],
      [
        'read',
        '/home/user/project/nope.txt',
        "ENOENT: no such file or directory, access '/home/user/project/nope.txt'",
      ],
      ['edit', '/home/user/project/a.txt', missing.slice(0, 100)],
      ['write', '/home/user/project/n.txt', 0],
      ['bash', 'sleep 9', 'interrupted'],
    ],
  );
});

test('how a command ended stands behind its output, and only where it failed', () => {
  const end = (text: string, isError: boolean): unknown =>
    (ends(eventsOf('step', { tool: 'bash', input: { command: 'x' }, text, isError }))[0] as unknown[])[2];
  assert.equal(end('Command exited with code 7', false), 0);
  assert.equal(end('Command exited with code 7\n\nCommand exited with code 4', true), 4);
  assert.equal(end('a\n\nCommand aborted', true), 'interrupted');
  assert.equal(end('spawn sh ENOENT', true), 'spawn sh ENOENT');
  const [, heard] = eventsOf('step', { tool: 'fetch_page', input: { url: 'u' }, text: 'hello' });
  assert.deepEqual(heard, { kind: 'heard', text: 'hello' });
});

test('whatever comes in, nothing is thrown', () => {
  const words = fc.constantFrom('session-start', 'prompt', 'step', 'stop', 'compact', 'session-end', 'x');
  fc.assert(
    fc.property(words, fc.jsonValue(), fc.jsonValue(), fc.boolean(), (word, any, other, isError) => {
      for (const each of eventsOf(word, { tool: any, input: other, text: any, call: other, source: any, isError }))
        reportOf(each);
    }),
    { numRuns: times(1000) },
  );
});

describe('the extension', () => {
  test('hands the pack over once a session, before its first message, and what a hook says after a call', async (t) => {
    const box = sandbox(t);
    const handlers = await loaded(box.path('extension'), (word) => (word === 'stop' ? 'true' : `printf 'of ${word}'`));
    const [pack, ...after] = await play(handlers, recordedLines('pi-whole-0.87.1'), box.folder);
    const said = { customType: 'dreamkeeper', content: 'of session-start', display: false };
    assert.deepEqual(pack, { message: said });
    assert.equal(after.length, 7);
    for (const answer of after) {
      const { content } = answer as { readonly content: readonly { readonly text: string }[] };
      assert.equal(content.at(-1)?.text, 'of step');
      assert.equal(content.length, 2);
    }
    const start = handlers.get('before_agent_start');
    assert.deepEqual(await start?.({ prompt: 'x' }, contextOf(box.folder)), { message: said }, 'begun again');
    assert.equal(await start?.({ prompt: 'y' }, contextOf(box.folder)), undefined);
    assert.deepEqual(await start?.({ prompt: 'z' }, contextOf(box.folder, 'other')), { message: said });
  });

  test('is silent where nobody asked anything, and goes on when it is loaded again', async (t) => {
    const box = sandbox(t);
    const told = box.path('told');
    const handlers = await loaded(box.path('extension'), (word) => `{ printf '${word} '; cat; echo; } >> '${told}'`);
    const at = contextOf(box.folder);
    await handlers.get('session_start')?.({ reason: 'resume' }, at);
    await handlers.get('session_shutdown')?.({ reason: 'quit' }, at);
    await handlers.get('before_agent_start')?.({ prompt: 'go on' }, at);
    await handlers.get('session_shutdown')?.({ reason: 'reload' }, at);
    await handlers.get('session_compact')?.({}, at);
    const lines = box.read('told').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      ['session-start', 'prompt', 'compact'],
    );
    assert.match(lines[0] ?? '', /"source":"resume"/u);
  });

  test('a `dk` that is gone, or fails, is no trouble to a session', async (t) => {
    const box = sandbox(t);
    for (const command of ['/nowhere/dk hook', 'exit 3', 'kill -9 $$']) {
      const handlers = await loaded(box.path('extension'), () => command);
      assert.deepEqual(await play(handlers, recordedLines('pi-whole-0.87.1'), box.folder), []);
    }
  });
});

test('it loads what lies in a project only where that is trusted; a person’s own anywhere', (t) => {
  const box = sandbox(t);
  const project = box.path('project');
  const waits = (file: string): boolean =>
    piSettings.awaits?.(file, project, { HOME: box.path('person') }) !== undefined;
  const local = `${project}/.pi/extensions/dreamkeeper.js`;
  const answers = (of: object): void => void box.write('person/.pi/agent/trust.json', JSON.stringify(of));
  assert.ok(waits(local));
  assert.ok(!waits(box.path('person/.pi/agent/extensions/dreamkeeper.js')));
  answers({ [box.folder]: true });
  assert.ok(!waits(local));
  answers({ [box.folder]: true, [project]: false });
  assert.ok(waits(local), 'the nearest counts');
  box.write('person/.pi/agent/settings.json', '{"defaultProjectTrust": "always"}');
  assert.ok(waits(local));
  answers({});
  assert.ok(!waits(local));
});
