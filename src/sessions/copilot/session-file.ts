// A session as Copilot CLI keeps it: a line for each thing that happened.
import { type JsonObject, objectIn, objectOf, textIn } from '../json-object.ts';
import type { TimedEvent, TimedText, Transcript } from '../kept.ts';
import { asked, firstLine } from '../told.ts';
import { baseOf } from './call.ts';

/** Unknown lines are no error, and the first one may be torn. */
export function readSessionFile(text: string): Transcript {
  const events: TimedEvent[] = [];
  const begun = new Map<string, TimedEvent>();
  let session: string | null = null;
  let cwd: string | null = null;
  let said: TimedText | undefined;
  for (const line of text.split('\n')) {
    const { type, data: any, timestamp } = objectIn(line) ?? {};
    const data = objectOf(any);
    const time = typeof timestamp === 'string' ? timestamp : null;
    const id = textIn(data, 'toolCallId') ?? '';
    if (type === 'session.start') {
      session = textIn(data, 'sessionId') ?? null;
      cwd = textIn(objectOf(data.context), 'cwd') ?? null;
    } else if (type === 'user.message') {
      const name = textIn(data, 'messageId');
      events.push(...asked(textIn(data, 'content'), name).map((event) => ({ event, time, cwd: null })));
    } else if (type === 'assistant.message' && (textIn(data, 'content') ?? '').trim() !== '')
      said = { text: textIn(data, 'content') ?? '', time };
    else if (type === 'tool.execution_start') begun.set(id, { event: started(data, id), time, cwd: null });
    else if (type === 'tool.execution_complete') {
      const { event } = begun.get(id) ?? {};
      begun.delete(id);
      if (event?.kind === 'call')
        events.push({
          event: { kind: 'call', report: { ...event.report, phase: 'end', ...endOf(data) } },
          time,
          cwd: null,
        });
    }
  }
  const unfinished = [...begun.values()];
  return { session, cwd, events: [...events, ...unfinished], unfinished, said };
}

function started(data: JsonObject, call: string): TimedEvent['event'] {
  const base = baseOf({ tool: textIn(data, 'toolName') ?? 'unknown', input: data.arguments, call });
  return { kind: 'call', report: { ...base, phase: 'start' } };
}

function endOf(data: JsonObject): { readonly exit: number } | { readonly error: string } {
  const { exitCode } = objectOf(data.shellExecution);
  if (typeof exitCode === 'number') return { exit: exitCode };
  if (data.success === true) return { exit: 0 };
  return { error: firstLine(textIn(objectOf(data.error), 'message') ?? '') || 'failed' };
}
