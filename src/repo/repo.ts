// Git repositories and their files: read, write whole, commit by compare-and-swap.
export { type ChangedFile, changedFiles, lastWritten, type WorktreeState, writtenAt } from './changed-files.ts';
export { type CommitRequest, type CommitResult, commitFiles } from './commit.ts';
export {
  absent,
  type ContentHash,
  filesIn,
  hashOf,
  makeFolder,
  readWhole,
  type WriteOptions,
  writeWhole,
} from './files.ts';
export { type GitCall, type GitOutcome, type GitProgram, runGit } from './git-process.ts';
export {
  blobsThen,
  commitAdding,
  commitBefore,
  commitsOfOthers,
  commitsSince,
  contains,
  type LoggedCommit,
  nightsInHistory,
} from './history.ts';
export { type Identity, safeIdentity, safeObject, safePath, safeRef } from './names.ts';
export {
  createRepository,
  type HeadState,
  openRepository,
  type Repository,
  type RepositoryPlace,
  requireGit,
  type TreeEntry,
  type UnderWay,
} from './repository.ts';
export { differenceOf, type PathDifference, treeOf } from './tree-difference.ts';
