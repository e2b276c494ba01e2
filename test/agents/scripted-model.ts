// A model that says what it was told to say: Anthropic's messages interface on loopback, for trying real agents without a network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One use of a tool. */
export interface Call {
  readonly call: string;
  readonly input: object;
}

/** What the model does when it is its turn: speak and stop, use one tool, or use several at once. */
export type Turn = { readonly say: string } | Call | { readonly calls: readonly Call[] };

export interface ScriptedModel {
  readonly url: string;
  /** The body of every request so far, in the order of arrival. */
  readonly requests: readonly unknown[];
  close(): Promise<void>;
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

interface Message {
  readonly role?: string;
  readonly content?: unknown;
}

interface Asked {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly Message[];
}

const usage = { input_tokens: 5, output_tokens: 5 };

/**
 * Starts one. It remembers nothing between requests: the next turn is the one with the number of the model's turns in the conversation. A
 * conversation whose first message contains a marker (that of a subagent: its prompt) follows that marker's script. Past its script's
 * end it says "done".
 */
export async function scriptedModel(
  script: readonly Turn[],
  marked: Readonly<Record<string, readonly Turn[]>> = {},
): Promise<ScriptedModel> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    requests.push(body);
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    if (request.method === 'POST' && pathname === '/v1/messages/count_tokens')
      return json(response, 200, { input_tokens: 5 });
    if (request.method !== 'POST' || pathname !== '/v1/messages') {
      return json(response, 404, {
        type: 'error',
        error: { type: 'not_found_error', message: 'There is nothing here.' },
      });
    }
    const asked = body as Asked;
    const content = contentOf(asked, script, marked);
    const message = {
      id: `msg_${requests.length}`,
      type: 'message',
      role: 'assistant',
      model: asked.model ?? 'scripted',
    };
    const stop = {
      stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
      stop_sequence: null,
    };
    if (asked.stream !== true) return json(response, 200, { ...message, content, ...stop, usage });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const start = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
    response.end([...streamed(start, content, stop)].join(''));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A request without tools is no conversation but a question on the side, such as for a title. */
function contentOf(asked: Asked, script: readonly Turn[], marked: Readonly<Record<string, readonly Turn[]>>): Block[] {
  const messages = asked.messages ?? [];
  if ((asked.tools ?? []).length === 0) return [{ type: 'text', text: 'done' }];
  const opening = JSON.stringify(messages[0] ?? '');
  const marker = Object.keys(marked).find((name) => opening.includes(name));
  const number = messages.filter(
    ({ role }, at) => role === 'assistant' && messages[at - 1]?.role !== 'assistant',
  ).length;
  const turn = (marker === undefined ? script : marked[marker])?.[number] ?? { say: 'done' };
  if ('say' in turn) return [{ type: 'text', text: turn.say }];
  return ('calls' in turn ? turn.calls : [turn]).map(({ call, input }, at) => ({
    type: 'tool_use',
    id: ['toolu', marker ?? 'main', number, at].join('_').replaceAll(/[^A-Za-z0-9_]/gu, '_'),
    name: call,
    input,
  }));
}

function* streamed(message: object, content: readonly Block[], stop: object): Generator<string> {
  yield event({ type: 'message_start', message });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    const opened = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    yield event({ type: 'content_block_start', index, content_block: opened });
    yield event({ type: 'content_block_delta', index, delta });
    yield event({ type: 'content_block_stop', index });
  }
  yield event({ type: 'message_delta', delta: stop, usage });
  yield event({ type: 'message_stop' });
}

function event(data: { readonly type: string; readonly [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return JSON.parse(text || '{}');
  } catch {
    // Kept as it came: whoever looks at the requests should see it.
    return text;
  }
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
