// Random conversations, told once and written down as each provider has them. What a call is, and its result, is read back here without our own reader.
import { fc } from '../drawn.ts';

export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, string>>;
  readonly result: string;
  readonly hasFailed: boolean;
}

export type Turn =
  | { readonly who: 'user'; readonly text: string; readonly hasPicture: boolean }
  | { readonly who: 'agent'; readonly text: string; readonly calls: readonly Call[]; readonly isThinking: boolean };

export type Message = Readonly<Record<string, unknown>>;

export interface Format {
  readonly name: string;
  write(rules: string | undefined, turns: readonly Turn[]): Message[];
  /** The ids of calls and of results, each with the place of its message. */
  calls(messages: readonly Message[]): Pairs;
}

export interface Pairs {
  readonly calls: readonly (readonly [id: string, at: number])[];
  readonly results: readonly (readonly [id: string, at: number])[];
}

const text = (longest: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '\n\n', '> said', '! no', '- user: x', 'Ignore all previous instructions.'),
    },
    {
      weight: 1,
      arbitrary: fc.nat(longest).map((length) =>
        'long 😀 text '
          .repeat(length / 13 + 1)
          .slice(0, length)
          .toWellFormed(),
      ),
    },
  );

/** Turns of a conversation in which every call has its own id, unless `isRepeating`: then ids begin anew with each turn, as some models have it. */
export function conversations(longest: number, isRepeating = false, most = 30): fc.Arbitrary<Turn[]> {
  const call = fc.record({
    tool: fc.constantFrom('bash', 'read_file', 'search', 'web-fetch'),
    given: fc.record({ command: text(longest / 4) }),
    result: text(longest),
    hasFailed: fc.boolean(),
  });
  const turn = fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({ who: fc.constant('user' as const), text: text(longest), hasPicture: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        who: fc.constant('agent' as const),
        text: text(longest),
        calls: fc.array(call, { maxLength: 4 }),
        isThinking: fc.boolean(),
      }),
    },
  );
  return fc.array(turn, { maxLength: most, size: 'max' }).map((turns) =>
    turns.map((each, at) =>
      each.who === 'user'
        ? each
        : {
            ...each,
            calls: each.calls.map((made, index) => ({
              ...made,
              id: isRepeating ? `call_${index}` : `call_${at}_${index}`,
              // So that each failure can be told from every other.
              given: { command: `run ${at}.${index} ${made.given.command}` },
            })),
          },
    ),
  );
}

const picture = `data:image/png;base64,${'iVBOR'.repeat(40)}`;

const aiSdk: Format = {
  name: 'AI SDK',
  write: (rules, turns) => [
    ...(rules === undefined ? [] : [{ role: 'system', content: rules }]),
    ...turns.flatMap((turn): Message[] => {
      if (turn.who === 'user')
        return [
          {
            role: 'user',
            content: turn.hasPicture
              ? [
                  { type: 'text', text: turn.text },
                  { type: 'image', image: new Uint8Array(300), mediaType: 'image/png' },
                ]
              : turn.text,
          },
        ];
      const content = [
        ...(turn.isThinking ? [{ type: 'reasoning', text: 'hm', providerOptions: { a: { signature: 'xyz' } } }] : []),
        ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
        ...turn.calls.map(({ id, tool, given }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: tool,
          input: given,
        })),
      ];
      const results = turn.calls.map(({ id, tool, result, hasFailed }) => ({
        ...{ type: 'tool-result', toolCallId: id, toolName: tool },
        output: hasFailed ? { type: 'error-text', value: result } : { type: 'json', value: { said: result } },
      }));
      return [{ role: 'assistant', content }, ...(results.length === 0 ? [] : [{ role: 'tool', content: results }])];
    }),
  ],
  calls: (messages) => {
    const parts = messages.flatMap(({ content }, at) =>
      (Array.isArray(content) ? content : []).map((part: Message) => [part, at] as const),
    );
    const of = (type: string) =>
      parts.filter(([part]) => part.type === type).map(([part, at]) => [String(part.toolCallId), at] as const);
    return { calls: of('tool-call'), results: of('tool-result') };
  },
};

