// What happened, and how to undo it.
export { type FoundEntry, findEntry, listEntries } from './entries.ts';
export { type ListedNight, listNights } from './nights.ts';
export { type Verified, verifyNights } from './verify.ts';
