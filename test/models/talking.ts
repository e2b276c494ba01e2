// A provider on this machine that asks for tools, as each kind of provider writes that, in one piece and as a stream.
import type { Behaviour, Turn } from './server.ts';
import { answerOf, chatChunk, eventsOf, type Json, type Wire } from './shapes.ts';

/** A call as a test wants it; `raw` instead of arguments is sent as it is. */
export interface WantedCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly raw?: string;
  readonly id?: string;
}

const toolEnd: Readonly<Record<Wire, string>> = { chat: 'tool_calls', responses: 'completed', anthropic: 'tool_use' };

interface Written extends Required<Pick<WantedCall, 'name' | 'id'>> {
  readonly json: string;
}

const written = (calls: readonly WantedCall[]): Written[] =>
  calls.map(({ name, id, raw, arguments: given }, index) => ({
    ...{ name, id: id ?? `call_${index}`, json: raw ?? JSON.stringify(given ?? {}) },
  }));

/** Asks for these, saying something before. */
export function asks(calls: readonly WantedCall[], text = ''): Behaviour {
  return (turn) => {
    const { response, isStreamed } = turn;
    const all = written(calls);
    response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
    return response.end(isStreamed ? streamed(turn, all, text).join('') : JSON.stringify(whole(turn, all, text)));
  };
}

function whole({ wire }: Turn, calls: readonly Written[], text: string): Json {
  const shape = { end: toolEnd[wire] };
  if (wire === 'chat') {
    const tool_calls = calls.map(({ id, name, json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json },
    }));
    return answerOf(wire, text, shape, { role: 'assistant', content: text === '' ? null : text, tool_calls });
  }
  if (wire === 'anthropic') {
    const uses = calls.map(({ id, name, json }) => ({ type: 'tool_use', id, name, input: JSON.parse(json) }));
    return answerOf(wire, text, shape, { content: [...(text === '' ? [] : [{ type: 'text', text }]), ...uses] });
  }
  const said = answerOf(wire, text, shape);
  const output = said.output as readonly Json[];
  return { ...said, output: [...(text === '' ? [] : output), ...calls.map(itemOf)] };
}

function itemOf({ id, name, json }: Written, index: number): Json {
  return { type: 'function_call', id: `fc_${index}`, call_id: id, name, arguments: json, status: 'completed' };
}

const event = (data: Json): string => `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;
const halves = (json: string): string[] => [json.slice(0, json.length / 2), json.slice(json.length / 2)];

function streamed(turn: Turn, calls: readonly Written[], text: string): string[] {
  const { wire } = turn;
  const all = eventsOf(wire, text, { end: toolEnd[wire] });
  if (wire === 'chat') {
    const chunks = calls.flatMap(({ id, name, json }, index) => [
      chatChunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...halves(json).map((part) => chatChunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]);
    return [...all.slice(0, -3), ...chunks, ...all.slice(-3)];
  }
  if (wire === 'anthropic') {
    const blocks = calls.flatMap(({ id, name, json }, index) => [
      event({
        type: 'content_block_start',
        index: index + 1,
        content_block: { type: 'tool_use', id, name, input: {} },
      }),
      ...halves(json).map((partial_json) =>
        event({ type: 'content_block_delta', index: index + 1, delta: { type: 'input_json_delta', partial_json } }),
      ),
      event({ type: 'content_block_stop', index: index + 1 }),
    ]);
    return [...all.slice(0, -2), ...blocks, ...all.slice(-2)];
  }
  const items = calls.flatMap((call, index) => {
    const item = itemOf(call, index);
    const at = { item_id: `fc_${index}`, output_index: index + 1 };
    return [
      event({ type: 'response.output_item.added', output_index: index + 1, item: { ...item, arguments: '' } }),
      ...halves(call.json).map((delta) => event({ type: 'response.function_call_arguments.delta', ...at, delta })),
      event({ type: 'response.output_item.done', output_index: index + 1, item }),
    ];
  });
  return [...all.slice(0, -1), ...items, ...all.slice(-1)];
}
