// What Cursor hands a hook on standard input: the event is the hook's word. Unknown fields are no error.

import type { StepReport } from '../../steps/steps.ts';
import { jsonIn } from '../../text/text.ts';
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, listIn, objectIn, objectOf, textIn } from '../json-object.ts';
import { aboutIn, asked, begun, compacted, ended, firstLine } from '../told.ts';

/** Its tool that runs a command line. */
export const shell = 'Shell';

/** What others say: of the web, and of servers that are not ours. */
const foreign = /^(?:Web(?:Fetch|Search)|(?:MCP|mcp)[:_](?!.*dreamkeeper).+)$/u;

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'file_path', 'path', 'target_file', 'url', 'query', 'search_term', 'pattern', 'glob_pattern'],
  ...['description', 'name', 'prompt', 'uri'],
];

/** Reads it; undefined if it is not a payload at all. */
export function readCursorPayload(json: string, word: string): HarnessMessage | undefined {
  const payload = objectIn(json);
  const session =
    payload === undefined ? undefined : (textIn(payload, 'conversation_id') ?? textIn(payload, 'session_id'));
  if (payload === undefined || session === undefined) return undefined;
  const [root] = listIn(payload, 'workspace_roots');
  const cwd = typeof root === 'string' ? root : (textIn(payload, 'cwd') ?? null);
  const transcript = textIn(payload, 'transcript_path') ?? null;
  return { session: session === '' ? null : session, cwd, transcript, events: eventsOf(word, payload) };
}

function eventsOf(word: string, payload: JsonObject): readonly HarnessEvent[] {
  switch (word) {
    case 'session-start':
      return begun(payload);
    case 'session-end':
      return ended(payload);
    case 'prompt':
      return asked(textIn(payload, 'prompt'), textIn(payload, 'generation_id'));
    case 'said': {
      const text = textIn(payload, 'text') ?? '';
      return text.trim() === '' ? [] : [{ kind: 'said', text }];
    }
    case 'stop':
      return [{ kind: 'active', what: 'stop' }];
    case 'compact':
      return compacted;
    case 'step':
      return stepOf(payload);
    case 'failed':
      return failedOf(payload);
    default:
      return [];
  }
}

/** Of a command its answer is JSON with its exit code. */
function stepOf(payload: JsonObject): HarnessEvent[] {
  const tool = textIn(payload, 'tool_name') ?? 'unknown';
  const { tool_output: told } = payload;
  const answer = objectOf(typeof told === 'string' ? jsonIn(told) : told);
  const { exitCode } = answer;
  const end = tool !== shell ? { exit: 0 } : typeof exitCode === 'number' ? { exit: exitCode } : {};
  const call: HarnessEvent = {
    ...{ kind: 'call', report: { ...baseOf(tool, payload), ...end }, cwd: placeOf(tool, payload), isAnswered: true },
    output: tool === shell ? textIn(answer, 'output') : undefined,
  };
  return [call, ...(foreign.test(tool) ? heardIn(told) : [])];
}

/** Of a command that failed it tells what was printed, and the exit code only where nothing was. */
function failedOf(payload: JsonObject): HarnessEvent[] {
  const tool = textIn(payload, 'tool_name') ?? 'unknown';
  const text = textIn(payload, 'error_message') ?? '';
  const base = baseOf(tool, payload);
  const cwd = placeOf(tool, payload);
  const kind = textIn(payload, 'failure_type') ?? '';
  if (payload.is_interrupt === true || kind === 'timeout')
    return [{ kind: 'call', report: { ...base, error: 'interrupted' }, cwd }];
  if (/denied|reject/u.test(kind)) return [{ kind: 'call', report: { ...base, error: 'refused' }, cwd }];
  if (tool !== shell) return [{ kind: 'call', report: { ...base, error: firstLine(text) || 'failed' }, cwd }];
  const exit = /^Command failed with exit code (?<exit>\d{1,10})$/u.exec(text.trim())?.groups?.exit;
  const report = exit === undefined ? { ...base, error: 'failed' } : { ...base, exit: Number(exit) };
  return [{ kind: 'call', report, output: exit === undefined ? text : '', cwd }];
}

function baseOf(tool: string, payload: JsonObject): StepReport {
  const ms = payload.duration;
  return {
    tool,
    target: aboutIn(payload.tool_input, aboutness),
    call: textIn(payload, 'tool_use_id'),
    durationMs: typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined,
    phase: 'end',
  };
}

function placeOf(tool: string, payload: JsonObject): string | undefined {
  return tool === shell ? (textIn(payload, 'cwd') ?? textIn(objectOf(payload.tool_input), 'cwd')) : undefined;
}
