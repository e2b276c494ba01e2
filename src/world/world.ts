// What the inner rooms may ask of the outside, as types.
import type { FolderLook, FoundHome, Standpoint } from '../home/home.ts';
import type {
  CommitRequest,
  CommitResult,
  ContentHash,
  LoggedCommit,
  PathDifference,
  Repository,
  RepositoryPlace,
  WorktreeState,
  WriteOptions,
} from '../repo/repo.ts';

/** Files below a root. Contracts are those of `repo/files.ts`; paths are plain names joined by `/`. */
export interface Files {
  read(root: string, path: string): Uint8Array | undefined;
  write(root: string, path: string, content: Uint8Array, options?: WriteOptions): 'written' | 'changed';
  /** The names of the plain files in a folder below the root. */
  list(root: string, folder: string): readonly string[];
  makeFolder(path: string): void;
  hash(content: Uint8Array | undefined): ContentHash;
}

/** Git. Contracts are those of `repo/repository.ts` and `repo/commit.ts`. */
export interface Git {
  /** Throws a helpful error if git is missing or too old. */
  require(folder: string): Promise<void>;
  create(folder: string): Promise<void>;
  open(place: RepositoryPlace, scratch: string): Promise<Repository>;
  commit(repository: Repository, request: CommitRequest): Promise<CommitResult>;
  /** The newest commits that are not ours. */
  commits(repository: Repository, head: string, most: number): Promise<readonly LoggedCommit[]>;
  /** Which of them came after a commit; undefined if that one is not here. */
  since(repository: Repository, head: string, before: string): Promise<readonly string[] | undefined>;
  contains(repository: Repository, head: string, commit: string): Promise<boolean>;
  /** The commit that brought a file, or undefined. */
  adding(repository: Repository, head: string, path: string): Promise<string | undefined>;
  /** The newest commit that is not younger than a time, or undefined. */
  before(repository: Repository, head: string, time: string): Promise<string | undefined>;
  /** The commits in which our own nights and wakes landed. */
  nights(repository: Repository, head: string): Promise<readonly { readonly id: string; readonly commit: string }[]>;
  /** What files were in commits. */
  blobsThen(
    repository: Repository,
    wanted: readonly { readonly commit: string; readonly path: string }[],
  ): Promise<readonly (string | undefined)[]>;
  tree(repository: Repository, commit: string): Promise<string | undefined>;
  difference(repository: Repository, before: string, after: string): Promise<readonly PathDifference[] | undefined>;
  /** Where the worktree stands, and what in it is not committed. */
  changed(repository: Repository): Promise<WorktreeState>;
  /** When the youngest of the tracked files that are meant was written. */
  lastWritten(repository: Repository, isMeant: (path: string) => boolean): Promise<string>;
  /** When a file of a worktree was last written, whether it changed or not. */
  writtenAt(worktree: string, path: string): string | undefined;
}

/** Private lines: the record of the day, and receipts. Contracts are those of `telemetry`. */
export interface Lines {
  append(path: string, line: string): void;
  /** The newest part, whole lines only, at most so many bytes; '' if there is none. */
  newest(path: string, most?: number): string;
}

/** Homes and folders as they are found. */
export interface Places {
  find(standpoint: Standpoint): FoundHome | undefined;
  look(folder: string): FolderLook;
}

/** Locks that the kernel frees when their holder dies. Contract: `store/lock.ts`. */
export interface Locks {
  /** Takes the lock at this path, or gives undefined if somebody else has it. */
  take(path: string): { release(): void } | undefined;
}

/** Everything outside, handed in. `wire` makes the real one; tests make their own. */
export interface World {
  now(): Date;
  /** Random bytes, as hex. */
  random(bytes: number): string;
  /** Lets some milliseconds pass. */
  pause(milliseconds: number): Promise<void>;
  readonly files: Files;
  readonly git: Git;
  readonly places: Places;
  readonly locks: Locks;
  readonly lines: Lines;
}

// The types of hands, for rooms that only pass them on.
export type { FolderLook, FoundHome, GitPlace, Standpoint } from '../home/home.ts';
export type { ChangedFile, CommitResult, HeadState, LoggedCommit, PathDifference, Repository } from '../repo/repo.ts';
