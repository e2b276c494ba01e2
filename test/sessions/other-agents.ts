// An agent besides, read by declaration: that the seam fits them, before anybody needs it.

import { type JsonObject, objectIn, objectOf } from '../../src/sessions/json-object.ts';
import type { HarnessEvent } from '../../src/sessions/sessions.ts';
import type { Message, Spoken } from './harness-contract.ts';
import { recordedLines } from './recorded.ts';

/** Where something stands in a payload: `tool_input.command`. */
type Path = string;

interface CallPaths {
  readonly tool: Path;
  readonly target: Path;
  readonly call?: Path;
  readonly ms?: Path;
  /** Where the exit code is: a number, or the first group of a pattern in a text; and what it is if that says nothing. */
  readonly exit?: readonly [where: Path, pattern?: RegExp, otherwise?: number];
  /** Where what it printed is, and what is put in besides. */
  readonly output?: readonly [where: Path, besides?: RegExp];
}

type Does = (payload: JsonObject) => HarnessEvent[];

interface Declared {
  readonly session?: Path;
  readonly cwd?: Path;
  readonly transcript?: Path;
  /** Where the event is named; else it is the hook's word. */
  readonly event?: Path;
  readonly events: Readonly<Record<string, Does>>;
}

function at(payload: JsonObject, path: Path | undefined): unknown {
  return path
    ?.split('.')
    .reduce<unknown>((from, name) => (Array.isArray(from) ? from[Number(name)] : objectOf(from)[name]), payload);
}

function textAt(payload: JsonObject, path: Path | undefined): string | undefined {
  const value = at(payload, path);
  return typeof value === 'string' ? value : undefined;
}

function exitAt(payload: JsonObject, [where, pattern, otherwise]: NonNullable<CallPaths['exit']>): number | undefined {
  const value = at(payload, where);
  if (typeof value === 'number' || pattern === undefined) return typeof value === 'number' ? value : undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return Number(pattern.exec(text)?.[1] ?? otherwise ?? Number.NaN);
}

const call =
  ({ tool, target, call: id, ms, exit, output: printed = ['tool_response'] }: CallPaths): Does =>
  (payload) => {
    const code = exit === undefined ? undefined : exitAt(payload, exit);
    const took = at(payload, ms);
    const report = {
      tool: textAt(payload, tool) ?? 'unknown',
      target: textAt(payload, target) ?? '',
      call: textAt(payload, id),
      durationMs: typeof took === 'number' ? took : undefined,
      phase: 'end' as const,
    };
    const output = textAt(payload, printed[0])?.replace(printed[1] ?? /$^/u, '');
    return [
      { kind: 'call', report: code === undefined || Number.isNaN(code) ? report : { ...report, exit: code }, output },
    ];
  };
const start =
  (source: Path): Does =>
  (payload) => [{ kind: 'start', source: textAt(payload, source) ?? 'startup' }];
const end =
  (reason: Path): Does =>
  (payload) => [{ kind: 'end', reason: textAt(payload, reason) ?? 'other' }];
const pause: Does = () => [{ kind: 'active', what: 'stop' }];

function reader({ session, cwd, transcript, event, events }: Declared): Spoken['harness']['payload'] {
  return (text, word) => {
    const payload = objectIn(text);
    if (payload === undefined) return undefined;
    const name = event === undefined ? word : (textAt(payload, event) ?? '');
    return {
      session: textAt(payload, session) ?? null,
      cwd: textAt(payload, cwd) ?? null,
      transcript: textAt(payload, transcript) ?? null,
      events: Object.hasOwn(events, name) ? (events[name]?.(payload) ?? []) : [],
    };
  };
}

const day = {
  prompt: 'run it',
  good: 'echo hello-tool',
  printed: 'hello-tool',
  bad: 'ls /nonexistent-xyz',
  exit: 2,
} as const;

/** A plugin of ours in its own process hands it over. */
const plain = { packOutput: (pack: string) => pack, packIn: (output: string) => output };

interface Agent extends Pick<Spoken, 'lacks' | 'packIn'>, Declared, Pick<Spoken['harness'], 'packOutput' | 'names'> {
  readonly name: string;
  readonly recording: string;
  readonly mostChars: number;
  /** A recorded line as the harness would hand it over. */
  message?(line: JsonObject): Message;
}

const noWords = { 'last words': 'no hook says them; its transcript does' } as const;
const noDuration = { duration: 'its hooks do not say how long a call took' } as const;
const whole = (line: JsonObject): Message => ({ text: JSON.stringify(line), word: '' });

const agents: readonly Agent[] = [
  {
    ...{ name: 'pi', recording: 'pi-0.87.1', mostChars: 100_000, ...plain },
    ...{ cwd: 'e.cwd', transcript: 'e.file', event: 'k', names: /^call_\w+$/u },
    events: {
      session_start: start('e.reason'),
      tool_result: call({
        ...{ tool: 'e.toolName', target: 'e.input.command', call: 'e.toolCallId' },
        exit: ['e.content', /Command exited with code (\d+)/u, 0],
        output: ['e.content.0.text', /\s*Command exited with code \d+$/u],
      }),
      agent_end: pause,
      session_shutdown: end('e.reason'),
    },
    lacks: {
      ...noDuration,
      ...noWords,
      session: 'an event does not name it; it is in the name of the file',
      folder: 'said once, at the start',
      prompt: 'a hook of its own, which was not recorded',
    },
  },
];

export const otherAgents: readonly Spoken[] = agents.map(({ recording, message = whole, lacks, packIn, ...agent }) => ({
  harness: { ...agent, payload: reader(agent) },
  messages: recordedLines(recording).map((line) => message(objectIn(line) ?? {})),
  ...{ day, lacks, packIn },
}));
