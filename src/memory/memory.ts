// `MEMORY.md` and notes as entries with identity, origin and protection.
export { noteFile, withNote } from './notes.ts';
