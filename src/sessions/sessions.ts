// Transcripts and payloads of other people's agents, one file per format.
export { isAlive } from './alive.ts';
export { claudeNotes, type HarnessNote } from './claude/notes.ts';
export { readClaudePayload } from './claude/payload.ts';
export { claudeFolder } from './claude/places.ts';
export type { HarnessEvent, TodoItem, Told } from './event.ts';
export { reportOf } from './report.ts';
export { claudeSessions, type KeptSession, type TimedStep, unfinishedCalls } from './transcripts.ts';
