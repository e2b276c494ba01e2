// What a home's private state can do, whoever keeps it: leases, sealed intents, their outbox, drafts.

/** Who holds a lease, or held it last. */
export interface Holder {
  /** Grows with every holder: what an older one still wants to write is refused. */
  readonly number: number;
  /** What it does it for: a night's id. */
  readonly id: string;
  /** In words: process and machine. */
  readonly who: string;
  readonly since: string;
  /** Whether it said that it was done; one that was killed never did. */
  readonly hasEnded: boolean;
}

export interface LeaseRef {
  readonly name: string;
  readonly number: number;
}

/** Something to be done once after a change has landed. */
export interface OutboxItem {
  readonly id: string;
  readonly kind: string;
  readonly body: string;
}

/** One whose change is done, and that nobody could deliver yet. */
export interface WaitingItem extends OutboxItem {
  /** The id of its change. */
  readonly intent: string;
}

/** A change that is decided: from here only forward. */
export interface Sealing {
  readonly id: string;
  readonly time: string;
  readonly body: string;
  /** Contents the body speaks of, by name. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly outbox: readonly OutboxItem[];
  /** The last intent its planner knew of; if there is a later one by now, nothing is sealed. */
  readonly after: number;
  /** The lease it is made under; if somebody else holds it by now, nothing is sealed. */
  readonly lease?: LeaseRef | undefined;
}

/** One that is sealed and not done. */
export interface Unfinished extends Omit<Sealing, 'after' | 'lease'> {
  readonly seq: number;
}

/** How an intent ended: all of it is there, none of it is, a part waits for a person, or it never can be and a copy of it is kept. */
export type Ending = 'done' | 'dropped' | 'parked' | 'aside';

export interface Ended {
  readonly id: string;
  readonly time: string;
  readonly ending: Ending;
  readonly note: string;
}

/** What a call to a model took; while it is under way, what it may take at most. */
export interface CallCost {
  readonly input: number;
  readonly output: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** Null if nobody knows. */
  readonly usd: number | null;
}

/** A call to a model, written down before it is made: one that never came back has cost what it could. */
export interface KeptCall extends CallCost {
  readonly seq: number;
  /** The night it is for. */
  readonly night: string;
  readonly act: string;
  readonly provider: string;
  readonly model: string;
  readonly time: string;
  /** How it ended; '' if nobody said. */
  readonly outcome: string;
}

/** How much of what was recalled is kept. */
export interface RecallLimits {
  readonly days?: number;
  readonly most?: number;
}

/** One time that somebody's question found a memory. */
export interface RecallEvent {
  /** `m-…`. */
  readonly memory: string;
  /** The question, without credentials. */
  readonly asked: string;
  /** The same in one spelling: two questions with the same telling words are one. */
  readonly query: string;
  /** One divided by its rank among the hits. */
  readonly score: number;
  readonly time: string;
  readonly agent: string;
  /** The session or run in which it was asked; '' if nobody knows. */
  readonly session: string;
}

/** What somebody said to the agent, as long as nobody took it. */
export interface KeptMessage {
  readonly agent: string;
  readonly time: string;
  /** `said` to us; `file`: a line of MESSAGES.md. */
  readonly from: 'said' | 'file';
  readonly text: string;
}

export interface WaitingMessage extends KeptMessage {
  /** Grows with every message. */
  readonly seq: number;
}

/** A memo that changes together with something else, if it is still what it was. */
export interface MemoStep {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Private state of one home. Every method is one transaction that outlives a power cut; none of them waits for the network or a person.
 *
 * The store is a help, not the truth: if it is lost, ledger and files say what has happened. Only an intent that was sealed and not
 * finished is nowhere else.
 */
export interface Store {
  /** The number of the last sealed intent, 0 if there was none. */
  lastSealed(): number;
  seal(sealing: Sealing): 'sealed' | 'fenced';
  /** Oldest first. */
  unfinished(): readonly Unfinished[];
  isUnfinished(id: string): boolean;
  /** Ends an intent; its images go, and, unless it is done, what is left of its outbox. To end one twice changes nothing. */
  finish(id: string, ending: Ending, note: string): void;
  /** The newest that ended, newest first. */
  ended(most: number): readonly Ended[];
  /** Takes an intent that ended off the list, with what is left of its outbox. */
  forget(id: string): void;
  /** What is left of the outboxes of changes that are done, oldest first: mostly nothing. */
  undelivered(): readonly WaitingItem[];
  /** An item of the outbox is done, and is not offered again. */
  delivered(id: string): void;
  /** Becomes the holder of a lease whose lock is held; tells who was it before. `least` is a number known from elsewhere. */
  takeLease(
    name: string,
    holder: Pick<Holder, 'id' | 'who' | 'since'>,
    least: number,
  ): { readonly number: number; readonly before: Holder | undefined };
  holderOf(name: string): Holder | undefined;
  /** Says that the holder is done, if it still is the holder. */
  endLease(lease: LeaseRef): void;
  keepDraft(key: string, content: Uint8Array, time: string): void;
  draft(key: string): Uint8Array | undefined;
  dropDraft(key: string): void;
  /**
   * Writes down a call that is about to be made, and gives its number. `plan` is shown the calls of the day and says what the call may
   * take, or that there is none: nobody else begins one in between.
   */
  beginCall(
    now: string,
    plan: (today: readonly KeptCall[]) => Omit<KeptCall, 'seq' | 'outcome'> | undefined,
  ): number | undefined;
  endCall(seq: number, outcome: string, cost: CallCost): void;
  /** The calls of this UTC day, oldest first. Those of a day that has not come yet are of today, too: a clock that goes back lifts no limit. */
  callsOn(now: string): readonly KeptCall[];
  /** The newest, newest first. */
  newestCalls(most: number): readonly KeptCall[];
  /** A word to remember under a name; undefined forgets it. */
  setMemo(name: string, value: string | undefined): void;
  memo(name: string): string | undefined;
  /** Writes down what was recalled; what is too old by then, or too much, goes. */
  keepRecalls(events: readonly RecallEvent[], now: string, limits?: RecallLimits): void;
  /** All of them, or those of one memory; in the order in which they were kept, one after the other. */
  recalls(memory?: string): Iterable<RecallEvent>;
  /** The memories that were asked for last, each once: the newest time first, and of one time what came first. Looks no further back than so many recalls. */
  lastRecalled(most: number): readonly string[];
  /** Forgets those from before this time. */
  pruneRecalls(before: string): void;
  /** Forgets all of them, or those of one memory. */
  dropRecalls(memory?: string): void;
  /** Adds messages at the end, together with a memo; false, and nothing is done, if that is not what it was. Gives their numbers. */
  keepMessages(messages: readonly KeptMessage[], step?: MemoStep): readonly number[] | false;
  /** Those for an agent that nobody took, in their order. */
  messages(agent: string): readonly WaitingMessage[];
  /** The same, or those up to a number; and from now on they are nobody's any more. */
  takeMessages(agent: string, upTo?: number): readonly WaitingMessage[];
  /** What is wrong with it, in words. */
  problems(): readonly string[];
  close(): void;
}

/** How many ended intents and drafts are remembered. */
export const keptEndings = 50;
export const keptDrafts = 50;
/** How many calls to models; more than any day's limit. */
export const keptCalls = 5000;
/** How long it is known what was recalled, and how many times at most. */
export const keptRecallDays = 90;
export const keptRecalls = 1_000_000;
