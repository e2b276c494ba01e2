// What a provider gave: its words, what it asks for, why they end, and its own count; from an answer in one piece or from a stream.
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import type { HttpSource } from '../config/config.ts';
import { at, type Trouble, troubleIn } from './trouble.ts';

type Kind = HttpSource['kind'];
type Finish = LanguageModelV4FinishReason;

export interface Given {
  readonly text: string;
  /** The tools it asks for; none where it was offered none. */
  readonly calls: readonly LanguageModelV4ToolCall[];
  readonly finish: Finish;
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly usd: number | null;
  /** Why it is no answer. */
  readonly trouble: Trouble | undefined;
}

const interrupted: Finish = { unified: 'interrupted', raw: undefined };

/** `most` is how many bytes an answer may have. */
type Asking = (model: LanguageModelV4, kind: Kind, call: LanguageModelV4CallOptions, most: number) => Promise<Given>;

export const inOnePiece: Asking = async (model, kind, call, most) => {
  const { content, finishReason, usage, response } = await model.doGenerate(call);
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = content.filter((part) => part.type === 'tool-call');
  const finish = kind === 'responses' ? byStatus(at(response?.body, 'status'), finishReason) : finishReason;
  const said = { text, calls, finish };
  return { ...said, ...counts(usage), trouble: tooLong(bytesIn(text, calls), most) ?? flawOf(said, isOffering(call)) };
};

export const fromStream: Asking = async (model, kind, call, most) => {
  const { stream } = await model.doStream({ ...call, includeRawChunks: true });
  let text = '';
  const calls: LanguageModelV4ToolCall[] = [];
  const begun = new Set<string>();
  let bytes = 0;
  let events = 0;
  let end: string | undefined;
  let isOver = false;
  let finish = interrupted;
  let counted: Counts = { input: undefined, output: undefined, usd: null };
  const given = (trouble: Trouble | undefined): Given => ({ text, calls, finish, ...counted, trouble });
  for await (const part of stream) {
    if (part.type === 'raw') {
      events += 1;
      // What comes after the end is somebody's second delivery; only the count may still follow.
      isOver = end !== undefined;
      end ??= endIn(kind, part.rawValue);
    } else if (part.type === 'text-delta' && !isOver) {
      text += part.delta;
      bytes += Buffer.byteLength(part.delta);
      if (bytes > most) return given(tooLong(bytes, most));
    } else if (part.type === 'tool-input-start' && !isOver) begun.add(part.id);
    else if (part.type === 'tool-input-delta') {
      bytes += Buffer.byteLength(part.delta);
      if (bytes > most) return given(tooLong(bytes, most));
    } else if (part.type === 'tool-call') {
      // One that was begun before the end may be told of after it.
      if (!isOver || begun.has(part.toolCallId)) calls.push(part);
    } else if (part.type === 'error' && !isOver) {
      // The library's word for a stream that simply ends.
      const isCut = part.error instanceof Error && part.error.message.includes('without a finish reason');
      if (isCut) break;
      return given(troubleIn(part.error));
    } else if (part.type === 'finish') {
      finish = part.finishReason;
      counted = counts(part.usage);
      break;
    }
  }
  if (events === 0) return given({ reason: 'garbage', message: 'not one event came' });
  finish = kind === 'anthropic' ? finish : asFirstSaid(kind, end, finish);
  return given(flawOf({ text, calls, finish }, isOffering(call)));
};

/** How an event ends the answer, in the provider's own word; undefined if it does not. */
function endIn(kind: Kind, event: unknown): string | undefined {
  const type = at(event, 'type');
  if (kind === 'anthropic') return type === 'message_stop' ? type : undefined;
  if (kind === 'responses')
    return typeof type === 'string' && /^response\.(?:completed|incomplete|failed)$/u.test(type) ? type : undefined;
  const reason = at(at(at(event, 'choices'), '0'), 'finish_reason');
  return typeof reason === 'string' ? reason : undefined;
}

/** The library goes by the last end it sees, or by what came after it, and takes a response without a reason for a complete one. */
function asFirstSaid(kind: Kind, end: string | undefined, finish: Finish): Finish {
  const status = end?.replace('response.', '');
  if (finish.unified === 'error' && status === (kind === 'chat' ? 'stop' : 'completed'))
    return { unified: 'stop', raw: end };
  if (kind === 'responses') return byStatus(status, finish);
  return end === undefined || end === finish.raw ? finish : { unified: 'other', raw: end };
}

function byStatus(status: unknown, finish: Finish): Finish {
  if (status === 'completed') return finish;
  const raw = typeof status === 'string' ? status : undefined;
  if (status === 'incomplete') return finish.unified === 'stop' ? { unified: 'length', raw } : finish;
  return { unified: status === 'failed' ? 'error' : 'other', raw };
}

function isOffering({ tools }: LanguageModelV4CallOptions): boolean {
  return tools !== undefined && tools.length > 0;
}

/** Any end but the normal one is no answer; to ask for tools is one where there are some. */
function flawOf(
  { text, calls, finish }: Pick<Given, 'text' | 'calls' | 'finish'>,
  isOffered: boolean,
): Trouble | undefined {
  const { unified, raw } = finish;
  const flaw = (reason: Trouble['reason'], message: string): Trouble => ({ reason, message });
  if (unified === 'content-filter') return flaw('refused', 'the model refused to answer');
  if (unified === 'tool-calls' && (!isOffered || calls.length === 0))
    return flaw('garbage', `the model asked for tools, and ${isOffered ? 'named none' : 'there are none'}`);
  if (unified === 'error') return flaw('server', 'the provider gave up on the answer');
  // A pause is for whoever goes on talking; we do not.
  if ((unified !== 'stop' && unified !== 'tool-calls') || raw === 'pause_turn')
    return flaw('truncated', `the answer has no proper end (${raw ?? unified})`);
  if (text.trim() === '' && (calls.length === 0 || !isOffered)) return flaw('garbage', 'the answer is empty');
  return text.isWellFormed() ? undefined : flaw('garbage', 'the answer has broken characters in it');
}

function bytesIn(text: string, calls: readonly LanguageModelV4ToolCall[]): number {
  return calls.reduce((all, { input }) => all + Buffer.byteLength(input), Buffer.byteLength(text));
}

function tooLong(bytes: number, most: number): Trouble | undefined {
  return bytes > most ? { reason: 'too-big', message: `the answer has more than ${most} bytes` } : undefined;
}

type Counts = Pick<Given, 'input' | 'output' | 'usd'>;

function counts(usage: {
  readonly inputTokens: { readonly total: number | undefined };
  readonly outputTokens: { readonly total: number | undefined };
  readonly raw?: unknown;
}): Counts {
  const cost = at(usage.raw, 'cost');
  return {
    input: tokens(usage.inputTokens.total),
    output: tokens(usage.outputTokens.total),
    usd: isSensible(cost) ? cost : null,
  };
}

/** A provider's own count is taken at its word, if it is one. The library says nothing where nobody counted, or zero. */
function tokens(value: unknown): number | undefined {
  return isSensible(value) && value > 0 ? Math.ceil(value) : undefined;
}

function isSensible(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e9;
}
