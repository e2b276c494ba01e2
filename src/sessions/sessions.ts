// Other people's agents: what their harnesses hand over, keep and read from; one folder for each.
export { isAlive } from './alive.ts';
export type { HarnessEvent, HarnessMessage, TodoItem } from './event.ts';
export type { Env, Harness, Harnesses, Sent } from './harness.ts';
export { type HarnessNote, type Kept, type KeptSession, openKept, type TimedStep } from './kept.ts';
export { claude, codex, copilot, cursor, gemini, opencode, pi, qwen } from './known.ts';
export { reportOf } from './report.ts';
export type { FlatForm, HarnessHook, HarnessSettings, Scope, SettingsForm } from './settings.ts';
