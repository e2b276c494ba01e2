// `MEMORY.md` and notes as entries with identity, origin and protection.
export { bulletsIn, noteFile, withNote } from './notes.ts';
