// One tool call of Gemini CLI as a step. How a command ended stands below what it printed, in words, and only if that was no success.
import type { StepReport } from '../../steps/steps.ts';
import { type JsonObject, objectOf, textIn } from '../json-object.ts';
import { aboutIn, firstLine } from '../told.ts';

/** Its tool that runs a command line. */
export const shell = 'run_shell_command';

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'file_path', 'absolute_path', 'path', 'dir_path', 'url', 'query', 'pattern', 'prompt', 'name'],
  ...['agent_name', 'title', 'text', 'uri'],
];

export function endedCall(tool: string, payload: JsonObject, call: string | undefined): StepReport {
  const answer = objectOf(payload.tool_response);
  const name = tool.replace(/^mcp_dreamkeeper_/u, 'mcp__dreamkeeper__');
  const base = { tool: name, target: aboutIn(payload.tool_input, aboutness), call, phase: 'end' } as const;
  const error = textIn(objectOf(answer.error), 'message');
  if (error !== undefined) return { ...base, error: firstLine(error) || 'failed' };
  return tool === shell ? { ...base, ...commandEnd(answer) } : { ...base, exit: 0 };
}

/** Each line of this is there only if there is something to say. */
const below =
  /(?:\nError: (?<error>[^\n]*))?(?:\nExit Code: (?<exit>-?\d{1,10}))?(?:\nSignal: (?<signal>[^\n]+))?(?:\nBackground PIDs: [\d, ]+)?(?:\nProcess Group PGID: \d+)?$/u;

function commandEnd(answer: JsonObject): Pick<StepReport, 'exit' | 'error'> {
  const text = plain(textIn(answer, 'llmContent') ?? '');
  if (/^Command was (?:cancelled by user|automatically cancelled)/u.test(text)) return { error: 'interrupted' };
  // Sent to the background, shortened by a model, or not as we know it: how it ended nobody says.
  if (!text.startsWith('Output: ')) return {};
  // What a command printed may look like the lines below it; as far as it is told beside them, it is left out.
  const printed = `Output: ${textIn(answer, 'returnDisplay') ?? ''}`;
  const rest = text.startsWith(`${printed}\n`) ? text.slice(printed.length) : text.slice(-8192);
  const { error, exit, signal } = below.exec(rest)?.groups ?? {};
  if (exit !== undefined) return { exit: Number(exit) };
  if (signal !== undefined) return { error: `signal ${signal}` };
  return error === undefined ? { exit: 0 } : { error: firstLine(error) || 'failed' };
}

function plain(text: string): string {
  return text.replace(/^<untrusted_context>\n/u, '').replace(/\n<\/untrusted_context>\s*$/u, '');
}

/** What a command printed. */
export function outputOf(tool: string, answer: unknown): string | undefined {
  return tool === shell ? textIn(objectOf(answer), 'returnDisplay') : undefined;
}
