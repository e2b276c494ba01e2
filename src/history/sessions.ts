// Sessions as the seeds list them: a row for each act of a night, with its kind, from the night's one receipt.
import type { ListedNight } from './nights.ts';

/** Of a night that never came to its acts there is one row, too: why it did not. */
export function sessionsOf(nights: readonly ListedNight[]): ListedNight[] {
  return nights.flatMap((night) =>
    night.acts.length === 0
      ? [night]
      : night.acts.toReversed().map(({ name, kind, outcome, reason, message, model, tokens, calls, usd }) => ({
          ...night,
          kind: kind === '' ? name : kind,
          outcome,
          reason,
          message,
          tokens,
          calls,
          usd,
          model: model ?? night.model,
          // What only a dream has.
          ...(kind === 'rem' ? {} : { entry: null, verdicts: [], leftOut: [], fates: [] }),
        })),
  );
}
