// Runs the agent: our own tool loop or an outside command, under a wall clock.
export { type LoneTool, loneWords, useAlone } from './alone.ts';
export { builtinRunner } from './builtin-runner.ts';
export { type CommandOptions, commandRunner } from './command-runner.ts';
export { notesToTell } from './told-later.ts';
export { turnOnCopy } from './turn-on-copy.ts';
export { workOnce } from './work-once.ts';
export type { RunDone, RunEnd, Runner, RunOutcome, RunRequest, WorkRequest } from './work-types.ts';
