// A server on this machine that speaks OpenAI's form of embeddings, well or badly; and the contract of every embedder.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { EmbedSource } from '../../src/config/config.ts';
import { embedFailures, mostTexts } from '../../src/embed/embed.ts';
import { embedIn } from '../../src/wire/embedding.ts';
import type { EmbedOutcome } from '../../src/world/world.ts';

export interface AskedOfServer {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

export type Answering = (asked: AskedOfServer, response: ServerResponse) => void;

export interface EmbedServer {
  readonly url: string;
  readonly asked: readonly AskedOfServer[];
}

/** Letters counted: near for texts that share words. */
export function vectorFor(text: string): number[] {
  const vector = Array.from({ length: 64 }, () => 0.01);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 64;
    vector[hash] = (vector[hash] ?? 0) + 1;
  }
  return vector;
}

/** Well, and not in the order in which it was asked. */
export const well: Answering = ({ input }, response) => {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorFor(text) })).toReversed();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
};

export async function embedServer(
  t: { after(done: () => unknown): void },
  answer: Answering = well,
): Promise<EmbedServer> {
  const asked: AskedOfServer[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as AskedOfServer;
    const one = { path: request.url ?? '', authorization: request.headers.authorization, model, input };
    asked.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

export const httpSource = (url: string, limit = 5000): EmbedSource => ({
  ...{ kind: 'http', provider: 'lab', model: 'nomic', url, key: undefined, limit },
});

const embed = embedIn({});
const texts = [
  'how we deploy to staging',
  '',
  '你好 world',
  'x'.repeat(100_000),
  '\u0000\ud800',
  'how we deploy to staging',
];

/** What every embedder keeps to. `make` gives its source. */
export function embedderContract(
  name: string,
  make: (t: { after(done: () => unknown): void }) => Promise<EmbedSource>,
  does: 'embed' | 'decline',
): void {
  const ask = async (
    t: { after(done: () => unknown): void },
    given: readonly string[],
    signal?: AbortSignal,
  ): Promise<EmbedOutcome> => embed(await make(t), { texts: given, signal });

  test(`${name}: one vector for each text in its order, of one length, finite and one long; or a known reason`, async (t) => {
    const outcome = await ask(t, texts);
    if (does === 'decline') return assert.deepEqual(outcome, { kind: 'failed', reason: 'none', status: null });
    assert.equal(outcome.kind, 'vectors');
    const { vectors } = outcome as Extract<EmbedOutcome, { kind: 'vectors' }>;
    assert.equal(vectors.length, texts.length);
    for (const vector of vectors) {
      assert.equal(vector.length, vectors[0]?.length);
      const length = Math.hypot(...vector);
      assert.ok(vector.every(Number.isFinite) && (length === 0 || Math.abs(length - 1) < 1e-4), String(length));
    }
    assert.deepEqual(vectors[0], vectors.at(-1), 'the same text has the same vector');
    assert.notDeepEqual(vectors[0], vectors[2]);
  });

  test(`${name}: nothing is asked of it, too much, or it is stopped before: told, and not thrown`, async (t) => {
    const reasonOf = (outcome: EmbedOutcome): string => (outcome.kind === 'failed' ? outcome.reason : outcome.kind);
    const isNone = does === 'decline';
    assert.equal(reasonOf(await ask(t, [])), isNone ? 'none' : 'vectors');
    const many = Array.from({ length: mostTexts + 1 }, () => 'a');
    assert.equal(reasonOf(await ask(t, many)), isNone ? 'none' : 'too-many');
    assert.equal(reasonOf(await ask(t, ['a'], AbortSignal.abort())), isNone ? 'none' : 'stopped');
    assert.ok(embedFailures.includes('stopped'));
  });
}
