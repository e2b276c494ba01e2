// Where what an agent has learnt lies in a home.
export const memoryPath = 'MEMORY.md';
/** One file a day. */
export const notesFolder = 'notes';
export const archivePath = 'memory/archive.md';

/** Whether what stands there is memory, and so nobody's to change without saying so. */
export function isMemoryFile(path: string): boolean {
  return path === memoryPath || path === archivePath || (path.startsWith(`${notesFolder}/`) && path.endsWith('.md'));
}
