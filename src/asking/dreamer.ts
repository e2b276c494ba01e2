// Who is asked for a dream: a model, as its operator set it up, and what asking it may take.
import type { ModelLimits, ModelSource } from '../config/config.ts';
import type { AgentHome, CallCost } from '../world/world.ts';
import type { CallRequest, NoAnswer } from './within-limits.ts';

export interface Dreamer {
  /** As it stands in the header of a dream. */
  readonly name: string;
  readonly source: ModelSource;
  readonly limits: ModelLimits;
  /** How freely it speaks; the act's own number if nobody says. */
  readonly temperature?: number | undefined;
  /** Takes a turn as the agent, with its own tools, on a copy; undefined if it gets none. */
  readonly takesTurn?: TakesTurn | undefined;
}

export interface TurnRequest extends Pick<CallRequest<never>, 'act' | 'night' | 'isForced'> {
  /** Milliseconds that are left of the night. */
  readonly left: () => number;
  readonly signal: AbortSignal | undefined;
  readonly temperature: number;
  readonly system: string;
  readonly prompt: string;
  /** The file that it may write, below the folder it works in, and what that says when the turn begins. */
  readonly copy: { readonly path: string; readonly content: string };
}

/** `text` is what that file says when the turn is over. Nothing that is done in it is done here. */
export type TakesTurn = (
  home: AgentHome,
  dreamer: Dreamer,
  request: TurnRequest,
) => Promise<NoAnswer | { readonly kind: 'answer'; readonly text: string; readonly form: 'text'; readonly bill: Bill }>;

/** What asking has taken so far, in one night. */
export interface Bill extends CallCost {
  readonly calls: number;
}

export const emptyBill: Bill = { calls: 0, input: 0, output: 0, bytes: 0, milliseconds: 0, usd: 0 };

export function sumOf(one: Bill, other: Bill): Bill {
  return {
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
    bytes: one.bytes + other.bytes,
    milliseconds: one.milliseconds + other.milliseconds,
    usd: one.usd === null || other.usd === null ? null : one.usd + other.usd,
  };
}
