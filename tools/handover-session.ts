// The recorded session that the pages show, as it is kept: one line for what was there before, then a line for each event.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A session as it was recorded, with what is needed to build the repository it took place in. */
export interface RecordedSession {
  readonly about: string;
  readonly version: string;
  readonly history: readonly {
    readonly at: string;
    readonly subject: string;
    readonly files: Readonly<Record<string, string>>;
  }[];
  /** Tasks, as org writes them. */
  readonly board: string;
  readonly notes: readonly string[];
  /** When what was committed in the session was committed. */
  readonly committedAt: string;
  readonly events: readonly { readonly at: string; readonly payload: Payload }[];
  /** When the next session begins, and what Claude Code itself tells its model then. */
  readonly next: { readonly at: string; readonly told: string };
}

export interface Payload {
  readonly session_id: string;
  readonly hook_event_name: string;
  readonly tool_name?: string;
  readonly tool_input?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

export const recordedSession: string = join(import.meta.dirname, '..', 'test', 'fixtures', 'handover-session.jsonl');

export function readRecorded(): RecordedSession {
  const [first = '', ...events] = readFileSync(recordedSession, 'utf8').trimEnd().split('\n');
  return { ...JSON.parse(first), events: events.map((line) => JSON.parse(line)) };
}

export function printRecorded({ events, ...before }: RecordedSession): string {
  return [before, ...events].map((each) => `${JSON.stringify(each)}\n`).join('');
}
