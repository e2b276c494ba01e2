// A model that asks for tools one after the other, then says "done": OpenAI's chat completions on loopback.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One use of a tool. */
export interface ChatCall {
  readonly name: string;
  readonly input: object;
}

export interface ChatModel {
  readonly url: string;
  /** The body of every request so far, as text. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

interface Asked {
  readonly model?: string;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly role?: string }[];
}

/** A request without tools is a question on the side, such as for a title. */
export async function chatModel(wants: readonly ChatCall[]): Promise<ChatModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    requests.push(text);
    const { model, tools = [], messages = [] } = JSON.parse(text || '{}') as Asked;
    const at = messages.filter(({ role }) => role === 'tool').length;
    stream(response, model ?? 'scripted', at, tools.length === 0 ? undefined : wants[at]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stream(response: ServerResponse, model: string, at: number, want: ChatCall | undefined): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (more: object): void => {
    const chunk = { id: `c${at}`, object: 'chat.completion.chunk', created: 1, model, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const say = (delta: object, finish_reason: string | null = null): void =>
    send({ choices: [{ index: 0, delta, finish_reason }] });
  if (want === undefined) say({ role: 'assistant', content: 'done' });
  else {
    const call = { name: want.name, arguments: JSON.stringify(want.input) };
    say({ role: 'assistant', tool_calls: [{ index: 0, id: `call_${at}`, type: 'function', function: call }] });
  }
  say({}, want === undefined ? 'stop' : 'tool_calls');
  send({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 } });
  response.end('data: [DONE]\n\n');
}
