// What the inner rooms may ask of the outside, as types.
import type { EmbedSource, HomeSettings, ModelSource } from '../config/config.ts';
import type { ContentHash, Seen, TheirFile, Walked, WalkOptions, WriteOptions } from '../disk/disk.ts';
import type { EmbedOutcome, EmbedRequest } from '../embed/embed.ts';
import type { FolderLook, FoundHome, Off, OffPeriod, Standpoint as StandpointOfHome } from '../home/home.ts';
import type { ModelOutcome, ModelRequest, Talk, TalkOutcome } from '../models/models.ts';
import type { ProgramCall, ProgramEnd } from '../programs/programs.ts';
import type { Harnesses, Kept } from '../sessions/sessions.ts';
import type { StepContext, StepReport } from '../steps/steps.ts';
import type { Corpora, PrivateDatabases } from '../store/store.ts';
import type { DropReason, NotOurs } from '../telemetry/telemetry.ts';
import type { Git } from './git.ts';

/** Files below a root. Contracts are those of `disk/files.ts`; paths are plain names joined by `/`. */
export interface Files {
  read(root: string, path: string): Uint8Array | undefined;
  write(root: string, path: string, content: Uint8Array, options?: WriteOptions): 'written' | 'changed';
  remove(root: string, path: string, options?: WriteOptions): 'written' | 'changed';
  /** Takes away what killed writers of these files left beside them. Only for whoever is sure that no writer lives. */
  sweep(root: string, paths: readonly string[]): void;
  /** The names of the plain files in a folder below the root, or of the folders in it. */
  list(root: string, folder: string, what?: 'files' | 'folders'): readonly string[];
  /** Makes it, and what is missing above it; 0700 if it is private. */
  makeFolder(path: string, isPrivate?: boolean): void;
  hash(content: Uint8Array | undefined): ContentHash;
  /** A file of any name that somebody else wrote, not larger than `most`. Contract: `disk/their-files.ts`. */
  theirs(root: string, path: string, most?: number): TheirFile;
  /** The plain files below a root, one after the other, in one order and within bounds. Contract: `disk/walk.ts`. */
  walk(root: string, options: WalkOptions): Iterable<Walked>;
}

/** Private lines: the record of the day, and receipts. Contracts are those of `telemetry`. */
export interface Lines {
  append(path: string, line: string, isSynced?: boolean): void;
  /** Adds lines to a private log below `.self/` of the home. Such a log is never put aside and never in git. */
  log(home: FoundHome, path: string, lines: readonly string[]): void;
  /** The newest part of such a log, as far as it is this home's own: '' if git tracks it, or somebody else could have written it. */
  logged(home: FoundHome, path: string, most?: number): Promise<string>;
  /** A step that nobody recorded when it happened: cleaned as every other, and added to the record of the day. */
  step(home: FoundHome, report: StepReport, context: StepContext): void;
  /** The newest part of a private file, whole lines only, at most so many bytes; '' if there is none. */
  newest(path: string, most?: number): string;
  /** The record of the day. It lies where a commit could bring one, so it is read in no other way. */
  day(home: FoundHome): Promise<DayRecord>;
}

/** A piece of the record that is not read, and why. */
export interface LeftPiece {
  readonly name: string;
  readonly why: NotOurs;
}

/** The record of the day, as far as it is this home's own. */
export interface DayRecord {
  newest(most?: number): string;
  readonly left: readonly LeftPiece[];
  /** Why nothing could be read; undefined if it could. */
  readonly problem: string | undefined;
}

/** Anything at a full path, for whoever has to know what is wrong with it. Contracts are those of `disk/full-path.ts`. */
export interface Disk {
  at(path: string): Seen | undefined;
  signOf(paths: readonly string[], now?: number): string | undefined;
  names(folder: string): readonly string[];
  openedBy(path: string): 'somebody' | 'nobody' | 'unknown';
  setMode(path: string, mode: number): void;
  putAside(path: string, folder: string, mark: string): string;
}

/** Homes and folders as they are found. */
export interface Places {
  find(standpoint: Standpoint): FoundHome | undefined;
  look(folder: string): FolderLook;
  /** Whether its owner switched everything off, here or everywhere. */
  off(home: FoundHome): Off | undefined;
  /** The files that say so, whether they are there or not. */
  switches(home: FoundHome): readonly string[];
  /** When it was off here before, as far as that is remembered. */
  wasOff(home: FoundHome): readonly OffPeriod[];
  /** The folders of this person's, outside its repository, in which a home may have private state: counted drops, databases. */
  outside(home: Pick<FoundHome, 'home' | 'privateDir'>): readonly string[];
  /** The patterns a person ignores in every repository, or in this one where its settings name another list; '' if there are none. */
  ignoredEverywhere(commonDir?: string): string;
}

/** Locks that the kernel frees when their holder dies. Contract: `store/lock.ts`. */
export type Locks = Pick<PrivateDatabases, 'take'>;

