// One tool call of Copilot CLI as a step. How a command ended stands behind what it printed.
import type { StepReport } from '../../steps/steps.ts';
import { aboutIn, firstLine } from '../told.ts';

/** Its tool that runs a command line. */
export const shell = 'bash';

/** A call as it was told, in either naming. */
export interface Told {
  readonly tool: string;
  readonly input: unknown;
  readonly call: string | undefined;
  /** What its agent is shown of the answer. */
  readonly text: string;
  readonly result: string | undefined;
  readonly error: string | undefined;
}

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'path', 'file_path', 'url', 'query', 'pattern', 'skill', 'description', 'name', 'prompt', 'title'],
  ...['text', 'uri', 'intent'],
];

const behind = /\n?<shellId: [^<>\n]{1,40} completed with exit code (?<exit>-?\d{1,10})>\s*$/u;

/** It says that a command was a success also if that failed: only the exit code counts. */
export function endedCall(told: Told): StepReport {
  const base = baseOf(told);
  const { tool, text, result } = told;
  if (result === 'denied' || result === 'rejected') return { ...base, error: 'refused' };
  if (tool === shell) {
    const exit = behind.exec(text.slice(-8192))?.groups?.exit;
    return exit === undefined ? base : { ...base, exit: Number(exit) };
  }
  return result === undefined || result === 'success'
    ? { ...base, exit: 0 }
    : { ...base, error: firstLine(text) || 'failed' };
}

export function failedCall(told: Told): StepReport {
  const error = told.error ?? told.text;
  const isWrong = /^Tool '[^'\n]{0,200}' does not exist\./u.test(error);
  return { ...baseOf(told), error: isWrong ? 'not run: the call was not valid' : firstLine(error) || 'failed' };
}

export function baseOf({ tool, input, call }: Pick<Told, 'tool' | 'input' | 'call'>): StepReport {
  const name = tool.replace(/^dreamkeeper-(?=[a-z_]+$)/u, 'mcp__dreamkeeper__');
  return { tool: name, target: aboutIn(input, aboutness), call, phase: 'end' };
}

/** What a command printed. */
export function outputOf({ tool, text }: Told): string | undefined {
  return tool === shell ? text.replace(behind, '') : undefined;
}
