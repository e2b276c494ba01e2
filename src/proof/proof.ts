// The no-harm gate: what a staged night may not have done.
export { longestEntry, unsound } from './operations.ts';
export { type Claimant, type Given, largestFile, prove } from './prove.ts';
export { isMemoryFile } from './units.ts';
