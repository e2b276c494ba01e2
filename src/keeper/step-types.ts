// What a tick is asked, and what it answers.
import type { TickOutcome } from '../lifecycle/lifecycle.ts';
import type { Tell } from './events.ts';

export interface StepRequest {
  readonly tell: Tell;
  readonly signal?: AbortSignal | undefined;
  /**
   * The moment that was waited for, as it is kept. If another is kept by now, somebody else did that tick. Not given by whoever has a schedule
   * of their own (cron): for them only a streak of failures counts.
   */
  readonly waitedFor?: string | null | undefined;
  /** Now, also if what came to nothing before is to be waited for. */
  readonly isForced?: boolean;
  /** A dream of this home is still under way beside it. */
  readonly isDreaming?: boolean;
}

export interface Stepped {
  /** `unready`: nobody is set up to run. That is told, and is no try. */
  readonly outcome: TickOutcome | 'stopped' | 'held' | 'off' | 'early' | 'unready';
  readonly state: string | null;
  readonly message: string;
  /** When to come again: as it is kept, and in milliseconds from now. */
  readonly due: string | null;
  readonly delay: number;
  /** Goes on beside the tick; never fails. */
  readonly beside?: Promise<void> | undefined;
}

/** How a tick ended. */
export interface TickEnd {
  readonly outcome: TickOutcome | 'stopped';
  readonly message: string;
  /** If it was gated: for how long. */
  readonly opensIn?: number | undefined;
  /** Its own event has told it already. */
  readonly isTold?: boolean;
}
