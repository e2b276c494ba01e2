// Files and folders: read and written whole, walked within bounds, never through a link.

export { fileErrorOf, inFileWords, requireOwnFolder } from './file-errors.ts';
export {
  absent,
  type ContentHash,
  filesIn,
  hashOf,
  makeFolder,
  readWhole,
  removeWhole,
  sweepFiles,
  syncFolderAt,
  type WriteOptions,
  writeWhole,
} from './files.ts';
export { namesAt, openedBy, putAside, type Seen, seenAt, setMode, signOf } from './full-path.ts';
export { foldersOf, isPlainPath, safePath } from './plain-path.ts';
export { readTheirs, type TheirFile } from './their-files.ts';
export { isTheirPath, onDisk, pathBytes, pathText, theirPath } from './their-path.ts';
export { walkFiles } from './walk.ts';
export type { LeftWhy, Walked, WalkOptions } from './walk-types.ts';
