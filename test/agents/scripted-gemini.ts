// A model that asks for tools one after the other, then says "done": Google's generateContent on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatCall, ChatModel } from './scripted-chat.ts';

interface Asked {
  readonly tools?: readonly { readonly functionDeclarations?: readonly unknown[] }[];
  readonly contents?: unknown;
}

/** A request without tools is a question on the side. */
export async function geminiModel(wants: readonly ChatCall[]): Promise<ChatModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    requests.push(text);
    const { tools = [], contents } = JSON.parse(text || '{}') as Asked;
    const isAsked = tools.some(({ functionDeclarations = [] }) => functionDeclarations.length > 0);
    const at = JSON.stringify(contents ?? []).split('"functionResponse":').length - 1;
    const want = isAsked ? wants[at] : undefined;
    const part = want === undefined ? { text: 'done' } : { functionCall: { name: want.name, args: want.input } };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
    };
    const isStream = request.url?.includes('stream') === true;
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `data: ${JSON.stringify(answer)}\n\n` : JSON.stringify(answer));
  });
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
