// One part of a message with what is too long in it shortened, in its own format, so that whoever takes the message takes it still.
import { isRecord, jsonIn } from '../text/text.ts';
import { characters } from './characters.ts';
import { saysFailed } from './says-failed.ts';
import { leastKept, shortArguments, withoutMiddle } from './shorten.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The part itself if it is short enough. */
export function shortPart(part: unknown, most: number, note: string): unknown {
  if (typeof part === 'string') return withoutMiddle(part, most, note);
  if (!isRecord(part)) return part;
  const type = typeof part.type === 'string' ? part.type : '';
  const cut = (text: string): string => withoutMiddle(text, most, note);
  // Signed, or sealed: they are taken as they were given, or not at all.
  if (/thinking|reasoning|compaction/u.test(type)) return part;
  if (typeof part.text === 'string') return replaced(part, { text: cut(part.text) });
  if (type === 'tool-result' && isRecord(part.output))
    return replaced(part, { output: shortOutput(part.output, most, note) });
  if (type === 'tool-result' && part.result !== undefined)
    return replaced(part, { result: shortValue(part.result, most, note) });
  if (type.endsWith('tool_result') && part.content !== undefined)
    // What a provider's own tools found is sealed as well; only results of the caller's tools may be touched.
    return type === 'tool_result' ? replaced(part, { content: shortContent(part.content, most, note) }) : part;
  if (type.endsWith('_output')) return replaced(part, { output: shortContent(part.output, most, note) });
  if (isRecord(part.function)) return replaced(part, { function: withArguments(part.function, most, note) });
  if (isRecord(part.custom)) return replaced(part, { custom: withArguments(part.custom, most, note) });
  if (part.arguments !== undefined || part.input !== undefined) return withArguments(part, most, note);
  if (isThing(type) && characters(part) > Math.max(most, leastKept))
    return { type: type.startsWith('input_') ? 'input_text' : 'text', text: leftOut(type, part, note) };
  return part;
}

const isThing = (type: string): boolean => /^(?:input_)?(?:image|file|audio|video|document|media)/u.test(type);

function leftOut(type: string, part: unknown, note: string): string {
  return `[${type.replace(/^input_|_url$|-data$/gu, '')} left out here: ${characters(part)} characters${note}]`;
}

function replaced(part: Fields, changed: Fields): Fields {
  return Object.entries(changed).every(([name, value]) => part[name] === value) ? part : { ...part, ...changed };
}

/** Those of chat and responses are JSON in a text, and stay so. */
function withArguments(call: Fields, most: number, note: string): Fields {
  const name = call.arguments === undefined ? 'input' : 'arguments';
  const given = call[name];
  if (typeof given !== 'string') return replaced(call, { [name]: shortArguments(given, most, note) });
  const read = jsonIn(given);
  if (given.length <= Math.max(leastKept * 2, most)) return call;
  // No JSON, as the input of a custom tool: a text as any other.
  if (read === undefined) return { ...call, [name]: withoutMiddle(given, most, note) };
  return { ...call, [name]: JSON.stringify(shortArguments(read, most, note)) };
}

/** What the AI SDK calls the output of a tool: its JSON becomes text where it has to be cut. */
function shortOutput(output: Fields, most: number, note: string): Fields {
  const { type, value } = output;
  if (typeof value === 'string') return replaced(output, { value: shortResult(value, most, note) });
  if (type === 'content') return replaced(output, { value: shortContent(value, most, note) });
  const json = value === undefined ? '' : (JSON.stringify(value) ?? '');
  if (json.length <= Math.max(leastKept, most)) return output;
  const { type: _, value: __, ...rest } = output;
  return { ...rest, type: type === 'error-json' ? 'error-text' : 'text', value: shortResult(json, most, note) };
}

function shortValue(value: unknown, most: number, note: string): unknown {
  if (typeof value === 'string') return shortResult(value, most, note);
  const json = JSON.stringify(value) ?? '';
  return json.length <= Math.max(leastKept, most) ? value : shortResult(json, most, note);
}

/** What told that it failed tells so still. */
export function shortResult(text: string, most: number, note: string): string {
  const short = withoutMiddle(text, most, note);
  return saysFailed(text) && !saysFailed(short) ? withoutMiddle(`failed: ${text}`, most, note) : short;
}

/** A result that is a text, or a list of parts; of many small parts only as many stay as there is room for. */
function shortContent(content: unknown, most: number, note: string): unknown {
  if (typeof content === 'string') return shortResult(content, most, note);
  if (!Array.isArray(content)) return content;
  const parts = content.map((part) => shortPart(part, most, note));
  const room = Math.max(most, leastKept) * 2;
  let used = 0;
  const fitting = parts.filter((part) => {
    used += characters(part);
    return used <= room;
  });
  const isSame = fitting.length === content.length && fitting.every((part, at) => part === content[at]);
  if (isSame) return content;
  return fitting.length > 0 ? fitting : parts.slice(0, 1);
}
