// Who is asked for a dream: a model, as its operator set it up, and what asking it may take.
import type { ModelLimits, ModelSource } from '../config/config.ts';
import type { CallCost } from '../world/world.ts';

export interface Dreamer {
  /** As it stands in the header of a dream. */
  readonly name: string;
  readonly source: ModelSource;
  readonly limits: ModelLimits;
  /** How freely it speaks; the act's own number if nobody says. */
  readonly temperature?: number | undefined;
}

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
