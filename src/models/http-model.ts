// Models behind an address: the AI SDK speaks the providers' languages, we watch over the wire and say what came of it.
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { estimatedTokens, type HttpSource } from '../config/config.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { fromStream, type Given, inOnePiece } from './given.ts';
import { type Exchange, openExchange } from './guarded-fetch.ts';
import { readKey } from './key.ts';
import type { ModelFailure, ModelOutcome, ModelRequest, Spent } from './model-types.ts';
import { type Trouble, troubleIn } from './trouble.ts';

type Env = Readonly<Record<string, string | undefined>>;

export async function askOverHttp(
  source: HttpSource,
  env: Env,
  send: typeof fetch | undefined,
  request: ModelRequest,
): Promise<ModelOutcome> {
  const { system, prompt, maxTokens, limits, signal, form, schema } = request;
  const sent = system + prompt + (form === 'schema' ? JSON.stringify(schema ?? {}) : '');
  const question = { sent, maxTokens, limits, signal, isStrict: form === 'schema' };
  const got = await exchangeWith(source, env, send, question, callOf(request));
  return got.kind === 'failed' ? got : { kind: 'answer', text: got.given.text, spent: got.spent };
}

/** What an exchange is about, whatever the call looks like. */
export interface Question extends Pick<ModelRequest, 'maxTokens' | 'limits' | 'signal'> {
  /** All the words that are sent, to estimate their tokens where nobody counts them. */
  readonly sent: string;
  /** A schema has to be kept to the letter. */
  readonly isStrict: boolean;
}

/** One call to a provider, watched over; the key is in nothing that comes back. */
export async function exchangeWith(
  source: HttpSource,
  env: Env,
  send: typeof fetch | undefined,
  question: Question,
  call: LanguageModelV4CallOptions,
): Promise<{ readonly kind: 'given'; readonly given: Given; readonly spent: Spent } | ModelFailure> {
  const started = performance.now();
  const { isStreamed, kind } = source;
  const key = readKey(source.key, env);
  const secret = key.kind === 'key' ? key.key : undefined;
  const clean = (text: string): string => withoutKey(text, secret);
  const exchange = openExchange({
    limits: question.limits,
    isStreamed,
    signal: question.signal,
    send: send ?? fetch,
    clean,
  });
  const spent = (given?: Given): Spent => spentOn(question, exchange, performance.now() - started, given);
  const failed = ({ reason, message }: Trouble, given?: Given): ModelFailure => ({
    kind: 'failed',
    reason,
    message: printSafe(oneLine(clean(message), 300)),
    status: exchange.status,
    retryAfter: exchange.retryAfter,
    spent: spent(given),
  });
  try {
    if (key.kind === 'missing') return failed({ reason: 'key', message: key.message });
    const model = await modelOf(source, secret, exchange, question.isStrict);
    const given = await (isStreamed ? fromStream : inOnePiece)(model, kind, call, question.limits.bytes);
    const trouble = exchange.trouble ?? given.trouble;
    if (trouble !== undefined) return failed(trouble, given);
    // A proxy may send back what it was sent.
    const calls = given.calls.map((each) => ({ ...each, input: clean(each.input) }));
    return { kind: 'given', given: { ...given, text: clean(given.text), calls }, spent: spent(given) };
  } catch (error) {
    return failed(exchange.trouble ?? troubleIn(error));
  } finally {
    exchange.end();
  }
}

async function modelOf(
  source: HttpSource,
  apiKey: string | undefined,
  exchange: Exchange,
  isStrict: boolean,
): Promise<LanguageModelV4> {
  const common = { name: source.provider, baseURL: source.url, fetch: exchange.fetch };
  // The empty key is for servers that want none: without any, the library would look for one in the environment.
  if (source.kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ ...common, apiKey: apiKey ?? '' })(source.model);
  }
  if (source.kind === 'responses') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...common, apiKey: apiKey ?? '' }).responses(source.model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const settings = { ...common, includeUsage: true, supportsStructuredOutputs: isStrict };
  return createOpenAICompatible(apiKey === undefined ? settings : { ...settings, apiKey })(source.model);
}

function callOf({ system, prompt, temperature, maxTokens, form, schema }: ModelRequest): LanguageModelV4CallOptions {
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    temperature,
    maxOutputTokens: maxTokens,
    ...(form === 'text'
      ? {}
      : { responseFormat: { type: 'json', name: 'dream', ...(form === 'schema' ? { schema: schema ?? {} } : {}) } }),
    providerOptions: ours,
  };
}

export const ours = {
  // For models it does not know, the library would make a tool of the schema; nobody gets tools from us.
  anthropic: { structuredOutputMode: 'outputFormat' },
  // What an agent did in a day is nothing for a provider to keep.
  openai: { store: false },
} as const;

function spentOn(
  { sent, maxTokens }: Question,
  { bytes, wasCalled }: Exchange,
  milliseconds: number,
  given: Given | undefined,
): Spent {
  const input = given?.input ?? (wasCalled ? estimatedTokens(sent) : 0);
  // Where nobody counted, what came is a measure; no answer is longer than what was asked for.
  const guessed = given === undefined ? Math.ceil(bytes / 4) : estimatedTokens(wordsOf(given));
  return {
    input,
    output: given?.output ?? Math.min(maxTokens, guessed),
    isEstimated: wasCalled && (given?.input === undefined || given.output === undefined),
    bytes,
    milliseconds: Math.round(milliseconds),
    usd: given?.usd ?? null,
  };
}

function wordsOf({ text, calls }: Given): string {
  return text + calls.map(({ toolName, input }) => toolName + input).join('');
}

/** So much of a key at the end of a text is one that was cut. */
const tellingPart = 6;

function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined) return text;
  const without = text.replaceAll(key, '(the key)');
  for (let length = key.length - 1; length >= tellingPart; length -= 1)
    if (without.endsWith(key.slice(0, length))) return `${without.slice(0, -length)}(the key)`;
  return without;
}
