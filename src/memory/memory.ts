// `MEMORY.md` and notes as entries with identity, origin and protection.
export { noteChange, worthNoting } from './note-change.ts';
export { bulletsIn, longestNote, noteFile, withNote } from './notes.ts';
export { noteIdentity, notesIn, type WrittenNote, withoutNote } from './notes-in.ts';
export { memoryPath, notesFolder } from './path.ts';
