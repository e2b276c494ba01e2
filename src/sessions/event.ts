// What a harness tells, in our words, whichever harness it is.
import type { StepReport } from '../steps/steps.ts';

/** One entry of the harness's own to-do list. */
export interface TodoItem {
  /** What the harness calls it, if entries are told one by one. */
  readonly id: string | undefined;
  /** Undefined if it is as before. */
  readonly text: string | undefined;
  readonly state: 'open' | 'doing' | 'done' | undefined;
}

export type HarnessEvent =
  /** A session begins, or goes on: `source` is the harness's own word for why (startup, resume, clear, compact). */
  | { readonly kind: 'start'; readonly source: string }
  | { readonly kind: 'end'; readonly reason: string }
  /** A sign of life. */
  | { readonly kind: 'active'; readonly what: 'stop' | 'compact' }
  /** What the agent said last, when it pauses or ends: its own words, and evidence of nothing. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'prompt'; readonly text: string; readonly id: string | undefined }
  /** `output` is what its tool printed, if it runs commands and that is told: it is looked at once, and not kept. */
  | {
      readonly kind: 'call';
      readonly report: StepReport;
      readonly output?: string | undefined;
      /** Where it ran, if that is told of each call. */
      readonly cwd?: string | undefined;
      /** What the hook answers reaches the agent with the result of this call. */
      readonly isAnswered?: true;
    }
  /** What the web, or a tool that is neither the harness's nor ours, answered: looked at once, and kept only as marks. */
  | { readonly kind: 'heard'; readonly text: string }
  /** The list as it is now, or (`isWhole` false) entries that were added or changed. */
  | {
      readonly kind: 'todos';
      readonly items: readonly TodoItem[];
      readonly isWhole: boolean;
      readonly call: string | undefined;
    };

/** What came with one message of a harness. */
export interface HarnessMessage {
  readonly session: string | null;
  readonly cwd: string | null;
  /** Where the harness keeps what was said, if it says so. */
  readonly transcript: string | null;
  readonly events: readonly HarnessEvent[];
}
