// Bodies that are no answer, or not quite.
import type { Fault } from './faults.ts';
import { says, type Turn } from './server.ts';
import { answerOf, eventsOf, type Json, type Wire, wires } from './shapes.ts';

const page = '<!doctype html><html><title>Sign in</title><p>Please sign in.</p></html>';
const garbage = (name: string, body: string | Uint8Array | ((turn: Turn) => string | Uint8Array)): Fault => ({
  ...{ name, behave: says(body), expect: 'garbage' },
});

/** A good answer with one thing replaced, in one piece. */
const withMessage = (name: string, wire: Wire, message: Json, expect: Fault['expect'], text = 'ok'): Fault => ({
  ...{ name: `${wire}: ${name}`, behave: says(() => JSON.stringify(answerOf(wire, text, {}, message))), expect, text },
  ...{ wires: [wire], modes: ['plain'] },
});

const inBytes = (name: string, change: (bytes: Buffer) => Uint8Array, expect: Fault['expect']): Fault => ({
  ...{ name, behave: says((turn) => change(bytesOf(turn, 'caf\u00e9 [here]'))), expect, text: 'caf\u00e9 [here]' },
});

function bytesOf({ wire, isStreamed }: Turn, text: string): Buffer {
  return Buffer.from(isStreamed ? eventsOf(wire, text, { pieces: 1 }).join('') : JSON.stringify(answerOf(wire, text)));
}

const replaced = (bytes: Buffer, what: string, by: Uint8Array): Buffer => {
  const at = bytes.indexOf(what);
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + what.length)]);
};

const others: Readonly<Record<Wire, Wire>> = { chat: 'anthropic', responses: 'chat', anthropic: 'responses' };

export const bodyFaults: readonly Fault[] = [
  garbage('an empty answer', ''),
  garbage('words instead of JSON', 'It is all fine.'),
  garbage('an HTML page', page),
  {
    name: 'an HTML page, as such',
    behave: says(page, { 'content-type': 'text/html; charset=utf-8' }),
    expect: 'garbage',
  },
  ...[
    '{}',
    '[]',
    'null',
    '42',
    '"text"',
    '{"choices":"x"}',
    '{"choices":[]}',
    '{"choices":[{}]}',
    '{"output":[{"type":1}]}',
    '{"content":[{"type":"text"}]}',
  ].map((body) => ({ ...garbage(`JSON: ${body}`, body), modes: ['plain'] as const })),
  ...['{}', '[]', 'null', '42', '{"choices":"x"}']
    .map((body) => garbage(`an event: ${body}`, `data: ${body}\n\n`))
    .map((fault) => ({ ...fault, modes: ['stream'] as const, expect: 'garbage' as const })),
  garbage('a hundred thousand brackets', '['.repeat(60_000)),
  garbage('a dangerous name', '{"__proto__":{"x":1},"choices":[]}'),
  {
    ...garbage('the answer of another kind of provider', ({ wire }) => JSON.stringify(answerOf(others[wire], 'ok'))),
    modes: ['plain'],
  },
  { ...garbage('a stream where none was asked for', ({ wire }) => eventsOf(wire, 'ok').join('')), modes: ['plain'] },
  {
    ...garbage('one piece where a stream was asked for', ({ wire }) => JSON.stringify(answerOf(wire, 'ok'))),
    modes: ['stream'],
  },
  {
    name: 'latin-1, and it says so',
    behave: says((turn) => Buffer.from(bytesOf(turn, 'caf\u00e9').toString(), 'latin1'), {
      'content-type': 'application/json; charset=iso-8859-1',
    }),
    expect: 'garbage',
  },
  {
    name: 'utf-16, and it says so',
    behave: says((turn) => Buffer.from(bytesOf(turn, 'caf\u00e9').toString(), 'utf16le'), {
      'content-type': 'application/json; charset="UTF-16"',
    }),
    expect: 'garbage',
  },
  inBytes('latin-1, and it does not say so', (bytes) => Buffer.from(bytes.toString(), 'latin1'), 'garbage'),
  inBytes('an invalid byte', (bytes) => replaced(bytes, '[here]', Buffer.of(0xff)), 'garbage'),
  inBytes('a character that is cut', (bytes) => replaced(bytes, '[here]', Buffer.of(0xe2, 0x82)), 'garbage'),
  inBytes('a surrogate in bytes', (bytes) => replaced(bytes, '[here]', Buffer.of(0xed, 0xa0, 0x80)), 'garbage'),
  inBytes('a lone surrogate', (bytes) => replaced(bytes, '[here]', Buffer.from('\\ud800')), 'garbage'),
  inBytes('a NUL in JSON', (bytes) => replaced(bytes, '[here]', Buffer.of(0)), 'garbage'),
  { ...inBytes('a byte order mark', (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]), 'answer') },
  ...wires.map(
    (wire): Fault => ({
      name: `${wire}: only blanks`,
      behave: says((turn) => bytesOf(turn, ' \n\t ')),
      expect: 'garbage',
      wires: [wire],
    }),
  ),
  ...wires.map(
    (wire): Fault => ({
      name: `${wire}: a refusal in words`,
      behave: says((turn) => bytesOf(turn, 'I\u2019m sorry, but I can\u2019t help with that.')),
      expect: 'refused',
      wires: [wire],
    }),
  ),
  {
    name: 'one piece just too long',
    behave: says((turn) => bytesOf(turn, 'x'.repeat(64 * 1024 + 1))),
    expect: 'too-big',
  },
  {
    name: 'an answer too long in bytes, not in characters',
    behave: says((turn) => bytesOf(turn, '\u20ac'.repeat(30_000))),
    expect: 'too-big',
  },
  withMessage('content null', 'chat', { role: 'assistant', content: null }, 'garbage'),
  withMessage(
    'content in parts',
    'chat',
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'o' },
        { type: 'text', text: 'k' },
      ],
    },
    'answer',
  ),
  withMessage('content is a number', 'chat', { role: 'assistant', content: 5 }, 'garbage'),
  withMessage('a refusal beside it', 'chat', { role: 'assistant', content: null, refusal: 'No.' }, 'refused'),
  withMessage('reasoning only', 'chat', { role: 'assistant', content: '', reasoning_content: 'hm' }, 'garbage'),
  withMessage(
    'a refusal',
    'responses',
    { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    'refused',
  ),
  withMessage('no content', 'responses', { type: 'message', id: 'm', role: 'assistant', content: [] }, 'garbage'),
  withMessage('no content', 'anthropic', { content: [] }, 'garbage'),
  withMessage('content is words', 'anthropic', { content: 'ok' }, 'garbage'),
  withMessage(
    'thoughts only',
    'anthropic',
    { content: [{ type: 'thinking', thinking: 'hm', signature: 'x' }] },
    'garbage',
  ),
  {
    name: 'an error under 200',
    behave: says('{"error":{"message":"upstream is down","code":502}}'),
    expect: 'server',
    modes: ['plain'],
    message: /upstream is down/u,
  },
  {
    name: 'too many requests under 200',
    behave: says('{"error":{"message":"slow down","code":429}}'),
    expect: 'rate',
    modes: ['plain'],
  },
];
