// Finds a home from any folder or worktree, and knows what lies where in it.
export {
  type FoundHome,
  findHome,
  linkedWorktree,
  linkFile,
  names,
  refuseNewerFormat,
  requireHome,
  type Standpoint,
} from './find.ts';
export type { GitPlace } from './git-place.ts';
export { type Head, readHead } from './head.ts';
export {
  dropFolders,
  hookAgent,
  isOwnHome,
  type Keeps,
  keepsOf,
  packFiles,
  selfFolderOf,
  speaksOfDreaming,
} from './hook-files.ts';
export { ignoredEverywhere } from './ignored-everywhere.ts';
export { keepPrivate, makePrivate } from './keep-private.ts';
export { type FolderLook, lookAt } from './look.ts';
export { allowsStrangers, notOwner, type Stranger, strangerAt, strangerAtOrAbove } from './owner.ts';
export { type Off, switchedOff, switchFiles, switchTo } from './switched-off.ts';
export { keepOffPeriod, type OffPeriod, offPeriods } from './was-off.ts';
