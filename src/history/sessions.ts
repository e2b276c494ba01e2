// Sessions as the seeds list them: a row for each act of a night, with its kind, from the night's one receipt.
import type { ListedNight } from './nights.ts';

export interface ListedSession extends ListedNight {
  /** Whether it changed `MEMORY.md`; how, its message says. */
  readonly wroteMemory: boolean;
}

/** The acts that change memory when they run, and say with this reason that they did. */
const writing: readonly string[] = ['curated', 'promoted'];

/** Of a night that never came to its acts there is one row, too: why it did not. */
export function sessionsOf(nights: readonly ListedNight[]): ListedSession[] {
  return nights.flatMap((night): ListedSession[] =>
    night.acts.length === 0
      ? [{ ...night, wroteMemory: false }]
      : night.acts.toReversed().map(({ name, kind, outcome, reason, message, model, tokens, calls, usd }) => ({
          ...night,
          kind: kind === '' ? name : kind,
          wroteMemory: outcome === 'ran' && writing.includes(reason),
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
