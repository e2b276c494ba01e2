// An act of a night: when it is due, what it gathers, what it would ask, what it does by rules, and how it reads an answer.
import type { FileEdit } from '../change/change.ts';
import type { Form } from '../config/config.ts';
import type { Facts } from '../facts/facts.ts';
import type { CameToMemory, DreamLine, LedgerRead } from '../journal/journal.ts';
import type { Origin } from '../memory/memory.ts';
import type { AgentHome } from '../world/world.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** Why a night begins. */
export const triggers = ['hand', 'cadence', 'after-run', 'session', 'idle', 'heartbeat', 'fatigue', 'nap'] as const;
export type Trigger = (typeof triggers)[number];

/** What an act may know of the night it is part of. */
export interface Tonight {
  readonly id: string;
  readonly trigger: Trigger;
  /** A person wants it now: also if a gate is shut or nothing is new. */
  readonly isForced: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of the gate for this night, instead of what settings and environment say. */
  readonly interval: number | undefined;
  /** Whether a model was chosen for this act; true if nobody says. */
  readonly isAsked?: boolean;
  /** Whether that model can take a turn with the agent's own tools. */
  readonly hasTools?: boolean;
}

/**
 * One act. It sees the files of its home as the acts before it leave them, and changes nothing itself: what it wants done is a proposal, and the
 * night does it, once, together with those of the others.
 */
export interface Act {
  readonly name: string;
  /** How it is called among the sessions. */
  readonly kind: string;
  /** What it is due for without being named. */
  readonly triggers: readonly Trigger[];
  gather(home: AgentHome, tonight: Tonight): Promise<Gathered>;
  /** Told what came of it, once the night is over and kept; not of a dry one. What only this machine knows of it may be kept now. */
  ended?(home: AgentHome, how: ActEnd): void;
}

/** How an act ended, as its receipt has it. */
export interface ActEnd {
  readonly outcome: string;
  readonly reason: string;
  /** How often a model was asked for it. */
  readonly calls: number;
}

/** Why there is nothing to do now. */
export interface NotNow {
  readonly kind: 'not now';
  readonly outcome: 'noop' | 'gated' | 'failed';
  readonly reason: string;
  readonly message: string;
  readonly figures?: ActFigures | undefined;
}

/** What an act counted, for its receipt: whatever it likes, as JSON has it. */
export type ActFigures = object;

/** What was gathered, as far as the night has to know of it. */
export interface Ready {
  readonly kind: 'ready';
  /** What it would ask a model; undefined if it asks nobody. */
  readonly question: ActQuestion | undefined;
  byRules(model: string): ReadAnswer;
  read(answer: KeptAnswer, model: string): ReadAnswer;
}

export type Gathered = NotNow | Ready;

export interface ActQuestion {
  /** The version of its words. */
  readonly version: string;
  readonly temperature: number;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** What is asked about, whatever the clock says: as long as this is the same, an answer that was paid for is the answer. */
  readonly about: readonly unknown[];
  /** `withheld` lines of what was gathered are not shown to it. */
  prompt(code: string, form: Form): { readonly system: string; readonly prompt: string; readonly withheld?: number };
  /** What rules would say, for a model that is none. */
  offline(): string;
  /** Asked as a turn with the agent's own tools: the file it may write in its copy, as that is at first. The answer is what it says then. */
  readonly copy?: { readonly path: string; readonly content: string } | undefined;
}

export type ReadAnswer =
  | { readonly kind: 'proposal'; readonly proposal: Proposal }
  | { readonly kind: 'malformed'; readonly reason: string };

/** A line of a model that the host did not take. */
export interface LeftOutLine {
  readonly line: string;
  readonly why: string;
  /** Only what was to move the board counts against a dreamer. */
  readonly isVerdict: boolean;
}

/** What is done to memory. Whatever an operation is called: `takes` and `brings` say what it comes to. */
export type OperationKind = 'add' | 'merge' | 'supersede' | 'reword' | 'move' | 'demote' | 'drop' | 'pattern';

/** One thing that an act does to memory, said for itself, so that it can be checked against what really changes, and left out alone. */
export interface MemoryOperation {
  readonly kind: OperationKind;
  /** Names it within its act, and in receipts: `promote m-ab2cd3ef`. */
  readonly name: string;
  readonly path: string;
  /** The entries that go, as they stand in the file: all their lines, without the last line end. */
  readonly takes: readonly string[];
  /** The entries that come, in the same way. */
  readonly brings: readonly string[];
  /** What comes into the archive with it, in the same way: whatever it takes and does not bring again stands there, word for word. */
  readonly archives?: readonly string[] | undefined;
  /** The entries that it rests on and that stay: what supersedes another, what a pattern is seen in. */
  readonly rests?: readonly string[] | undefined;
  /** Whose words come of it, as the ledger will say. */
  readonly origin?: Origin | undefined;
}

/** All that a proposal does to memory. An act that changes memory and does not say so is refused. */
export interface MemoryClaims {
  readonly operations: readonly MemoryOperation[];
  /** What comes besides, and says nothing by itself: the heading above a list. */
  readonly frame: readonly { readonly path: string; readonly brings: string }[];
  /** The entries that it writes, by the ids by which they go from then on, and those that stand nowhere any more; for the ledger. */
  readonly came?: readonly CameToMemory[] | undefined;
  readonly left?: readonly { readonly memory: string; readonly sha256: string }[] | undefined;
  /** Lines of observations that go, each by the name of the operation that brings it into the archive. */
  readonly forgets?: readonly { readonly name: string; readonly path: string; readonly line: string }[] | undefined;
  /** The proposal without some of its operations; undefined if the rest does not stand without them. */
  without(names: ReadonlySet<string>): Proposal | undefined;
}

/** A line of a private list, by an id that no other has. */
export interface WaitingLine {
  readonly id: string;
  readonly list: 'pending';
  readonly body: object;
}

/** What an act wants done. */
export interface Proposal {
  readonly edits: readonly FileEdit[];
  /** Its part of the night's line in the ledger. */
  readonly part: Readonly<Record<string, unknown>>;
  /** A stable word for its receipt, a sentence for people, and the subject of the commit if nothing comes after it. */
  readonly reason: string;
  readonly message: string;
  readonly subject: string;
  readonly model: string;
  readonly leftOut: readonly LeftOutLine[];
  readonly figures?: ActFigures | undefined;
  /** Lines for the body of the commit, one each. */
  readonly list?: readonly string[] | undefined;
  /** What waits for a person, for a private list; kept once this has landed. */
  readonly waits?: readonly WaitingLine[] | undefined;
  /** What it does to memory, if it touches memory. */
  readonly memory?: MemoryClaims | undefined;
  /** The dream, of the one act that writes one. */
  readonly dream?: ProposedDream;
  /** Asked under the lock, with the ledger as it is then; throws if the night has no place there any more. */
  stillFits?(ledger: LedgerRead): void;
}

export interface ProposedDream {
  readonly file: string;
  readonly text: string;
  readonly verdicts: readonly string[];
  readonly line: Omit<DreamLine, 'kind' | 'id' | 'also' | 'agent' | 'time' | 'cadence' | 'trigger' | 'acts'>;
  readonly facts: Facts;
}
