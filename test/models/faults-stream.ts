// What can be wrong with a stream and with nothing else.
import type { Fault } from './faults.ts';
import { says, type Turn } from './server.ts';
import { chatChunk, eventsOf, type Wire, wires } from './shapes.ts';

const streamed = (
  name: string,
  body: (turn: Turn, events: readonly string[]) => string,
  expect: Fault['expect'],
  more: Partial<Fault> = {},
): Fault => ({
  ...{ name: `stream: ${name}`, behave: says((turn) => body(turn, eventsOf(turn.wire, turn.text))), expect },
  ...{ modes: ['stream'], ...more },
});

const errors: Readonly<Record<Wire, string>> = {
  chat: 'data: {"error":{"message":"overloaded \\u001b[31m","type":"server_error","code":503}}\n\n',
  responses:
    'event: error\ndata: {"type":"error","sequence_number":3,"error":{"type":"server_error","code":"server_error","message":"overloaded","param":null}}\n\n',
  anthropic: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}\n\n',
};
const tooMany: Readonly<Record<Wire, string>> = {
  chat: 'data: {"error":{"message":"slow down","type":"rate_limit_error","code":429}}\n\n',
  responses:
    'event: error\ndata: {"type":"error","sequence_number":3,"error":{"type":"rate_limit","code":"rate_limit_exceeded","message":"slow down","param":null}}\n\n',
  anthropic: 'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}\n\n',
};

const joined = (events: readonly string[]): string => events.join('');

export const streamFaults: readonly Fault[] = [
  streamed('an error at once', ({ wire }) => errors[wire], 'server', { message: /overloaded/u }),
  streamed('an error after words', ({ wire }, events) => joined(events.slice(0, 4)) + errors[wire], 'server', {
    message: /overloaded/u,
  }),
  streamed(
    'an error after words, then the rest',
    ({ wire }, events) => joined([...events.slice(0, 4), errors[wire], ...events.slice(4)]),
    'server',
  ),
  streamed('too many requests', ({ wire }) => tooMany[wire], 'rate'),
  streamed('too many requests, after words', ({ wire }, events) => joined(events.slice(0, 4)) + tooMany[wire], 'rate'),
  streamed(
    'no JSON in an event',
    (_, events) => joined([...events.slice(0, 4), 'data: {"oops\n\n', ...events.slice(4)]),
    'garbage',
  ),
  streamed('no JSON in the first event', (_, events) => `data: oops\n\n${joined(events)}`, 'garbage'),
  streamed('[DONE] twice', (_, events) => `${joined(events)}data: [DONE]\n\ndata: [DONE]\n\n`, 'answer'),
  streamed('delivered twice', (_, events) => joined(events).repeat(2), 'answer'),
  streamed(
    'delivered three times, then an error',
    ({ wire }, events) => joined(events).repeat(3) + errors[wire],
    'answer',
  ),
  streamed('garbage after the end', (_, events) => `${joined(events)}data: {"oops\n\n<html>`, 'answer'),
  streamed('more words after the end', (_, events) => joined(events) + chatChunk({ content: ' And more.' }), 'answer', {
    wires: ['chat'],
  }),
  streamed('CRLF', (_, events) => joined(events).replaceAll('\n', '\r\n'), 'answer'),
  streamed(
    'comments and blank lines',
    (_, events) => `: hello\n\n\n\n${events.map((each) => `: ping\n${each}\n`).join('')}`,
    'answer',
  ),
  streamed('no blank after the colon', (_, events) => joined(events).replaceAll('data: ', 'data:'), 'answer'),
  streamed('without the last blank line', (_, events) => joined(events).trimEnd(), 'answer', { wires: ['chat'] }),
  streamed('only comments', () => ': ping\n\n'.repeat(100), 'garbage'),
  streamed('only its beginning', (_, events) => events[0] ?? '', 'truncated'),
  streamed('one huge word', ({ wire }) => joined(eventsOf(wire, 'x'.repeat(100_000), { pieces: 1 })), 'too-big'),
  streamed(
    'too many small words',
    ({ wire }) => joined(eventsOf(wire, 'x'.repeat(70_000), { pieces: 2000 })),
    'too-big',
  ),
  ...wires.map((wire) =>
    streamed(
      `${wire}: a pair of surrogates in two events`,
      () => joined(eventsOf(wire, 'a\u{1f319}b\u{1f319}', { pieces: 6 })),
      'answer',
      { wires: [wire], text: 'a\u{1f319}b\u{1f319}' },
    ),
  ),
];
