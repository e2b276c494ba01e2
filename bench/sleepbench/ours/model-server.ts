// The faulty model behind an address on this machine, as any model is: the product asks it over HTTP and knows nothing of it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo, type Schema } from '../faulty/answer.ts';
import type { Rates } from '../faulty/rates.ts';
import { tokensOf } from '../measures/orient.ts';
import { dice } from '../random.ts';

export interface FaultyServer {
  /** The operator's settings that choose it for everything. */
  readonly operator: string;
  close(): Promise<void>;
}

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: { readonly json_schema?: { readonly schema?: Schema } };
}

export async function startFaultyServer(seed: number, rates: Rates): Promise<FaultyServer> {
  let calls = 0;
  const server = createServer({ keepAliveTimeout: 50 }, async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // Our own program asks, in the form that its provider library speaks.
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const texts = (role: string): string =>
      body.messages
        .filter((message) => message.role === role)
        .map(({ content }) => textIn(content))
        .join('\n');
    const question = {
      system: texts('system'),
      prompt: texts('user'),
      schema: body.response_format?.json_schema?.schema,
    };
    calls += 1;
    const content = answerTo(question, dice(seed, `answer ${calls}`), rates);
    const usage = {
      prompt_tokens: tokensOf(question.system + question.prompt),
      completion_tokens: tokensOf(content),
      total_tokens: tokensOf(question.system + question.prompt) + tokensOf(content),
    };
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: `c${calls}`, object: 'chat.completion', model: 'faulty', choices: [choice], usage }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    operator: `providers:\n  faulty: { kind: chat, url: "http://127.0.0.1:${port}/v1", form: schema, stream: false }\nmodel: { default: faulty/faulty }\nbudget: { calls_per_night: 50, calls_per_day: 500, tokens_per_night: 1000000, tokens_per_day: 10000000 }\n`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((gone) => server.close(gone));
    },
  };
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n');
}
