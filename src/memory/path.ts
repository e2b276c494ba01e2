// Where what an agent has learnt lies in a home.
export const memoryPath = 'MEMORY.md';
/** One file a day. */
export const notesFolder = 'notes';
