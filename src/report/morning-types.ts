// What a person is told in the morning, as data. Texts are as they stand in their files: whoever prints them makes them safe.

export interface Morning {
  readonly agent: string;
  /** The folder of the home. */
  readonly home: string;
  /** When it was made, and the zone in which a person is told times. */
  readonly time: string;
  readonly zone: string;
  /** From when on it looks. */
  readonly from: string;
  /** `empty`: nobody has slept here yet. `quiet`: nobody has slept since the time it looks from. */
  readonly kind: 'empty' | 'quiet' | 'slept';
  /** How often somebody slept, or when last; and what came of it. */
  readonly headline: string;
  readonly did: string;
  /** Nights that changed something, oldest first; also those that were taken back. Of the rest only nights that stand are told. */
  readonly nights: readonly MorningNight[];
  /** Attempts that changed nothing, and why; equal ones in a row are one. */
  readonly attempts: readonly MorningAttempt[];
  /** The same in a sentence; null if there were none. */
  readonly tried: string | null;
  /** The tales of its dreams, oldest first. */
  readonly tales: readonly { readonly night: string; readonly time: string; readonly text: string }[];
  readonly memory: readonly MemoryChange[];
  readonly learned: readonly Learned[];
  readonly board: {
    /** What the dreams of these nights suggested, and what became of it so far. */
    readonly moves: readonly MorningMove[];
    /** What became of what earlier dreams suggested. */
    readonly earlier: readonly EarlierMove[];
  };
  readonly looksDone: readonly {
    readonly task: string;
    readonly state: string;
    readonly commit: string | null;
    readonly why: string;
    readonly isSure: boolean;
    /** Null where the title cannot be put into a command. */
    readonly command: string | null;
    /** The task and what speaks for it, for a person. */
    readonly told: string;
  }[];
  readonly proof: readonly MorningProof[];
  /** The checks of all of them as one table: those of a night that failed, if one did. */
  readonly checks: MorningProof['checks'];
  readonly cost: MorningCost;
  readonly waits: readonly Waits[];
  /** How many that are, in a sentence. */
  readonly waiting: string;
  /** How to take the newest night back, in a line; null if none stands. */
  readonly back: string | null;
  /** `told` says what the command does, and `after` what comes then; null if that has been said. */
  readonly undo: readonly {
    readonly night: string;
    readonly isUndone: boolean;
    readonly command: string;
    readonly told: string;
    readonly after: string | null;
  }[];
  /** How to take back less than a night; null if there is nothing less. */
  readonly partly: string | null;
  /** What could not be told, a sentence each. */
  readonly unknown: readonly string[];
}

export interface MorningNight {
  readonly id: string;
  readonly time: string;
  readonly trigger: string | null;
  /** The acts that did something. */
  readonly acts: readonly string[];
  readonly message: string;
  readonly model: string;
  readonly entry: string | null;
  readonly commit: string | null;
  readonly isUndone: boolean;
}

export interface MorningAttempt {
  /** The last of them, for `dk nights show`. */
  readonly id: string;
  readonly time: string;
  readonly outcome: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
}

export type MemoryDeed =
  | 'promoted'
  | 'merged'
  | 'superseded'
  | 'demoted'
  | 'reworded'
  | 'moved'
  | 'noticed'
  | 'forgotten';

export interface MemoryChange {
  readonly night: string;
  readonly did: MemoryDeed;
  /** The same for a person: `archived` is what a person calls demoted or forgotten. */
  readonly label: string;
  /** The entries that went, that came, and on which it rests, without the marks of their lists. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly rests: readonly string[];
  /** The same entries, each once, and what became of it in a word or two; empty where that goes without saying. */
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  readonly why: string | null;
  /** Commands that bring single entries back from the archive. */
  readonly restore: readonly string[];
}

export interface Learned {
  readonly kind: 'observation' | 'reflection' | 'note';
  /** Of an observation: RED, YLW or GRN. */
  readonly level: string | null;
  readonly time: string;
  readonly text: string;
  /** What it is in a word or two, and the text, for a person. */
  readonly label: string;
  readonly told: string;
}

export interface MorningMove {
  readonly night: string;
  readonly line: string;
  /** As `dk journal` says it: taken, taken back, advised, refused, no move, waiting, unheard. */
  readonly became: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly why: string;
  /** The line and what became of it, in sentences for a person. */
  readonly told: string;
}

export interface EarlierMove {
  readonly night: string;
  /** When it was suggested. */
  readonly time: string;
  readonly line: string;
  readonly fate: string;
  readonly judgement: 'right' | 'wrong' | 'open' | 'neutral';
  readonly told: string;
}

export interface MorningProof {
  readonly night: string;
  readonly result: 'proven' | 'refused' | 'unproven';
  readonly why: string;
  readonly checks: readonly {
    readonly name: string;
    readonly asks: string;
    readonly result: 'passed' | 'failed' | 'not reached';
    readonly why: string | null;
  }[];
}

export interface MorningCost {
  /** Of some nights nothing is known but that they were: their receipts lie on another machine. */
  readonly isWhole: boolean;
  readonly calls: number;
  readonly tokens: number;
  /** Null if nobody knows what some of the calls cost. */
  readonly usd: number | null;
  /** From when a night began until it ended, all of them together. */
  readonly seconds: number;
  readonly models: readonly string[];
  /** All of it in a sentence or two. */
  readonly told: string;
}

/** Something that waits for a person, with what they can type. */
export interface Waits {
  readonly what: string;
  /** `label` says what the entry is in this question, such as `old` and `new`. */
  readonly lines: readonly { readonly sign: '-' | '+' | '='; readonly label: string; readonly text: string }[];
  readonly commands: readonly string[];
  /** What each command does, and what happens if nobody answers; null where that goes without saying. */
  readonly answers: string | null;
}

/** What other rooms know of a night, handed in by the verb. */
export interface KnownNight {
  readonly proof: MorningProof & { readonly commit: string | null };
  readonly moves: readonly Omit<MorningMove, 'night' | 'told'>[];
  readonly tale: string | null;
}
