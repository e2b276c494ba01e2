// A harness, the program that runs an agent: all we have to know of one to hear it, hand it a pack, and stand in its settings.
import type { HarnessMessage } from './event.ts';
import type { NoteFile, Transcript } from './kept.ts';
import type { HarnessSettings } from './settings.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** What a harness may tell its agent of the repository by itself, when a session begins. */
export type Sent = 'branch' | 'status' | 'commits';

/** What is needed at every event is here; the rest is loaded by whoever asks for it. */
export interface Harness {
  /** What people type, and what stands after `--from`: lower-case letters. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Reads what it hands a hook; undefined if that is no payload at all. `word` is the hook's own, for those that do not name the event. */
  payload(text: string, word: string): HarnessMessage | undefined;
  /** What its payload leaves out, looked up in what it keeps of the session; a harness that tells everything has none. */
  joined?(message: HarnessMessage): Promise<HarnessMessage>;
  /** The folder a session is about, if that is told beside the payload. */
  projectDir(env: Env): string | undefined;
  /** The session that a command runs in, if its environment tells. */
  session(env: Env): string | undefined;
  /** The names it makes up for sessions and calls, which look like credentials and are none. */
  readonly names: RegExp;
  /** Its tool that runs a command line. */
  readonly shell: string;
  /** One process of it may hold several sessions: that one begins does not say that another is over. */
  readonly holdsSeveral?: true;
  /** Where in a project it puts worktrees for agents of its own: `folder/`. */
  readonly worktrees: readonly string[];
  /** A pack in the shape it takes at the start of a session. */
  packOutput(pack: string): string;
  /** A sentence to the agent, in the shape that it takes after a call; a harness that takes none has none. */
  afterCall?(sentence: string): string;
  /** How much of that its agent gets to see. */
  readonly mostChars: number;
  /** What its agent is told by itself, and is left out of a pack: the branch, what is not committed, the newest commits. */
  readonly sends: readonly Sent[];
  /** Its words for a start that only goes on with a session: what was handed over before is still known there. */
  readonly goesOn: readonly string[];
  /** What files are called, in any folder, in which its agent finds rules: they are no plan. */
  readonly rules: readonly string[];
  kept(): Promise<HarnessKept>;
  settings(): Promise<HarnessSettings>;
}

/** What it keeps by itself. Ours to read, never to write. */
export interface HarnessKept {
  /** The files of the sessions held in a folder. */
  transcripts(project: string, env: Env): readonly string[];
  transcript(text: string): Transcript;
  /** The files it hands its agent about a folder. */
  notes(project: string, env: Env): readonly NoteFile[];
}

/** The ones we know, by their names. */
export type Harnesses = Readonly<Record<string, () => Promise<Harness>>>;
