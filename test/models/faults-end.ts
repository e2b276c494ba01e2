// Answers that end in another way than the normal one.
import type { Fault } from './faults.ts';
import { good, says } from './server.ts';
import { answerOf, chatChunk, eventsOf, type Shape, type Wire } from './shapes.ts';

const ends = (wire: Wire, name: string, shape: Shape, expect: Fault['expect']): Fault => ({
  ...{ name: `${wire}: ends with ${name}`, behave: good(shape), expect, wires: [wire] },
});

const call = { id: 'x', type: 'function', function: { name: 'rm', arguments: '{}' } };

export const endFaults: readonly Fault[] = [
  ends('chat', 'length', { end: 'length' }, 'truncated'),
  ends('chat', 'content_filter', { end: 'content_filter' }, 'refused'),
  ends('chat', 'tool_calls', { end: 'tool_calls' }, 'garbage'),
  ends('chat', 'function_call', { end: 'function_call' }, 'garbage'),
  ends('chat', 'nothing', { end: null }, 'truncated'),
  ends('chat', 'an unknown word', { end: 'because' }, 'truncated'),
  ends('chat', 'an empty word', { end: '' }, 'truncated'),
  ends('anthropic', 'max_tokens', { end: 'max_tokens' }, 'truncated'),
  ends('anthropic', 'model_context_window_exceeded', { end: 'model_context_window_exceeded' }, 'truncated'),
  ends('anthropic', 'refusal', { end: 'refusal' }, 'refused'),
  ends('anthropic', 'pause_turn', { end: 'pause_turn' }, 'truncated'),
  ends('anthropic', 'tool_use', { end: 'tool_use' }, 'garbage'),
  ends('anthropic', 'stop_sequence', { end: 'stop_sequence' }, 'answer'),
  ends('anthropic', 'nothing', { end: null }, 'truncated'),
  ends('anthropic', 'an unknown word', { end: 'because' }, 'truncated'),
  ends('responses', 'incomplete for length', { end: 'incomplete', why: 'max_output_tokens' }, 'truncated'),
  ends('responses', 'incomplete for content', { end: 'incomplete', why: 'content_filter' }, 'refused'),
  ends('responses', 'incomplete for nothing', { end: 'incomplete' }, 'truncated'),
  ends('responses', 'failed', { end: 'failed' }, { plain: 'server', stream: 'garbage' }),
  ends('responses', 'cancelled', { end: 'cancelled' }, 'truncated'),
  ends('responses', 'in_progress', { end: 'in_progress' }, 'truncated'),
  ends('responses', 'nothing', { end: null }, 'truncated'),
  {
    name: 'chat: finish_reason null',
    behave: says(() => JSON.stringify(answerOf('chat', 'ok')).replace('"stop"', 'null')),
    expect: 'truncated',
    wires: ['chat'],
    modes: ['plain'],
  },
  {
    name: 'chat: finish_reason a number',
    behave: says(() => JSON.stringify(answerOf('chat', 'ok')).replace('"stop"', '1')),
    expect: 'garbage',
    wires: ['chat'],
    modes: ['plain'],
  },
  {
    name: 'chat: a tool call and no end of that kind',
    behave: says(() =>
      JSON.stringify(answerOf('chat', '', {}, { role: 'assistant', content: null, tool_calls: [call] })),
    ),
    expect: 'garbage',
    wires: ['chat'],
    modes: ['plain'],
  },
  {
    name: 'chat: a refusal in the stream',
    behave: says(() => chatChunk({ refusal: 'No, ' }) + chatChunk({ refusal: 'never.' }, { finish_reason: 'stop' })),
    expect: 'refused',
    wires: ['chat'],
    modes: ['stream'],
  },
  {
    name: 'responses: failed, with its error',
    behave: says(() =>
      JSON.stringify({
        ...answerOf('responses', 'ok', { end: 'failed' }),
        error: { code: 'server_error', message: 'it broke' },
      }),
    ),
    expect: 'server',
    wires: ['responses'],
    modes: ['plain'],
    message: /it broke/u,
  },
  {
    name: 'responses: failed for the rate',
    behave: says(() =>
      JSON.stringify({
        ...answerOf('responses', 'ok', { end: 'failed' }),
        error: { code: 'rate_limit_exceeded', message: 'slow' },
      }),
    ),
    expect: 'rate',
    wires: ['responses'],
    modes: ['plain'],
  },
  {
    name: 'chat: cut in the stream, then delivered whole',
    behave: says(() => eventsOf('chat', 'half', { end: 'length' }).join('') + eventsOf('chat', 'ok').join('')),
    expect: 'truncated',
    wires: ['chat'],
    modes: ['stream'],
  },
];
