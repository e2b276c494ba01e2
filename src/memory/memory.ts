// `MEMORY.md` and notes as entries with identity, origin and protection.
export { noteChange, worthNoting } from './note-change.ts';
export { bulletsIn, noteFile, withNote } from './notes.ts';
export { memoryPath, notesFolder } from './path.ts';
