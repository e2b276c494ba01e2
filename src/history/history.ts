// What happened, and how to undo it.
export { type Became, type JudgedVerdict, verdictsOf } from './became.ts';
export { type FoundEntry, findEntry, listEntries } from './entries.ts';
export { type ListedNight, listNights } from './nights.ts';
export { type ProvenNight, proveAllNights, proveNight } from './prove.ts';
export { type ListedSession, sessionsOf } from './sessions.ts';
export { afterwardsOf, type ShownChange, showChange } from './show.ts';
export { type Undone, type UndoRequest, undoChange } from './undo.ts';
export { type Verified, verifyNights } from './verify.ts';
export { type Asked, explain, type Why } from './why.ts';
