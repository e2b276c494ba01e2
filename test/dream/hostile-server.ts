// A provider on this machine that speaks OpenAI's chat completions, whole or as a stream, and says what it was given to say.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { HttpSource } from '../../src/config/config.ts';

export interface Provider {
  /** A model that will say this. */
  saying(text: string, more?: Partial<Pick<HttpSource, 'isStreamed' | 'form'>>): HttpSource;
}

export async function startProvider(t: TestContext): Promise<Provider> {
  const answers = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { model, stream } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        model: string;
        stream?: boolean;
      };
      const content = answers.get(model) ?? '';
      answers.delete(model);
      const common = { id: model, created: 1, model };
      const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
      if (stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const send = (value: unknown): boolean => response.write(`data: ${JSON.stringify(value)}\n\n`);
        const object = 'chat.completion.chunk';
        // Cut anywhere, also inside a character.
        const size = Math.max(7, Math.ceil(content.length / 20));
        for (let at = 0; at < content.length; at += size)
          send({
            ...common,
            object,
            choices: [{ index: 0, delta: { content: content.slice(at, at + size) }, finish_reason: null }],
          });
        send({ ...common, object, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage });
        response.end('data: [DONE]\n\n');
        return;
      }
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    saying: (text, more = {}) => {
      const model = `m-${answers.size}-${text.length}-${Math.random().toString(36).slice(2)}`;
      answers.set(model, text);
      return {
        ...{ kind: 'chat', provider: 'here', model, url: `http://127.0.0.1:${port}/v1`, key: undefined },
        ...{ isStreamed: false, form: 'text', price: undefined, ...more },
      };
    },
  };
}
