// What a payload tells, in the fields that several harnesses share: who, where, and what happened. Which event is which stands in their folders.
import type { HarnessEvent, HarnessMessage } from './event.ts';
import { type JsonObject, objectIn, objectOf, textIn } from './json-object.ts';

/** Reads one that names its event; undefined if it is not a payload at all. */
export function messageIn(
  json: string,
  eventsOf: (event: string, payload: JsonObject) => readonly HarnessEvent[],
): HarnessMessage | undefined {
  const payload = objectIn(json);
  const event = payload === undefined ? undefined : textIn(payload, 'hook_event_name');
  if (payload === undefined || event === undefined) return undefined;
  return {
    session: textIn(payload, 'session_id') ?? null,
    cwd: textIn(payload, 'cwd') ?? null,
    transcript: textIn(payload, 'transcript_path') ?? null,
    events: eventsOf(event, payload),
  };
}

export function begun(payload: JsonObject): HarnessEvent[] {
  return [{ kind: 'start', source: textIn(payload, 'source') ?? 'startup' }];
}

export function ended(payload: JsonObject): HarnessEvent[] {
  return [{ kind: 'end', reason: textIn(payload, 'reason') ?? 'other' }];
}

export const compacted: readonly HarnessEvent[] = [{ kind: 'active', what: 'compact' }];

/** What a person asked, if there are any words. */
export function asked(text: string | undefined, id: string | undefined): HarnessEvent[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind: 'prompt', text, id }];
}

/** The agent pauses, perhaps with words. */
export function paused(text: string | undefined): HarnessEvent[] {
  const said: HarnessEvent[] = text === undefined || text.trim() === '' ? [] : [{ kind: 'said', text }];
  return [{ kind: 'active', what: 'stop' }, ...said];
}

/** What a call is about: the first of these fields of its input that has words. */
export function aboutIn(input: unknown, names: readonly string[]): string {
  const told = objectOf(input);
  return names.map((name) => textIn(told, name)).find((text) => text !== undefined && text.trim() !== '') ?? '';
}

export function firstLine(text: string): string {
  // Not cut further here: half of a credential is not recognised as one.
  return text.trimStart().split('\n', 1)[0]?.slice(0, 4096) ?? '';
}

/**
 * A name for an event that its harness does not name: two hooks that are told the same give it the same one. `time` is when the harness says
 * that it happened.
 */
export function nameOf(time: string | number | undefined, about: string): string | undefined {
  if (time === undefined) return undefined;
  let sum = 0x811c9dc5;
  for (let at = 0; at < Math.min(about.length, 4096); at += 1) sum = Math.imul(sum ^ about.charCodeAt(at), 0x01000193);
  return `at-${String(time)
    .replaceAll(/[^0-9]/gu, '')
    .slice(0, 20)}-${(sum >>> 0).toString(16)}`;
}
