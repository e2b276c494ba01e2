// Vectors from an address that speaks OpenAI's form of embeddings. Whatever it answers is looked at before it is believed.
import { isRecord, jsonIn } from '../text/text.ts';
import { type EmbedFailure, type EmbedOutcome, type EmbedRequest, embedFailures, type Post } from './embed-types.ts';
import { unit } from './unit.ts';

/** Nobody's vectors are longer. */
const longest = 16_384;

export async function embedOverHttp(model: string, { texts, signal }: EmbedRequest, post: Post): Promise<EmbedOutcome> {
  // An empty text is refused by most.
  const input = texts.map((text) => (text.trim() === '' ? '-' : text));
  const reply = await post('embeddings', { model, input, encoding_format: 'float' }, signal);
  if (reply.kind === 'failed') {
    const reason = embedFailures.find((each) => each === reply.reason) ?? 'garbage';
    return failed(reason, reply.status);
  }
  const vectors = vectorsIn(jsonIn(reply.text), texts.length);
  return vectors === undefined ? failed('garbage', null) : { kind: 'vectors', vectors };
}

function failed(reason: EmbedFailure, status: number | null): EmbedOutcome {
  return { kind: 'failed', reason, status };
}

/** All of them, in the order of the texts; undefined if one is missing, is there twice, or is no vector as the others are. */
function vectorsIn(answer: unknown, count: number): Float32Array[] | undefined {
  const data = partOf(answer, 'data');
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const vectors: Float32Array[] = [];
  for (const [at, each] of data.entries()) {
    const given = partOf(each, 'index') ?? at;
    const index = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < count ? given : -1;
    const vector = vectorIn(partOf(each, 'embedding'));
    if (index === -1 || vector === undefined || vectors[index] !== undefined) return undefined;
    vectors[index] = vector;
  }
  return vectors.every(({ length }) => length === vectors[0]?.length) ? vectors : undefined;
}

function vectorIn(given: unknown): Float32Array | undefined {
  if (!Array.isArray(given) || given.length < 2 || given.length > longest) return undefined;
  const vector = new Float32Array(given.length);
  let isSomething = false;
  for (const [at, value] of given.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) return undefined;
    vector[at] = value;
    isSomething ||= vector[at] !== 0;
  }
  return isSomething ? unit(vector) : undefined;
}

function partOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
