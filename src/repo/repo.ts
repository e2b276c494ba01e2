// Git repositories and their files: read, write whole, commit by compare-and-swap.

export { blobsThen, contentsOf } from './blobs-then.ts';
export { type ChangedFile, changedFiles, lastWritten, type WorktreeState, writtenAt } from './changed-files.ts';
export { namesAt, openedBy, putAside, type Seen, seenAt, setMode } from './close-look.ts';
export { type CommitRequest, type CommitResult, commitFiles } from './commit.ts';
export {
  absent,
  type ContentHash,
  filesIn,
  hashOf,
  makeFolder,
  readWhole,
  removeWhole,
  sweepFiles,
  type WriteOptions,
  writeWhole,
} from './files.ts';
export { type GitCall, type GitOutcome, type GitProgram, runGit } from './git-process.ts';
export {
  type CommitMark,
  commitAdding,
  commitBefore,
  commitsOfOthers,
  commitsSince,
  contains,
  type IsOurs,
  type LoggedCommit,
  markOf,
  nightsInHistory,
} from './history.ts';
export { landedCommits, type MergeSides, mergeTexts, settle } from './landed.ts';
export {
  type BlamedLine,
  blameLine,
  commitsTouching,
  patchOf,
  type ShownCommit,
  showCommit,
  type TouchingCommit,
} from './look-back.ts';
export { type Identity, safeIdentity, safeObject, safeRef } from './names.ts';
export { safePath } from './plain-path.ts';
export { type PruneRequest, pruneRefs } from './prune.ts';
export { reclaim } from './reclaim.ts';
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
export { type KeptFile, type SnapshotRequest, type SnapshotResult, snapshotFiles } from './snapshot.ts';
export { readTheirs, type TheirFile } from './their-files.ts';
export { isTheirPath, pathBytes, pathText, theirPath } from './their-path.ts';
export { trackedIn } from './tracked.ts';
export { differenceOf, type PathDifference, treeOf } from './tree-difference.ts';
export { walkFiles } from './walk.ts';
export type { LeftWhy, Walked, WalkOptions } from './walk-types.ts';
