// A session as Codex keeps it (a rollout): one JSON object a line, what the model asked for, and what came of it under the same name.
import { fileURLToPath } from 'node:url';
import type { StepReport } from '../../steps/steps.ts';
import type { HarnessEvent } from '../event.ts';
import { type JsonObject, listIn, objectIn, objectOf, textIn } from '../json-object.ts';
import type { TimedEvent, TimedText } from '../kept.ts';
import { firstLine } from '../told.ts';
import { callBase, patch, patched, shell, targetOf } from './call.ts';

/** A call as it stands in there: what it came to, or, without an end, what was answered meanwhile. */
export interface RolloutCall extends TimedEvent {
  readonly event: Extract<HarnessEvent, { readonly kind: 'call' }>;
  readonly id: string;
  readonly isOver: boolean;
  /** What its model was told; null if that is not there yet. */
  readonly answer: string | null;
}

export interface Rollout {
  readonly session: string | null;
  readonly cwd: string | null;
  /** Prompts and calls, in the order in which they began to be told. */
  readonly events: readonly (TimedEvent | RolloutCall)[];
  readonly calls: readonly RolloutCall[];
  readonly said: TimedText | undefined;
}

/** Reads one, or its newest part; lines that are torn or of other kinds are skipped. */
export function readRollout(text: string): Rollout {
  const lines = text
    .split('\n')
    .map(objectIn)
    .filter((line) => line !== undefined);
  const answers = new Map<string, string>();
  const ended = new Map<string, JsonObject>();
  for (const line of lines) {
    const payload = objectOf(line.payload);
    const id = textIn(payload, 'call_id');
    if (/_output$/u.test(textIn(payload, 'type') ?? '') && id !== undefined) answers.set(id, answerOf(payload.output));
    const item = itemIn(payload);
    const itemId = textIn(item, 'id');
    if (isCallItem(item) && itemId !== undefined) ended.set(itemId, payload);
  }
  const events: (TimedEvent | RolloutCall)[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const payload = objectOf(line.payload);
    const call = callOf(payload, ended, answers);
    const found = call ?? promptOf(payload);
    if (found === undefined || seen.has(call?.id ?? '')) continue;
    if (call !== undefined) seen.add(call.id);
    events.push({ ...found, time: timeOf(line) });
  }
  const calls = events.filter((event): event is RolloutCall => 'isOver' in event);
  return { ...aboutIn(lines), events, calls, said: saidIn(lines) };
}

function aboutIn(lines: readonly JsonObject[]): Pick<Rollout, 'session' | 'cwd'> {
  const first = (of: (line: JsonObject) => string | undefined): string | null =>
    lines.map(of).find((value) => value !== undefined) ?? null;
  const meta = (line: JsonObject): JsonObject => (line.type === 'session_meta' ? objectOf(line.payload) : {});
  const later = (name: string) => (line: JsonObject) => textIn(objectOf(line.payload), name);
  return {
    session: first((line) => textIn(meta(line), 'session_id') ?? textIn(meta(line), 'id')) ?? first(later('thread_id')),
    cwd: first(later('cwd')),
  };
}

/** What a call came to, where its end is told; or a call of which so far only the wish is. */
function callOf(
  payload: JsonObject,
  ended: ReadonlyMap<string, JsonObject>,
  answers: ReadonlyMap<string, string>,
): Omit<RolloutCall, 'time'> | undefined {
  const item = itemIn(payload);
  const wished = wishOf(payload);
  const id = wished?.call ?? (isCallItem(item) ? textIn(item, 'id') : undefined);
  if (id === undefined) return undefined;
  const end = ended.get(id);
  const answer = answers.get(id) ?? null;
  if (end !== undefined) {
    const { report, cwd } = endedItem(itemIn(end), id, wished);
    const output = report.tool === shell ? textIn(itemIn(end), 'aggregated_output') : undefined;
    return { event: { kind: 'call', report, output, cwd }, id, isOver: true, answer, cwd: cwd ?? null };
  }
  if (wished === undefined) return undefined;
  const isRunning = answer === null || /^Process running with session ID/mu.test(answer);
  const failed = wished.tool === patch ? patched(wished, answer ?? '') : { ...wished, error: firstLine(answer ?? '') };
  const report = isRunning ? ({ ...wished, phase: 'start' } as const) : failed;
  return { event: { kind: 'call', report }, id, isOver: !isRunning, answer, cwd: null };
}

