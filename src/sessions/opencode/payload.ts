// What our plugin in OpenCode hands a hook: the event is the hook's word, and the rest is as OpenCode told it.
import { isAbsolute, join } from 'node:path';
import type { StepReport } from '../../steps/steps.ts';
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, listIn, objectIn, objectOf, textIn } from '../json-object.ts';
import { todoItems } from '../todo-list.ts';
import { aboutIn, asked, begun, compacted, ended, firstLine, paused } from '../told.ts';

/** Its own tools; any other is one of a server. */
const itsOwn =
  /^(?:bash|edit|multiedit|write|read|grep|glob|list|patch|apply_patch|task|skill|question|lsp|batch|invalid|todo(?:write|read)|plan_(?:enter|exit))$/u;
/** The tools of our own server, as it names them. */
const ours = /^dreamkeeper_(?=[a-z_]+$)/u;

/** The fields that say what a call is about, the most telling first. */
const aboutness = [
  ...['command', 'filePath', 'path', 'url', 'query', 'pattern', 'name', 'tool', 'description', 'prompt', 'text'],
  ...['title', 'uri'],
];

/** Its own sentences for a call that was never made. */
const refusal = /^The user (?:rejected permission|has specified a rule which prevents)/u;

export function readOpencodePayload(json: string, word: string): HarnessMessage | undefined {
  const payload = objectIn(json);
  const cwd = payload === undefined ? undefined : textIn(payload, 'directory');
  if (payload === undefined || cwd === undefined) return undefined;
  return { session: textIn(payload, 'session') ?? null, cwd, transcript: null, events: eventsOf(word, payload, cwd) };
}

function eventsOf(word: string, payload: JsonObject, directory: string): readonly HarnessEvent[] {
  const text = textIn(payload, 'text');
  switch (word) {
    case 'session-start':
      return begun(payload);
    case 'session-end':
      return ended(payload);
    case 'prompt':
      return asked(text, textIn(payload, 'id'));
    case 'stop':
      return paused(text);
    case 'compact':
      return compacted;
    case 'step':
      return stepOf(payload, directory);
    case 'failed':
      return failedOf(payload, directory);
    default:
      return [];
  }
}

/** A call that was made; how a command ended stands beside its output. */
function stepOf(payload: JsonObject, directory: string): HarnessEvent[] {
  const tool = textIn(payload, 'tool') ?? 'unknown';
  const { output, metadata } = payload;
  if (tool === 'todowrite' || tool === 'todoread') {
    const items = tool === 'todoread' ? undefined : todoItems(listIn(objectOf(payload.input), 'todos'), 'content');
    return items === undefined ? [] : [{ kind: 'todos', items, isWhole: true, call: textIn(payload, 'call') }];
  }
  const call: HarnessEvent = {
    ...{ kind: 'call', report: { ...baseOf(tool, payload), ...endOf(tool, metadata) }, isAnswered: true },
    output: tool === 'bash' && typeof output === 'string' ? output : undefined,
    cwd: placeOf(payload, directory),
  };
  return [call, ...(itsOwn.test(tool) || ours.test(tool) ? [] : heardIn(output))];
}

/** A call that was not made, or not to its end. */
function failedOf(payload: JsonObject, directory: string): HarnessEvent[] {
  const tool = textIn(payload, 'tool') ?? 'unknown';
  if (/^todo(?:write|read)$/u.test(tool)) return [];
  const first = firstLine(textIn(payload, 'error') ?? '');
  const report = { ...baseOf(tool, payload), error: refusal.test(first) ? 'refused' : first || 'failed' };
  return [{ kind: 'call', report, cwd: placeOf(payload, directory) }];
}

function baseOf(tool: string, payload: JsonObject): StepReport {
  const name = ours.test(tool) ? `mcp__dreamkeeper__${tool.replace(ours, '')}` : tool;
  return { tool: name, target: aboutIn(payload.input, aboutness), call: textIn(payload, 'call'), phase: 'end' };
}

function endOf(tool: string, metadata: unknown): Pick<StepReport, 'exit' | 'error'> {
  const { exit } = objectOf(metadata);
  if (tool === 'invalid') return { error: 'not run: the call was not valid' };
  if (tool !== 'bash') return { exit: 0 };
  if (typeof exit === 'number' && exit >= 0) return { exit };
  // It says so of a command that was stopped, or took too long.
  return exit === null ? { error: 'interrupted' } : {};
}

function placeOf(payload: JsonObject, directory: string): string | undefined {
  const workdir = textIn(objectOf(payload.input), 'workdir');
  return workdir === undefined || isAbsolute(workdir) ? workdir : join(directory, workdir);
}
