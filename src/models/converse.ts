// One turn of a conversation with tools, behind an address: the same exchange as a question, with another call in it.
import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import type { ModelSource } from '../config/config.ts';
import { isRecord, jsonIn } from '../text/text.ts';
import type { Talk, TalkMessage, TalkOutcome, ToolCall } from './converse-types.ts';
import { failure, nothingSpent, refusalIn } from './failure.ts';
import { exchangeWith, ours } from './http-model.ts';

export async function converseWith(
  source: ModelSource,
  talk: Talk,
  env: Readonly<Record<string, string | undefined>>,
  send: typeof fetch | undefined,
): Promise<TalkOutcome> {
  if (source.kind === 'builtin' || source.kind === 'command') {
    const who = source.kind === 'builtin' ? 'the builtin model' : 'a model that is a program';
    return failure('request', `${who} cannot use tools; it takes one that is reached by HTTP`, nothingSpent);
  }
  const { maxTokens, limits, signal } = talk;
  const question = { sent: talk.system + JSON.stringify([talk.messages, talk.tools]), maxTokens, limits, signal };
  const got = await exchangeWith(source, env, send, { ...question, isStrict: false }, callOf(talk));
  if (got.kind === 'failed') return got;
  const { given, spent } = got;
  const calls = callsFrom(given.calls);
  const refusal = calls.length === 0 ? refusalIn(given.text, spent) : undefined;
  if (refusal !== undefined) return refusal;
  return { kind: 'turn', text: given.text, calls, stop: calls.length > 0 ? 'calls' : 'end', spent };
}

function callOf({ system, messages, tools, temperature, maxTokens }: Talk): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: 'system', content: system }, ...messages.map(messageOf)],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: schema as JSONSchema7,
    })),
    toolChoice: { type: 'auto' },
    temperature,
    maxOutputTokens: maxTokens,
    providerOptions: ours,
  };
}

function messageOf(message: TalkMessage): LanguageModelV4Message {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'tool')
    return {
      role: 'tool',
      content: message.answers.map(({ id, name, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: sendable(name),
        output: { type: 'text', value: text },
      })),
    };
  return {
    role: 'assistant',
    content: [
      ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
      ...message.calls.map(({ id, name, arguments: given }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: sendable(name),
        input: isRecord(given) ? given : { unreadable: given },
      })),
    ],
  };
}

/** Providers take back what they once sent only in their own spelling, and refuse the whole conversation otherwise. */
const spelling = /^[A-Za-z0-9_-]{1,64}$/u;

function sendable(name: string): string {
  return spelling.test(name) ? name : 'unknown';
}

/** The calls with ids that can be told apart, and with their arguments read. */
function callsFrom(calls: readonly LanguageModelV4ToolCall[]): ToolCall[] {
  const taken = new Set<string>();
  return calls.map(({ toolCallId, toolName, input }, index) => {
    const id = spelling.test(toolCallId) && !taken.has(toolCallId) ? toolCallId : `call_${index}_${taken.size}`;
    taken.add(id);
    const given = jsonIn(input);
    // If it is no JSON, whoever deals with the call sees what came, and says so.
    return { id, name: toolName, arguments: given === undefined ? input : given };
  });
}
