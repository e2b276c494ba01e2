// One tool call of Codex as a step. How a command ended is not in what a hook is told: `joined.ts` looks it up.
import type { StepReport } from '../../steps/steps.ts';
import { type JsonObject, objectOf, textIn } from '../json-object.ts';
import { aboutIn, firstLine } from '../told.ts';

/** Its tools by the names that its hooks give them. */
export const shell = 'Bash';
export const patch = 'apply_patch';

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'cmd', 'path', 'file_path', 'url', 'query', 'pattern', 'name', 'title', 'text'],
  ...['prompt', 'uri', 'server'],
];

/** A call that is over. It is told of a command that failed, too, and of no other call that did. */
export function endedCall(tool: string, payload: JsonObject): StepReport {
  const { tool_response: answer } = payload;
  const base = callBase(tool, payload.tool_input, textIn(payload, 'tool_use_id'));
  if (tool === shell) return base;
  if (tool === patch && typeof answer === 'string') return patched(base, answer);
  const { isError, is_error: isErrorToo } = objectOf(answer);
  return isError === true || isErrorToo === true ? { ...base, error: 'failed' } : { ...base, exit: 0 };
}

/** A patch says in its first line how it ended; one that does not fit has no such line. */
export function patched(base: StepReport, answer: string): StepReport {
  const code = /^Exit code: (\d{1,10})\b/u.exec(answer)?.[1];
  if (code !== undefined) return { ...base, exit: Number(code) };
  return { ...base, error: firstLine(answer) || 'failed' };
}

export function callBase(tool: string, input: unknown, call: string | undefined): StepReport {
  return { tool, target: targetOf(tool, input), call, phase: 'end' };
}

/** Of a patch the files, as it names them; of a command its line. */
export function targetOf(tool: string, input: unknown): string {
  const told = objectOf(input);
  const text = typeof input === 'string' ? input : (textIn(told, 'command') ?? textIn(told, 'input') ?? '');
  if (tool === patch) return filesOf(text).join(', ');
  return aboutIn(told, aboutness);
}

function filesOf(text: string): string[] {
  // Looked at up to a bound: whole files may be in it.
  const names = [...text.slice(0, 400_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu)];
  return names.slice(0, 20).map(([, name = '']) => name.trim());
}

/** What a command printed. */
export function outputOf(tool: string, answer: unknown): string | undefined {
  return tool === shell && typeof answer === 'string' ? answer : undefined;
}