/** A command or a patch as its model asked for it. Other tools are told of when they are over. */
function wishOf(payload: JsonObject): StepReport | undefined {
  const { type, name, arguments: given, input } = payload;
  const id = textIn(payload, 'call_id');
  if (id === undefined) return undefined;
  if (type === 'custom_tool_call' && name === patch) return callBase(patch, input, id);
  if (type !== 'function_call' && type !== 'local_shell_call') return undefined;
  const asked = type === 'local_shell_call' ? objectOf(payload.action) : objectIn(String(given));
  if (name === patch) return callBase(patch, asked, id);
  if (type === 'function_call' && !/^(?:exec_command|shell|shell_command|local_shell)$/u.test(String(name)))
    return undefined;
  return callBase(shell, { command: lineOf(asked?.cmd ?? asked?.command) }, id);
}

function endedItem(
  item: JsonObject,
  id: string,
  wished: StepReport | undefined,
): { readonly report: StepReport; readonly cwd: string | undefined } {
  const { type, status, exit_code: exit } = item;
  const didFail = status !== 'completed';
  const none = { cwd: undefined };
  if (type === 'CommandExecution') {
    const base = { ...callBase(shell, { command: lineOf(item.command) }, id), durationMs: durationOf(item) };
    const report = wished?.tool === shell ? { ...base, target: wished.target } : base;
    const cwd = placeOf(textIn(item, 'cwd'));
    if (status === 'declined') return { report: { ...report, error: 'refused' }, cwd };
    const isCode = typeof exit === 'number' && exit >= 0;
    return { report: isCode ? { ...report, exit } : { ...report, error: 'interrupted' }, cwd };
  }
  const outcome = didFail ? { error: status === 'declined' ? 'refused' : 'failed' } : { exit: 0 };
  if (type === 'FileChange') {
    const files = Object.keys(objectOf(item.changes)).slice(0, 20).join(', ');
    return { report: { tool: patch, target: wished?.target || files, call: id, phase: 'end', ...outcome }, ...none };
  }
  const tool = `mcp__${textIn(item, 'server') ?? ''}__${textIn(item, 'tool') ?? ''}`;
  const target = targetOf(tool, item.arguments);
  return { report: { tool, target, call: id, phase: 'end', ...outcome }, ...none };
}

function isCallItem({ type }: JsonObject): boolean {
  return type === 'CommandExecution' || type === 'FileChange' || type === 'McpToolCall';
}

function itemIn(payload: JsonObject): JsonObject {
  return payload.type === 'item_completed' ? objectOf(payload.item) : {};
}

/** What a person asked. What else is told in a person's name (rules, surroundings) is in no such item. */
function promptOf(payload: JsonObject): Omit<TimedEvent, 'time'> | undefined {
  const item = itemIn(payload);
  const text = item.type === 'UserMessage' ? textsOf(item) : '';
  return text.trim() === ''
    ? undefined
    : { event: { kind: 'prompt', text, id: textIn(payload, 'turn_id') }, cwd: null };
}

function saidIn(lines: readonly JsonObject[]): TimedText | undefined {
  for (const line of lines.toReversed()) {
    const item = itemIn(objectOf(line.payload));
    const text = item.type === 'AgentMessage' ? textsOf(item).trim() : '';
    if (text !== '') return { text, time: timeOf(line) };
  }
  return undefined;
}

function textsOf(item: JsonObject): string {
  return listIn(item, 'content')
    .map((block) => textIn(objectOf(block), 'text') ?? '')
    .join('\n');
}

/** The line that a person would type: `["bash", "-lc", line]` is what it runs. */
function lineOf(command: unknown): string {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return '';
  const words = command.filter((word) => typeof word === 'string');
  return words.length === 3 && /^-l?c$/u.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ');
}

function placeOf(url: string | undefined): string | undefined {
  if (url === undefined || !url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    // Of another machine, or none.
    return undefined;
  }
}

function durationOf({ duration }: JsonObject): number | undefined {
  const { secs, nanos } = objectOf(duration);
  return typeof secs === 'number' && typeof nanos === 'number' ? Math.round(secs * 1000 + nanos / 1e6) : undefined;
}

function answerOf(output: unknown): string {
  return typeof output === 'string' ? output.slice(0, 8192) : '';
}

function timeOf(line: JsonObject): string | null {
  const time = textIn(line, 'timestamp');
  return time === undefined || Number.isNaN(Date.parse(time)) ? null : time;
}