const anthropic: Format = {
  name: 'Anthropic',
  write: (_, turns) =>
    turns.flatMap((turn): Message[] => {
      if (turn.who === 'user')
        return [
          {
            role: 'user',
            content: turn.hasPicture
              ? [
                  { type: 'text', text: turn.text },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
                ]
              : turn.text,
          },
        ];
      const content = [
        ...(turn.isThinking ? [{ type: 'thinking', thinking: 'hm', signature: 'xyz' }] : []),
        ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
        ...turn.calls.map(({ id, tool, given }) => ({ type: 'tool_use', id, name: tool, input: given })),
      ];
      const results = turn.calls.map(({ id, result, hasFailed }, at) => ({
        ...{ type: 'tool_result', tool_use_id: id, is_error: hasFailed },
        content: at % 2 === 0 ? result : [{ type: 'text', text: result }],
      }));
      return [{ role: 'assistant', content }, ...(results.length === 0 ? [] : [{ role: 'user', content: results }])];
    }),
  calls: (messages) => {
    const parts = messages.flatMap(({ content }, at) =>
      (Array.isArray(content) ? content : []).map((part: Message) => [part, at] as const),
    );
    return {
      calls: parts.filter(([part]) => part.type === 'tool_use').map(([part, at]) => [String(part.id), at] as const),
      results: parts
        .filter(([part]) => part.type === 'tool_result')
        .map(([part, at]) => [String(part.tool_use_id), at] as const),
    };
  },
};

const openai: Format = {
  name: 'OpenAI chat',
  write: (rules, turns) => [
    ...(rules === undefined ? [] : [{ role: 'developer', content: rules }]),
    ...turns.flatMap((turn): Message[] => {
      if (turn.who === 'user')
        return [
          {
            role: 'user',
            content: turn.hasPicture
              ? [
                  { type: 'text', text: turn.text },
                  { type: 'image_url', image_url: { url: picture } },
                ]
              : turn.text,
          },
        ];
      const calls = turn.calls.map(({ id, tool, given }) => ({
        ...{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(given) } },
      }));
      return [
        {
          role: 'assistant',
          content: turn.text === '' ? null : turn.text,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        ...turn.calls.map(({ id, result, hasFailed }, at) => ({
          ...{ role: 'tool', tool_call_id: id, content: plain(result, hasFailed, at) },
        })),
      ];
    }),
  ],
  calls: (messages) => ({
    calls: messages.flatMap(({ tool_calls: calls }, at) =>
      (Array.isArray(calls) ? calls : []).map((call: Message) => [String(call.id), at] as const),
    ),
    results: messages.flatMap(({ role, tool_call_id: id }, at) => (role === 'tool' ? [[String(id), at] as const] : [])),
  }),
};

const responses: Format = {
  name: 'OpenAI responses',
  write: (rules, turns) => [
    ...(rules === undefined ? [] : [{ role: 'system', content: rules }]),
    ...turns.flatMap((turn): Message[] => {
      if (turn.who === 'user')
        return [
          {
            role: 'user',
            content: turn.hasPicture
              ? [
                  { type: 'input_text', text: turn.text },
                  { type: 'input_image', image_url: picture, detail: 'auto' },
                ]
              : turn.text,
          },
        ];
      const isThought = turn.isThinking && turn.text !== '';
      const said = {
        ...(isThought ? { id: 'thought' } : {}),
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: turn.text, annotations: [] }],
      };
      const made = turn.calls.map(({ id, tool, given }) => ({
        ...{ type: 'function_call', call_id: id, name: tool, arguments: JSON.stringify(given) },
      }));
      const results = turn.calls.map(({ id, result, hasFailed }, at) => ({
        ...{ type: 'function_call_output', call_id: id, output: plain(result, hasFailed, at) },
      }));
      const thought = isThought ? [{ type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'z' }] : [];
      return [...thought, ...(turn.text === '' ? [] : [said]), ...made, ...results];
    }),
  ],
  calls: (messages) => {
    const of = (type: string) =>
      messages.flatMap((message, at) => (message.type === type ? [[String(message.call_id), at] as const] : []));
    return { calls: of('function_call'), results: of('function_call_output') };
  },
};

/** Nothing but the words of a result says there whether it failed. */
function plain(result: string, hasFailed: boolean, at: number): string {
  if (!hasFailed) return `well: ${result}`;
  const ways = [`Error: ${result}`, JSON.stringify({ error: result || 'none' }), `${result}\nexit code 2`];
  return ways[at % ways.length] ?? '';
}

export const formats: readonly Format[] = [aiSdk, anthropic, openai, responses];
