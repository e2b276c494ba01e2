// `MEMORY.md` and notes as entries with identity, origin and protection.
export {
  type Archived,
  archivedIn,
  printArchived,
  withArchived,
  withoutArchived,
  withoutStanding,
} from './archive.ts';
export { frontMatterIn } from './blocks.ts';
export { conceptsIn } from './concepts.ts';
export { type Entry, entriesIn } from './entries.ts';
export { type Identity, identityOf, otherIdOf } from './identity.ts';
export {
  areAlike,
  type Identified,
  identify,
  isLikeAny,
  type KnownMemory,
  type MemoryRecord,
  type PlacedMemory,
  recordOf,
  recordsOf,
  sectionOf,
} from './known.ts';
export { noteChange, worthNoting } from './note-change.ts';
export { bulletsIn, lastOf, longestNote, noteFile, withNote } from './notes.ts';
export { memoriesIn, notesIn, type WrittenNote, withoutMemories } from './notes-in.ts';
export { isProtected, type Origin, originOf } from './origin.ts';
export { lineEndIn, type Part, partsIn, printParts, withEntry } from './parts.ts';
export { archivePath, isMemoryFile, memoryPath, notesFolder } from './path.ts';
export { prohibits } from './prohibits.ts';
export { type Earned, hasPromoted, printPromoted, withoutSecond, wordsPromoted } from './promoted.ts';
export { pathOf, type Restored, withRestored } from './restored.ts';
export { isQuoteOf, isSaidIn } from './said-before.ts';
export { scopeOf } from './scope.ts';
export { sketchOf } from './sketch.ts';
export { type MemoryTrouble, troubleIn, troubleWords } from './trouble.ts';
