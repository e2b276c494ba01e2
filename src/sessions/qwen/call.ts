// One tool call of Qwen Code as a step. How a command ended stands below what it printed, in words.
import type { StepReport } from '../../steps/steps.ts';
import { type JsonObject, objectOf, textIn } from '../json-object.ts';
import { aboutIn, firstLine } from '../told.ts';

/** Its tool that runs a command line. */
export const shell = 'run_shell_command';

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'file_path', 'notebook_path', 'absolute_path', 'path', 'url', 'query', 'pattern', 'skill'],
  ...['description', 'prompt', 'name', 'title', 'text', 'uri'],
];

/** It always writes these lines, so that what a command printed cannot be taken for them. */
const below =
  /\nExit Code: (?<exit>-?\d{1,10}|\(none\))\nSignal: (?<signal>[^\n]+)(?:\nBackground PIDs: [^\n]+)?(?:\nProcess Group PGID: [^\n]+)?\s*$/u;

/** A call that ended well. */
export function endedCall(tool: string, payload: JsonObject): StepReport {
  const text = textIn(objectOf(payload.tool_response), 'llmContent');
  const base = callBase(tool, payload);
  return tool === shell ? { ...base, ...commandEnd(text ?? '') } : { ...base, exit: 0 };
}

/** A call that failed: a command by its exit code, another by what it says. */
export function failedCall(tool: string, payload: JsonObject): StepReport {
  const base = callBase(tool, payload);
  const error = textIn(payload, 'error') ?? '';
  if (payload.is_interrupt === true) return { ...base, error: 'interrupted' };
  const end = tool === shell ? commandEnd(error) : {};
  // A failure with exit 0 is none that an exit code tells of.
  if (end.error !== undefined || (end.exit !== undefined && end.exit !== 0)) return { ...base, ...end };
  return { ...base, error: firstLine(error) || 'failed' };
}

/** A call that was never made: a person or a rule refused it, or there is no such tool. */
export function refusedCall(call: JsonObject): StepReport {
  const tool = textIn(call, 'tool_name') ?? 'unknown';
  const answer = objectOf(call.tool_response);
  const isWrong = /^(?:tool_not_registered|invalid_tool_params)$/u.test(textIn(answer, 'error_type') ?? '');
  const error = isWrong ? 'not run: the call was not valid' : 'refused';
  return { ...callBase(tool, call), phase: 'batch', error };
}

function callBase(tool: string, payload: JsonObject): StepReport {
  const ms = payload.duration_ms;
  return {
    tool,
    target: aboutIn(payload.tool_input, aboutness),
    call: textIn(payload, 'tool_use_id'),
    durationMs: typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined,
    phase: 'end',
  };
}

function commandEnd(text: string): Pick<StepReport, 'exit' | 'error'> {
  if (/^Command (?:was cancelled|timed out)/u.test(text)) return { error: 'interrupted' };
  const { exit, signal = '(none)' } = below.exec(text.slice(-8192))?.groups ?? {};
  if (exit !== undefined && exit !== '(none)') return { exit: Number(exit) };
  return signal === '(none)' ? {} : { error: `signal ${signal}` };
}

/** What a command printed: as it is, or between the lines about its end. */
export function outputOf(tool: string, told: string | undefined): string | undefined {
  if (tool !== shell || told === undefined) return undefined;
  return told.replace(/^Command: [\s\S]*?\nOutput: /u, '').replace(/\nError: (?:(?!\nError: )[\s\S])*$/u, '');
}
