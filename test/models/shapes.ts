// Good answers as the three kinds of provider write them, in one piece and as events of a stream; and the same with one thing wrong.

export const wires = ['chat', 'responses', 'anthropic'] as const;
export type Wire = (typeof wires)[number];

export type Json = Readonly<Record<string, unknown>>;

export interface Shape {
  /** `finish_reason`, `stop_reason`, or the status of a response; left out if null. */
  readonly end?: string | null;
  /** Why a response is incomplete. */
  readonly why?: string;
  /** What the provider counted; left out if null. */
  readonly usage?: Json | null;
  /** In how many pieces a stream brings the text. */
  readonly pieces?: number;
}

export const goodEnd: Readonly<Record<Wire, string>> = { chat: 'stop', responses: 'completed', anthropic: 'end_turn' };
export const cutEnd: Readonly<Record<Wire, string>> = {
  chat: 'length',
  responses: 'incomplete',
  anthropic: 'max_tokens',
};

/** What the provider says it counted. */
export const counted = { input: 11, output: 7 } as const;

function usageOf(wire: Wire): Json {
  return wire === 'chat'
    ? { prompt_tokens: counted.input, completion_tokens: counted.output, total_tokens: 18 }
    : { input_tokens: counted.input, output_tokens: counted.output };
}

function endOf(wire: Wire, { end }: Shape): string | undefined {
  return end === null ? undefined : (end ?? goodEnd[wire]);
}

function withUsage(wire: Wire, { usage }: Shape): Json {
  return usage === null ? {} : { usage: usage ?? usageOf(wire) };
}

/** The parts of a message that a test may replace. */
export function messageOf(wire: Wire, text: string): Json {
  if (wire === 'chat') return { role: 'assistant', content: text };
  const part = { type: wire === 'responses' ? 'output_text' : 'text', text, annotations: [] };
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] };
}

export function answerOf(wire: Wire, text: string, shape: Shape = {}, message: Json = messageOf(wire, text)): Json {
  const end = endOf(wire, shape);
  const usage = withUsage(wire, shape);
  if (wire === 'chat') {
    const choice = { index: 0, message, ...(end === undefined ? {} : { finish_reason: end }) };
    return { id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices: [choice], ...usage };
  }
  if (wire === 'responses') return responseOf(shape, [message], usage);
  const stop = end === undefined ? {} : { stop_reason: end };
  return { id: 'm1', type: 'message', role: 'assistant', model: 'm', content: message.content, ...stop, ...usage };
}

function responseOf(shape: Shape, output: readonly Json[], usage: Json): Json {
  const status = endOf('responses', shape);
  return {
    ...{ id: 'r1', object: 'response', created_at: 1, model: 'm', output, error: null },
    ...(status === undefined ? {} : { status }),
    incomplete_details: shape.why === undefined ? null : { reason: shape.why },
    ...usage,
  };
}

const event = (data: Json): string =>
  `${typeof data.type === 'string' ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** The text cut into so many parts, wherever that is. */
function piecesOf(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

/** A stream, event by event: the beginning, one for each piece, the end. */
export function eventsOf(wire: Wire, text: string, shape: Shape = {}): string[] {
  const pieces = piecesOf(text, shape.pieces ?? 5);
  if (wire === 'chat') return chatEvents(pieces, shape);
  return wire === 'responses' ? responseEvents(pieces, text, shape) : anthropicEvents(pieces, shape);
}

export function chatChunk(delta: Json, more: Json = {}): string {
  const choice = { index: 0, delta, finish_reason: null, ...more };
  return event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] });
}

function chatEvents(pieces: readonly string[], shape: Shape): string[] {
  const end = endOf('chat', shape);
  const usage = withUsage('chat', shape);
  return [
    chatChunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chatChunk({ content })),
    ...(end === undefined ? [] : [chatChunk({}, { finish_reason: end })]),
    event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], ...usage }),
    'data: [DONE]\n\n',
  ];
}

function responseEvents(pieces: readonly string[], text: string, shape: Shape): string[] {
  const end = endOf('responses', shape);
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const message = messageOf('responses', text);
  const response = responseOf(shape, [message], withUsage('responses', shape));
  return [
    event({ type: 'response.created', response: { ...responseOf({ end: 'in_progress' }, [], {}) } }),
    event({ type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } }),
    ...pieces.map((delta) => event({ type: 'response.output_text.delta', ...at, delta })),
    event({ type: 'response.output_item.done', output_index: 0, item: message }),
    ...(end === undefined ? [] : [event({ type: `response.${end}`, response })]),
  ];
}

function anthropicEvents(pieces: readonly string[], shape: Shape): string[] {
  const end = endOf('anthropic', shape);
  const { usage } = withUsage('anthropic', shape);
  const message = { id: 'm1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null };
  const started = { ...message, usage: usage ?? { input_tokens: 0, output_tokens: 0 } };
  return [
    event({ type: 'message_start', message: started }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'ping' }),
    ...pieces.map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    event({ type: 'content_block_stop', index: 0 }),
    ...(end === undefined
      ? []
      : [
          event({
            type: 'message_delta',
            delta: { stop_reason: end, stop_sequence: null },
            usage: usage ?? { output_tokens: 0 },
          }),
        ]),
    event({ type: 'message_stop' }),
  ];
}
