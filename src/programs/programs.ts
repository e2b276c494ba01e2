// Runs a program under a wall clock; when it is over, nothing that it started is left.
export type { ProgramCall, ProgramEnd } from './program-types.ts';
export { runProgram } from './run-program.ts';
export { sweepScratch } from './scratch.ts';
