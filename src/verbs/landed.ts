// What is told of a change that a verb made.
import type { Changed } from '../change/change.ts';

export interface Landed {
  /** It was only tried. */
  readonly dryRun?: true;
  /** Null if nothing had to change, or it is not committed yet. */
  readonly commit: string | null;
  readonly note?: string | null;
}

/** Undefined if it was only tried. */
export function landedFrom(changed: Changed | undefined): Landed {
  if (changed === undefined) return { dryRun: true, commit: null };
  return { commit: changed.kind === 'changed' ? (changed.commit ?? null) : null, note: changed.note ?? null };
}
