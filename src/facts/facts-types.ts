// The shape of what was gathered: everything a dream or a wake pack may name is in here.

import type { Board } from '../board/board.ts';
import type { KnownLedger } from '../change/change.ts';
import type { CheckRun, EditAt } from '../checks/checks.ts';
import type { HomeSettings } from '../config/config.ts';
import type { Digested, DreamLine, LedgerRead } from '../journal/journal.ts';
import type { StepRecord } from '../steps/steps.ts';
import type {
  BranchCommit,
  ChangedFile,
  HarnessNote,
  LeftPiece,
  LineCount,
  LoggedCommit,
  Stash,
} from '../world/world.ts';
import type { DoneOnBranch } from './branches.ts';
import type { StandingFailure } from './changed-since.ts';
import type { OpenElsewhere } from './elsewhere.ts';
import type { LastFailed } from './failures.ts';
import type { FinishedTask } from './finished.ts';
import type { GoneSession } from './gone-sessions.ts';
import type { Flight } from './in-flight.ts';
import type { Note, Remembered } from './notes.ts';
import type { Plan } from './plan-files.ts';
import type { Trespass } from './territory.ts';
import type { Todo } from './todos.ts';

export interface CommitFact extends LoggedCommit {
  /** Not yet there at the last dream. */
  readonly isNew: boolean;
}

export interface ProjectFacts {
  readonly branch: string | null;
  readonly head: string | null;
  readonly tree: string | null;
  /** What is not committed, without the home's own files. */
  readonly changed: readonly ChangedFile[];
  readonly moreChanged: number;
  /** A merge, rebase … somebody is in the middle of. */
  readonly underWay: string | null;
}

/** What came since the last dream. */
export interface NewsFacts {
  readonly isFirst: boolean;
  readonly commits: number;
  readonly steps: number;
  readonly board: boolean;
  readonly files: boolean;
  /** All of it was told by a dream that was taken back, and nothing has happened since. */
  readonly isTakenBack?: boolean;
}

export interface PreviousDream {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Its beginning, whole lines. */
  readonly text: string;
}

/** An entry in `rem/` that nobody reads: no sleep of ours wrote it, and no commit brought it. */
export interface JournalGap {
  readonly path: string;
  /** Why, in words of ours. */
  readonly reason: string;
}

export interface Facts extends Flight {
  readonly now: string;
  /** In which zone people are told times. */
  readonly zone: string;
  readonly agent: string;
  readonly settings: HomeSettings;
  readonly project: ProjectFacts;
  /** Newest first, ours left out. */
  readonly commits: readonly CommitFact[];
  /** All that landed since the last dream, newest first: more than are told where there were many. */
  readonly landed: readonly LoggedCommit[];
  /** What was committed in this cycle on other local branches, newest first: it is not in the tree that is looked at. */
  readonly onBranches: readonly BranchCommit[];
  /** Open tasks that those commits may have finished. */
  readonly doneOnBranch: readonly DoneOnBranch[];
  readonly board: Board | undefined;
  /** Open tasks that commits finished, or may have, now or at an earlier night. */
  readonly finished: readonly FinishedTask[];
  /** Those whose title is their own, and what only has to be closed. They are not DOING, not a goal, and not what comes next. */
  readonly looksDone: readonly FinishedTask[];
  /** Open tasks of which the newest commits speak: one has to see what is left of them. */
  readonly spokenOf: readonly string[];
  readonly steps: {
    /** Recorded since the last dream. */
    readonly records: readonly StepRecord[];
    readonly all: number;
    readonly skipped: number;
    /** Pieces of the record that are not this home's own. */
    readonly left: readonly LeftPiece[];
    /** Edits of this cycle, in order. */
    readonly edits: readonly EditAt[];
    /** Files in the repository that a cycle without a commit or an edit looked into, the last at the end. */
    readonly reads: readonly string[];
    /** What failed in this cycle on this branch and has not passed since, the latest at the end: to be mended. */
    readonly failures: readonly StandingFailure[];
    /** What failed before it, or elsewhere: to be known of, and no order. */
    readonly lastFailed: readonly LastFailed[];
    /** Checks that failed here before that, in the last days, and were not run again: a session is told, a tale is not. */
    readonly stillRed?: readonly LastFailed[];
    /** All runs of checks on record. */
    readonly runs: readonly CheckRun[];
    readonly cycleStart: string;
  };
  /** Checks that passed, and what they covered is as it was. */
  readonly verified: readonly CheckRun[];
  /** How much of the files in flight is not committed, as far as that can be told. */
  readonly sizes: ReadonlyMap<string, LineCount>;
  /** Work that is open in other worktrees. */
  readonly elsewhere: readonly OpenElsewhere[];
  /** Work that was put away with `git stash` in the last two weeks, the newest first. */
  readonly stashes: readonly Stash[];
  /** Sessions that were found to have ended without a word since the last dream; only a dream is told. */
  readonly gone: readonly GoneSession[];
  readonly asked: readonly string[];
  /** The last of them, if nothing was committed for it since. Private, too. */
  readonly wanted: string | undefined;
  /** The session that was asked ended and left nothing open: it may be done without a commit. */
  readonly isWantedOver?: boolean;
  /** The session in which the last was asked, whatever was committed since. */
  readonly wantedIn?: string | null;
  /** Earlier ones, if nothing was committed before the next was asked. Private, too. */
  readonly leftAsked: readonly string[];
  /** The harness's own to-do list. Private, as what was asked: neither gets into the journal. */
  readonly todos: readonly Todo[];
  /** Plans beside the board. Those that are not in the repository are private, too. */
  readonly plans: readonly Plan[];
  /** What was remembered, the newest first; told to agents and dreamers, and no evidence. */
  readonly notes: readonly Note[];
  /** What became of memories that the ledger knows. */
  readonly upkeep: Remembered['upkeep'];
  /** What the harness hands its agent by itself. What the agent wrote there is held against a dream, and never speaks for one. */
  readonly harnessNotes: readonly HarnessNote[];
  /** Our newest dream; where there is none, the newest from elsewhere. */
  readonly previous: PreviousDream | undefined;
  /** A younger one from elsewhere, that came by clone or merge. */
  readonly beside?: PreviousDream | undefined;
  readonly gaps: readonly JournalGap[];
  readonly news: NewsFacts;
  readonly lastNight: DreamLine | undefined;
  /** All of it: what it says has happened does not happen again. If it is not whole (`broken`), nothing is carried out or added. */
  readonly ledger: LedgerRead;
  /** Its lines that were written on this machine; only these are evidence, and make a dream ours. */
  readonly evidence: LedgerRead['lines'];
  /** The ids of those that no commit brought, either. */
  readonly foreignLines: readonly string[];
  /** The same to be kept, if history was asked for it. */
  readonly knownLedger?: KnownLedger | undefined;
  /** Where the agent wrote what only the host writes, since the last dream. */
  readonly trespasses: readonly Trespass[];
  readonly digested: Digested;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

/** Whether there is anything a dream could be about that the last one did not know. */
export function hasNews({ commits, steps, board, files, isTakenBack }: NewsFacts): boolean {
  return isTakenBack !== true && (commits > 0 || steps > 0 || board || files);
}
