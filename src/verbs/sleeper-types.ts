// What a program gets that lets its own agent sleep: the calls, and everything that they tell of, as one union.
import type { Receipt } from '../night/night.ts';
import type { StepReport } from '../steps/steps.ts';
import type { Trimmed, TrimOptions } from '../trim/trim.ts';
import type { OwnModel } from '../wire/wire.ts';
import type { MyStats } from './my-stats.ts';

export interface SleeperRequest {
  /** The full path of the home. If nothing is there, one is made. */
  readonly home?: string | undefined;
  /** Whose memory it is, if not that of the agent in the home's settings. */
  readonly agent?: string | undefined;
  /** Who consolidates: a model by its name in the operator's settings, or one that the program has. Without it, what those settings say; rules, if they say nothing. */
  readonly model?: string | OwnModel | undefined;
  /** Stops a sleep that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of everything that happens. */
  readonly on?: ((event: SleeperEvent) => void) | undefined;
}

/** Why an agent is to sleep. `asleep`: it sleeps already, because it was stopped in the middle of it. */
export interface SleepDue {
  readonly seconds: number;
  readonly why: 'nap' | 'fatigue' | 'asleep';
}

export interface SleepWish extends Partial<SleepDue> {
  /** `false`: it falls asleep, and nobody waits for it here. The next process goes on with it. Default: true. */
  readonly wait?: boolean | undefined;
}

/** `woke`: its time passed, or somebody woke it. `asleep`: it sleeps, and nobody waits. `stopped`: by the signal. `awake`: there was nothing to sleep for, or no home. */
export interface SleepEnded {
  readonly kind: 'woke' | 'asleep' | 'stopped' | 'awake';
  /** Until when it sleeps, or was to sleep; null if it did not. */
  readonly until: string | null;
  /** What came of the consolidation; null if this was a nap. */
  readonly consolidation:
    | (Pick<Receipt, 'id' | 'outcome' | 'reason' | 'message' | 'commit'> & { readonly deep: boolean })
    | null;
}

/** A call of a tool that ended: as `dk step` has it. */
export type EndedStep = Omit<StepReport, 'phase' | 'output'>;

export interface SaidByAgent {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
}

/**
 * `consolidated` comes before the time of the sleep passes. `trouble`: something could not be done, and the agent goes on without it; told once for
 * each cause, and again if it comes back after all went well.
 */
export type SleeperEvent =
  | { readonly kind: 'warned'; readonly text: string }
  | { readonly kind: 'falling asleep'; readonly seconds: number; readonly why: SleepDue['why'] }
  | ({ readonly kind: 'consolidated' } & NonNullable<SleepEnded['consolidation']>)
  | { readonly kind: 'asleep'; readonly until: string }
  | { readonly kind: 'woke'; readonly message: string }
  | ({ readonly kind: 'trimmed' } & Omit<Trimmed<unknown>, 'messages'>)
  | {
      readonly kind: 'trouble';
      readonly during: string;
      readonly code: string;
      readonly message: string;
      readonly hint: string;
    };

/** Nothing here throws for what a home or a model can do; the event `trouble` tells of it. */
export interface AgentSleeper extends AsyncDisposable {
  /** What to tell the agent before its next turn, once; undefined if nothing. */
  beforeStep(): Promise<string | undefined>;
  /** Counts a call of a tool, and records it. */
  afterStep(step: EndedStep): Promise<void>;
  /** Keeps what was said in the private conversation log. */
  onMessage(message: SaidByAgent): Promise<void>;
  /** The agent wants to sleep for so many seconds, once its turn is over; gives what to answer it. */
  setSleep(seconds: number): Promise<string>;
  /** Whether it is to sleep now; undefined if not. */
  shouldSleep(): Promise<SleepDue | undefined>;
  /** Consolidates if that is due, and lets the time pass. Without a wish, only if `shouldSleep` says so. */
  sleep(wish?: SleepWish): Promise<SleepEnded>;
  /** What to tell the agent when it begins, and after each sleep. */
  wake(): Promise<string>;
  /** Trims to the newest messages after a consolidation, and otherwise if the conversation is too long. */
  trim<Message extends object>(messages: readonly Message[], options?: TrimOptions): Message[];
  /** The agent in figures; undefined if they cannot be had. */
  stats(): Promise<MyStats | undefined>;
  /** Stops a sleep that is under way, and waits for its end. What was consolidated stays. */
  close(): Promise<void>;
}