/** The private state of a home. Contract: `store/store-types.ts`. */
export type Stores = Omit<PrivateDatabases, 'take'>;

/** Language models. Contract: `models`. */
export interface Models {
  /** Asks once. Never throws for what a model, a network or a program can do. */
  ask(source: ModelSource, request: ModelRequest): Promise<ModelOutcome>;
  /** One turn of a conversation in which it may ask for tools. Never throws, as `ask`. */
  converse(source: ModelSource, talk: Talk): Promise<TalkOutcome>;
}

/** Programs. Contract: `programs`. */
export interface Programs {
  /** Runs one to its end. Never throws for what a program or the system can do. */
  run(call: Omit<ProgramCall, 'mark'>): Promise<ProgramEnd>;
}

/** Where somebody stands, and which harnesses are known there: without it, all that we know. */
export interface Standpoint extends StandpointOfHome {
  readonly harnesses?: Harnesses;
  /** The script by which `dk` is started, if it is not ours: that of somebody who knows more harnesses, say. */
  readonly program?: string;
  /** The real world, changed for who lives months in minutes: another clock, other chance, a git in memory. Asked once for each verb on a home. */
  readonly changed?: (real: World) => World;
}

/** One agent's home in the world: what almost everybody is asked with. */
export interface AgentHome {
  readonly world: World;
  readonly home: FoundHome;
  readonly settings: HomeSettings;
  /** The name this home's agent goes by. */
  readonly agent: string;
}

/** A home in the world, whoever's it is. */
export type Place = Pick<AgentHome, 'world' | 'home'>;

/** Everything outside, handed in. `wire` makes the real one; tests make their own. */
export interface World {
  now(): Date;
  /** The zone of time that people live in here: `Europe/Berlin`. */
  readonly zone: string;
  /** Random bytes, as hex. */
  random(bytes: number): string;
  /** Lets some milliseconds pass, or fewer if the signal says so. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A place at which a process may die or a call may fail. Does nothing; a crash test has its own. */
  probe(name: string): void;
  /** This process, in words: what others are told when they have to wait for it. */
  readonly self: string;
  /** Its number. */
  readonly pid: number;
  /** Who the commits of this home are by, where its settings say so; `{agent}` in it is the agent's name. */
  readonly identity?: { readonly name?: string | undefined; readonly email?: string | undefined } | undefined;
  readonly files: Files;
  readonly git: Git;
  readonly places: Places;
  readonly locks: Locks;
  readonly stores: Stores;
  /** Indexes of large folders. Contract: `store/corpus-types.ts`. */
  readonly corpora: Corpora;
  readonly lines: Lines;
  readonly disk: Disk;
  readonly models: Models;
  readonly programs: Programs;
  /** The table of words that mean something near. Contract: `recall/neighbours.ts`. */
  neighbours(): Promise<Uint8Array>;
  /** Texts as vectors. Never throws for what an embedder can do. Contract: `embed/embed-types.ts`. */
  embed(source: EmbedSource, request: EmbedRequest): Promise<EmbedOutcome>;
  /** What other people's harnesses keep. Contract: `sessions`. */
  readonly harnesses: Kept;
  /** Whether a process lives; undefined if that cannot be told. */
  isAlive(pid: number): boolean | undefined;
  /** What hooks could not record in this home, by reason. */
  drops(home: FoundHome): ReadonlyMap<DropReason, number>;
}

export type { Seen, TheirFile } from '../disk/disk.ts';
// The types of hands, for rooms that only pass them on.
export type { EmbedFailure, EmbedOutcome, EmbedRequest } from '../embed/embed.ts';
export type { FolderLook, FoundHome, GitPlace, Off, OffPeriod, Stranger } from '../home/home.ts';
export type {
  FailureReason,
  ModelFailure,
  ModelOutcome,
  ModelRequest,
  OfferedTool,
  Talk,
  TalkMessage,
  TalkOutcome,
  ToolCall,
} from '../models/models.ts';
export type { ProgramCall, ProgramEnd } from '../programs/programs.ts';
export type { HeadState } from '../refs/refs.ts';
export type {
  BranchCommit,
  ChangedFile,
  CommitMark,
  CommitResult,
  EarlierVersion,
  IsOurs,
  KeptFile,
  LineCount,
  LoggedCommit,
  PathDifference,
  Repository,
  ShownCommit,
  SnapshotRequest,
  SnapshotResult,
  Stash,
} from '../repo/repo.ts';
export type { Harnesses, HarnessNote, KeptSession, Scope, Sent, TimedStep } from '../sessions/sessions.ts';
export type {
  CallCost,
  CorpusDraft,
  CorpusFile,
  CorpusReader,
  Ended,
  Holder,
  KeptCall,
  KeptMessage,
  LeaseRef,
  NewChunk,
  OutboxItem,
  RecallEvent,
  Store,
  Unfinished,
  WaitingItem,
  WaitingMessage,
} from '../store/store.ts';
export type { DropReason } from '../telemetry/telemetry.ts';
export type { Git } from './git.ts';
