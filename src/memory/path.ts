// Where what an agent has learnt lies in a home.
export const memoryPath = 'MEMORY.md';
/** One file a day. */
export const notesFolder = 'notes';
/** What was demoted, with the reason. */
export const archivePath = 'memory/archive.md';
