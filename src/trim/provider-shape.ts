// Messages as the AI SDK, Anthropic and OpenAI have them. No name means one thing to one of them and another to the next, so that one reader reads all.
import { isRecord, jsonIn } from '../text/text.ts';
import { saysFailed } from './says-failed.ts';
import type { Part, Seen, Shape } from './shape.ts';
import { shortPart, shortResult } from './short-part.ts';

/** A message of any of them: a `ModelMessage`, a `MessageParam`, a chat message, or an item of the responses interface. */
export type ProviderMessage = object;

type Fields = Readonly<Record<string, unknown>>;

/** Their own types cannot be named here without having all three installed; what is read is looked at first. */
export function providerShape<Message extends ProviderMessage>(): Shape<Message> {
  return {
    see: (message) => see(message as Fields),
    say: (text) => ({ role: 'user', content: text }) as ProviderMessage as Message,
    shorten: (message, most, note) => shorten(message as Fields, most, note) as ProviderMessage as Message,
  };
}

const idOf = (given: unknown): string => (typeof given === 'string' ? given : '');

function see(message: Fields): Seen {
  const { role, type, content } = message;
  if (role === undefined && typeof type === 'string') return itemSeen(message, type);
  const seen: Part[] = [];
  // A message of the chat interface: its calls stand beside its text, and its result is the whole message.
  if (role === 'tool' && typeof message.tool_call_id === 'string')
    return { role: 'tool', parts: [resultOf(message.tool_call_id, content)] };
  for (const part of Array.isArray(content) ? content : [content]) {
    if (typeof part === 'string') seen.push({ kind: 'text', text: part });
    else if (isRecord(part)) seen.push(...partSeen(part));
  }
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
    if (!isRecord(call)) continue;
    const made = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
    seen.push(callOf(idOf(call.id), made.name, made.arguments ?? made.input));
  }
  if (role === 'system' || role === 'developer') return { role: 'rules', parts: seen };
  if (role === 'tool' || seen.some(({ kind }) => kind === 'result' && role === 'user'))
    return { role: 'tool', parts: seen };
  return { role: role === 'assistant' ? 'assistant' : 'user', parts: seen };
}

/** One part of a message, by its type: those of the AI SDK have hyphens, the others underscores. */
function partSeen(part: Fields): Part[] {
  const type = idOf(part.type);
  if (type === 'tool-call') return [callOf(idOf(part.toolCallId), part.toolName, part.input ?? part.args)];
  if (type === 'tool-result' || type === 'tool-error') return [sdkResult(part)];
  if (type === 'tool-approval-request') return [{ kind: 'question', id: `approval ${idOf(part.approvalId)}` }];
  if (type === 'tool-approval-response') return [{ kind: 'answer', id: `approval ${idOf(part.approvalId)}` }];
  if (type.endsWith('tool_use')) return [callOf(idOf(part.id), part.name, part.input)];
  if (type.endsWith('tool_result') && typeof part.tool_use_id === 'string')
    return [resultOf(part.tool_use_id, part.content, part.is_error === true)];
  // What a model thought to itself is told to nobody a second time.
  if (/thinking|reasoning/u.test(type)) return [];
  if (typeof part.text === 'string') return [{ kind: 'text', text: part.text }];
  return [
    {
      kind: 'thing',
      what: (idOf(part.filename) || type.replace(/^input_|_url$|-data$/gu, '') || 'something').slice(0, 60),
    },
  ];
}

function sdkResult(part: Fields): Part {
  const { output, result, error } = part;
  const id = idOf(part.toolCallId);
  if (part.type === 'tool-error') return resultOf(id, error instanceof Error ? error.message : error, true);
  // Older versions had the result itself, and a sign beside it.
  const kind = isRecord(output) ? idOf(output.type) : '';
  // In the steps of a run a result is what the tool gave, whatever that is.
  if (!isRecord(output) || !/^(?:text|json|content|error-text|error-json|execution-denied)$/u.test(kind))
    return resultOf(id, output ?? result, part.isError === true);
  const isDenied = kind === 'execution-denied';
  return resultOf(
    id,
    isDenied ? (output.reason ?? 'denied') : (output.value ?? ''),
    isDenied || kind.startsWith('error'),
  );
}

/** An item of the responses interface; those that are messages have a role and are none of these. */
function itemSeen(item: Fields, type: string): Seen {
  if (type === 'reasoning') return { role: 'assistant', parts: [], bindsNext: true };
  const id = idOf(item.call_id);
  if (type.endsWith('_output')) return { role: 'tool', parts: [resultOf(id, item.output)] };
  if (type.endsWith('_call') && id !== '')
    return {
      role: 'assistant',
      parts: [callOf(id, item.name ?? type.slice(0, -5), item.arguments ?? item.input ?? item.action)],
    };
  return { role: 'assistant', parts: [{ kind: 'thing', what: type.slice(0, 60) }] };
}

function callOf(id: string, name: unknown, given: unknown): Part {
  return {
    kind: 'call',
    id,
    tool: idOf(name) || 'a tool',
    given: typeof given === 'string' ? (jsonIn(given) ?? given) : given,
  };
}

function resultOf(id: string, content: unknown, hasFailed?: boolean): Part {
  const text = textOf(content);
  const isTold =
    hasFailed === true || saysFailed(typeof content === 'object' && !Array.isArray(content) ? content : text);
  return { kind: 'result', id, text, hasFailed: isTold };
}

/** A result as text: that of its parts, or its JSON. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) return JSON.stringify(content) ?? '';
  const isOfParts = content.every((part) => isRecord(part) && typeof part.type === 'string');
  if (!isOfParts) return JSON.stringify(content);
  return content.map((part: Fields) => (typeof part.text === 'string' ? part.text : `[${idOf(part.type)}]`)).join('\n');
}

function shorten(message: Fields, most: number, note: string): Fields {
  const part = (given: unknown): unknown => shortPart(given, most, note);
  const changed: Record<string, unknown> = {};
  const put = (name: string, value: unknown): void => {
    if (value !== message[name]) changed[name] = value;
  };
  // The newest thinking of a model is signed, and what a host says to it stays as it is.
  if (message.role === 'system' || message.role === 'developer' || message.type === 'reasoning') return message;
  if (message.role === undefined && typeof message.type === 'string') {
    const short = part(message);
    return isRecord(short) ? short : message;
  }
  if (Array.isArray(message.content)) put('content', mapped(message.content, part));
  else if (message.role === 'tool' && typeof message.content === 'string')
    put('content', shortResult(message.content, most, note));
  else put('content', part(message.content));
  if (Array.isArray(message.tool_calls)) put('tool_calls', mapped(message.tool_calls, part));
  return Object.keys(changed).length === 0 ? message : { ...message, ...changed };
}

/** The same list, if nothing in it changes. */
function mapped(list: readonly unknown[], change: (each: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((each, at) => each === list[at]) ? list : changed;
}
