// One tool call of Claude Code as a step: which tool, what it was about, and how it really ended.
import type { StepReport } from '../../steps/steps.ts';
import { type JsonObject, objectOf, textIn } from '../json-object.ts';
import { aboutIn, firstLine } from '../told.ts';

/** The fields that say what a call is about, the most telling first. Contents are not among them: a step says what was touched. */
const aboutness = [
  ...['command', 'file_path', 'notebook_path', 'path', 'url', 'query', 'pattern', 'skill', 'description', 'name'],
  ...['task_id', 'shell_id', 'uri', 'server'],
];

/**
 * Claude Code's own sentences for a call that was never made. Only read where no end of the call was told, and never kept: an answer that
 * happens to look like one may be the content of a file.
 */
const refusal =
  /^(?:Permission to use |Claude requested permissions? |The user doesn't want |This command requires approval|Blocked: |[^\n]{1,300} (?:needs approval|was blocked)\. )/u;

/** A call that ended well, as far as its answer says. */
export function endedCall(payload: JsonObject): StepReport {
  const answer = objectOf(payload.tool_response);
  const base = callBase(payload);
  // Answers of their own: stopped by the person, still running, or an exit code that only means "nothing found".
  if (answer.interrupted === true) return { ...base, error: 'interrupted' };
  const isUnknown =
    (textIn(answer, 'backgroundTaskId') ?? textIn(answer, 'returnCodeInterpretation') ?? '') !== '' ||
    objectOf(payload.tool_input).run_in_background === true ||
    answer.isAsync === true;
  return isUnknown ? base : { ...base, exit: 0 };
}

/** A call that failed: by an exit code, by a person, or by itself. */
export function failedCall(payload: JsonObject): StepReport {
  const base = callBase(payload);
  if (payload.is_interrupt === true) return { ...base, error: 'interrupted' };
  const error = textIn(payload, 'error') ?? '';
  const exit = exitIn(error);
  // A failure with exit 0 is none that an exit code tells of.
  return exit === undefined || exit === 0
    ? { ...base, error: firstLine(error.replace(/<\/?tool_use_error>/gu, '')) || 'failed' }
    : { ...base, exit };
}

/** A call as the end of its batch tells it; it counts only if nobody told of its end: then it was refused, or its end got lost. */
export function batchedCall(call: JsonObject): StepReport {
  const text = answerText(call.tool_response);
  const base = { ...callBase(call), phase: 'batch' as const };
  const exit = exitIn(text);
  if (exit !== undefined) return { ...base, exit };
  if (/^<tool_use_error>/u.test(text)) return { ...base, error: 'not run: the call was not valid' };
  return refusal.test(text) ? { ...base, error: 'refused' } : base;
}

/** A call that began, and of whose end nothing is known. */
export function startedCall(call: JsonObject): StepReport {
  return { ...callBase(call), phase: 'start' };
}

function callBase(payload: JsonObject): StepReport {
  const ms = payload.duration_ms;
  return {
    tool: textIn(payload, 'tool_name') ?? 'unknown',
    target: aboutIn(payload.tool_input, aboutness),
    call: textIn(payload, 'tool_use_id'),
    durationMs: typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined,
    phase: 'end',
  };
}

function exitIn(text: string): number | undefined {
  const code = /^(?:Error: )?Exit code (\d{1,10})\b/u.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** What a command printed, wherever it is told; undefined for other tools, and where it is shown elsewhere (in the background). */
export function outputOf(tool: string, answer: unknown): string | undefined {
  if (tool !== 'Bash' && tool !== 'PowerShell') return undefined;
  if (typeof answer === 'string') return answer.replace(/^(?:Error: )?Exit code \d{1,10}\n?/u, '');
  if (Array.isArray(answer)) return textOf(answer);
  const told = objectOf(answer);
  const [out, err] = [textIn(told, 'stdout'), textIn(told, 'stderr')];
  const isElsewhere = (textIn(told, 'backgroundTaskId') ?? '') !== '';
  return isElsewhere || (out === undefined && err === undefined) ? undefined : `${out ?? ''}\n${err ?? ''}`;
}

/** An answer as text: a string, or blocks of which some are text. */
export function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  return Array.isArray(answer) ? textOf(answer).slice(0, 8192) : '';
}

function textOf(blocks: readonly unknown[]): string {
  return blocks.map((block) => textIn(objectOf(block), 'text') ?? '').join('\n');
}
