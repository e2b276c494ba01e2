// The no-harm gate: what a staged night may not have done.
export { type CheckName, checks } from './checks.ts';
export type { KnownEntry } from './known-entry.ts';

export { proveObserved } from './observed.ts';
export { longestEntry, unsound } from './operations.ts';
export { type Claimant, type Given, largestFile, prove } from './prove.ts';
export { entriesByHash } from './units.ts';
