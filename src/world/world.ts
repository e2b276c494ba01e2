// What the inner rooms may ask of the outside, as types.
import type { FolderLook, FoundHome, Standpoint } from '../home/home.ts';
import type {
  CommitRequest,
  CommitResult,
  ContentHash,
  Repository,
  RepositoryPlace,
  WriteOptions,
} from '../repo/repo.ts';

/** Files below a root. Contracts are those of `repo/files.ts`; paths are plain names joined by `/`. */
export interface Files {
  read(root: string, path: string): Uint8Array | undefined;
  write(root: string, path: string, content: Uint8Array, options?: WriteOptions): 'written' | 'changed';
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
}

// The types of hands, for rooms that only pass them on.
export type { FolderLook, FoundHome, GitPlace, Standpoint } from '../home/home.ts';
export type { CommitResult, HeadState, Repository } from '../repo/repo.ts';
