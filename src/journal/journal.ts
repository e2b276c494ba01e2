// A dream: six headings as typed data, printed and parsed back without loss; the manifest and the ledger.
export { joinsLedgers, newAttributes, speaksOfLedger, unionLine } from './attributes.ts';
export { type Curation, curationsOf } from './curate-part.ts';
export { echoFrom, isIdleEcho, likeness } from './echo.ts';
export {
  type Carry,
  type CoveredTree,
  type DreamEntry,
  type DreamHeader,
  emptyCarry,
  type FactReceipt,
  headings,
  limits,
  normalEntry,
  type VerifiedFact,
  wordsIn,
} from './entry.ts';
export {
  hashOf,
  isDream,
  isNight,
  isUndone,
  type LedgerRead,
  lastUndoOf,
  newestNight,
  nightsOf,
  parseLedger,
  readLedger,
  wakeFor,
  wakesFor,
  withLedgerLine,
} from './ledger.ts';
export type {
  AdoptedLine,
  Digested,
  DreamLine,
  LedgerLine,
  MemoryUpkeep,
  NightLine,
  NoteLine,
  OtherLine,
  PinLine,
  ReviewLine,
  RunStart,
  Tombstone,
  UndoLine,
  VerdictOutcome,
  WakeLine,
  WhoseLine,
} from './ledger-lines.ts';
export { isAside, isOfMemory } from './line-kinds.ts';
export {
  isOurManifest,
  type Manifest,
  type ManifestDream,
  type ManifestGap,
  parseManifest,
  printManifest,
} from './manifest.ts';
export {
  type CameToMemory,
  deedOf,
  deedsIn,
  fewerBy,
  type MemoryDeeds,
  mostTaken,
  takenSince,
  unitsWritten,
} from './memory-deeds.ts';
export { type MarkedMemory, type MemoryMarks, memoryMarks } from './memory-marks.ts';
export { entriesAmong, entryName, entryOf, isEntryPath, timeOfEntry } from './names.ts';
export { largestEntry, parseEntry } from './parse.ts';
export { attributesPath, journalPaths, ledgerPath, manifestPath } from './paths.ts';
export { longestSubject, printEntry, subjectOf } from './print.ts';
export { inChain, type SoundLine, soundLines } from './sound-lines.ts';
export { piecesOf, type SweepPart, type Swept, sketchFrom, sweepIn, sweepsOf } from './sweep-part.ts';
export { requireWhole, tellDamage } from './whole.ts';
