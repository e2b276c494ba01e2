// A model that asks for tools one after the other, then says "done": OpenAI's responses interface on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ResponsesModel {
  readonly url: string;
  /** The body of every request so far. */
  readonly requests: readonly { readonly input?: readonly { readonly type?: string }[]; readonly tools?: unknown }[];
  close(): Promise<void>;
}

export async function responsesModel(wants: readonly object[]): Promise<ResponsesModel> {
  const requests: ResponsesModel['requests'][number][] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url?.endsWith('/responses') !== true) {
      response.writeHead(404).end('{}');
      return;
    }
    const body: ResponsesModel['requests'][number] = JSON.parse(Buffer.concat(parts).toString('utf8'));
    requests.push(body);
    const done = { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
    const answered = (body.input ?? []).filter(({ type }) => type?.endsWith('_output') === true).length;
    const item = wants[answered] ?? done;
    const event = (type: string, more: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const usage = { input_tokens: 5, output_tokens: 5, total_tokens: 10 };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event('response.created', { response: { id: 'r' } }));
    response.write(event('response.output_item.done', { output_index: 0, item }));
    response.end(event('response.completed', { response: { id: 'r', status: 'completed', output: [item], usage } }));
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
