// Git, as the inner rooms may ask it.
import type {
  BlamedLine,
  BranchCommit,
  ChangedFile,
  CommitMark,
  CommitRequest,
  CommitResult,
  EarlierVersion,
  IsOurs,
  LineCount,
  LoggedCommit,
  MergeSides,
  PathDifference,
  PruneRequest,
  Repository,
  RepositoryPlace,
  ShownCommit,
  SnapshotRequest,
  SnapshotResult,
  Stash,
  TouchingCommit,
  WorktreeState,
} from '../repo/repo.ts';

/** Git. Contracts are those of `repo/repository.ts` and `repo/commit.ts`. */
export interface Git {
  /** Throws a helpful error if git is missing or too old. */
  require(folder: string): Promise<void>;
  create(folder: string): Promise<void>;
  open(place: RepositoryPlace, scratch: string): Promise<Repository>;
  commit(repository: Repository, request: CommitRequest): Promise<CommitResult>;
  /** Keeps files under a private ref that no branch has. Contract: `repo/snapshot.ts`. */
  snapshot(repository: Repository, request: SnapshotRequest): Promise<SnapshotResult>;
  /** Drops old snapshots. Contract: `repo/prune.ts`. */
  prune(repository: Repository, request: PruneRequest): Promise<readonly string[]>;
  /** Puts right what a killed commit of ours left: git's lock on the index, our drafts. Only for whoever is sure that no other of us lives. */
  reclaim(repository: Repository): void;
  /** Lets the index follow a commit of ours that has landed, where it still has what was before. */
  settle(repository: Repository, commit: string, paths: readonly string[]): Promise<void>;
  /** The commits in what leads to `head` that claim to be this change, newest first. */
  claiming(repository: Repository, head: string, id: string, since: string | undefined): Promise<readonly string[]>;
  /** A commit as it is asked about whose it is. */
  mark(repository: Repository, commit: string): Promise<CommitMark | undefined>;
  /** Joins two changes of one text; undefined if they touch the same lines. */
  merge(repository: Repository, sides: MergeSides): Promise<Uint8Array | undefined>;
  /** The commit that brought the line of a file, and that line there. */
  blame(repository: Repository, head: string, path: string, line: number): Promise<BlamedLine | undefined>;
  /** One commit: whose it is, what it says, what it changed. */
  show(repository: Repository, commit: string): Promise<ShownCommit | undefined>;
  /** What a commit changed in these files, as git prints it. */
  patch(repository: Repository, commit: string, paths: readonly string[]): Promise<string>;
  /** The commits from `head` back that changed a path, newest first, with the change each claims to be. */
  touching(repository: Repository, head: string, path: string, since: string): Promise<readonly TouchingCommit[]>;
  /** The newest commits, without those that are ours. */
  commits(repository: Repository, head: string, most: number, isOurs?: IsOurs): Promise<readonly LoggedCommit[]>;
  /** Which of them came after a commit; undefined if that one is not here. */
  since(repository: Repository, head: string, before: string, isOurs?: IsOurs): Promise<readonly string[] | undefined>;
  /** The commits since a time that lead to another local branch and not to `head`, newest first. Contract: `repo/on-branches.ts`. */
  onBranches(repository: Repository, head: string, since: string, isOurs?: IsOurs): Promise<readonly BranchCommit[]>;
  contains(repository: Repository, head: string, commit: string): Promise<boolean>;
  /** Which of some commits do not lead to `head`. */
  notIn(repository: Repository, head: string, commits: readonly string[]): Promise<ReadonlySet<string>>;
  /** The commit that brought a file, or undefined. */
  additionOf(repository: Repository, head: string, path: string): Promise<string | undefined>;
  /** The newest commit that is not younger than a time, or undefined. */
  commitAt(repository: Repository, head: string, time: string): Promise<string | undefined>;
  /** The commits that claim to be nights, runs, wakes or undos; all of them, or those since a time. */
  nights(
    repository: Repository,
    head: string,
    since?: Date,
  ): Promise<readonly { readonly id: string; readonly commit: string }[]>;
  /** What files, or those in folders, were before they changed or went, newest first. Contract: `repo/earlier.ts`. */
  earlier(
    repository: Repository,
    head: string,
    paths: readonly string[],
    most: number,
  ): Promise<readonly EarlierVersion[]>;
  /** Branches that were merged once and are there no more, with the time of the merge. Contract: `repo/gone-branches.ts`. */
  goneBranches(
    repository: Repository,
    head: string,
    names: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, string>>;
  /** What files were in commits. */
  blobsThen(
    repository: Repository,
    wanted: readonly { readonly commit: string; readonly path: string }[],
  ): Promise<readonly (string | undefined)[]>;
  /** What is in blobs, many at once; undefined where there is none. */
  contents(repository: Repository, blobs: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  tree(repository: Repository, commit: string): Promise<string | undefined>;
  difference(repository: Repository, before: string, after: string): Promise<readonly PathDifference[] | undefined>;
  /** Where the worktree stands, and what in it is not committed. */
  changed(repository: Repository): Promise<WorktreeState>;
  /** How many lines of these files came and went since a commit, as far as that can be told. Contract: `repo/line-counts.ts`. */
  lineCounts(
    repository: Repository,
    head: string | undefined,
    files: readonly Pick<ChangedFile, 'path' | 'exact' | 'kind'>[],
  ): Promise<ReadonlyMap<string, LineCount>>;
  /** When something else than a commit moved HEAD, in whole seconds, as far as git keeps that. Contract: `repo/head-moves.ts`. */
  headMoves(repository: Repository): readonly string[];
  /** The names of those who moved HEAD here: none where git does not keep that. Contract: `repo/head-moves.ts`. */
  ownNames(repository: Repository): ReadonlySet<string>;
  /** What was put away with `git stash` since a time, newest first. Contract: `repo/stashes.ts`. */
  stashes(repository: Repository, since: string): Promise<readonly Stash[]>;
  /** When the youngest of those tracked files that are wanted was written. */
  lastWritten(repository: Repository, isWanted: (path: string) => boolean): Promise<string>;
  /** When a file of a worktree was last written, whether it changed or not. */
  writtenAt(worktree: string, path: string): string | undefined;
}
