// What our extension in Pi hands a hook: the event is the hook's word, and the rest is as Pi told it.
import type { StepReport } from '../../steps/steps.ts';
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, objectIn, textIn } from '../json-object.ts';
import { aboutIn, asked, begun, compacted, ended, firstLine, paused } from '../told.ts';

/** Its tool that runs a command line. */
export const shell = 'bash';

/** Its own tools; any other is one of an extension. */
const itsOwn = /^(?:bash|powershell|read|edit|write|grep|find|ls)$/u;

/** The fields that say what a call is about, the most telling first. */
const aboutness = ['command', 'path', 'file_path', 'url', 'query', 'pattern', 'name', 'prompt', 'text', 'title'];

/** A command that failed says so behind what it printed. */
const behind = /(?:^|\n\s*)Command exited with code (?<exit>-?\d{1,10})\s*$/u;
const stopped = /(?:^|\n\s*)Command (?:aborted|timed out\b[^\n]*)\s*$/u;

export function readPiPayload(json: string, word: string): HarnessMessage | undefined {
  const payload = objectIn(json);
  const cwd = payload === undefined ? undefined : textIn(payload, 'directory');
  if (payload === undefined || cwd === undefined) return undefined;
  const transcript = textIn(payload, 'file') ?? null;
  return { session: textIn(payload, 'session') ?? null, cwd, transcript, events: eventsOf(word, payload) };
}

function eventsOf(word: string, payload: JsonObject): readonly HarnessEvent[] {
  const text = textIn(payload, 'text');
  switch (word) {
    case 'session-start':
      return begun(payload);
    case 'session-end':
      return ended(payload);
    case 'prompt':
      return asked(text, undefined);
    case 'stop':
      return paused(text);
    case 'compact':
      return compacted;
    case 'step':
      return stepOf(payload, text ?? '');
    default:
      return [];
  }
}

function stepOf(payload: JsonObject, text: string): HarnessEvent[] {
  const tool = textIn(payload, 'tool') ?? 'unknown';
  const base = {
    tool,
    target: aboutIn(payload.input, aboutness),
    call: textIn(payload, 'call'),
    phase: 'end',
  } as const;
  const end = payload.isError === true ? failureOf(tool, text) : ({ exit: 0 } as const);
  const output = tool === shell ? text.replace(behind, '').replace(stopped, '') : undefined;
  const call: HarnessEvent = { kind: 'call', report: { ...base, ...end }, output, isAnswered: true };
  return [call, ...(itsOwn.test(tool) ? [] : heardIn(text))];
}

function failureOf(tool: string, text: string): Pick<StepReport, 'exit' | 'error'> {
  const tail = text.slice(-8192);
  const exit = tool === shell ? behind.exec(tail)?.groups?.exit : undefined;
  if (exit !== undefined) return { exit: Number(exit) };
  if (tool === shell && stopped.test(tail)) return { error: 'interrupted' };
  return { error: firstLine(text) || 'failed' };
}
