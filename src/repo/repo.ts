// Git repositories: what they say is read, what is ours is committed by compare-and-swap.

export { blobsThen, contentsOf } from './blobs-then.ts';
export { type ChangedFile, changedFiles, lastWritten, type WorktreeState, writtenAt } from './changed-files.ts';
export { type CommitRequest, type CommitResult, commitFiles } from './commit.ts';
export { type EarlierVersion, earlierVersions } from './earlier.ts';
export { type GitCall, type GitOutcome, type GitProgram, runGit } from './git-process.ts';
export { goneBranches } from './gone-branches.ts';
export { headMoves, ownNames } from './head-moves.ts';
export {
  additionOf,
  type CommitMark,
  commitAt,
  commitsOfOthers,
  commitsSince,
  contains,
  type IsOurs,
  type LoggedCommit,
  markOf,
  nightsInHistory,
  notIn,
} from './history.ts';
export { commitsClaiming, type MergeSides, mergeTexts, settle } from './landed.ts';
export { type LineCount, lineCounts, linesOfNew } from './line-counts.ts';
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
export { type BranchCommit, commitsOnBranches, movedBranches, sinceThen } from './on-branches.ts';
export { type PruneRequest, pruneRefs } from './prune.ts';
export { reclaim } from './reclaim.ts';
export {
  createRepository,
  openRepository,
  type Repository,
  type RepositoryPlace,
  requireGit,
  type TreeEntry,
  type UnderWay,
} from './repository.ts';
export { type KeptFile, type SnapshotRequest, type SnapshotResult, snapshotFiles } from './snapshot.ts';
export { type Stash, stashesSince } from './stashes.ts';
export { trackedIn } from './tracked.ts';
export { differenceOf, type PathDifference, treeOf } from './tree-difference.ts';
