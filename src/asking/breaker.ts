// A provider that keeps failing is left alone for a while: ten minutes after the fifth failure in a row, twice as long after each further one.

/** Remembered for a provider between nights. */
export interface Rest {
  readonly failures: number;
  /** When it may be asked again; null at any time. */
  readonly until: string | null;
}

export const rested: Rest = { failures: 0, until: null };
const patience = 5;
const first = 10 * 60 * 1000;
const longest = 6 * 60 * 60 * 1000;

export function parseRest(text: string | undefined): Rest {
  if (text === undefined) return rested;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('failures' in value) || !('until' in value)) return rested;
    const { failures, until } = value;
    const isTime = typeof until === 'string' && !Number.isNaN(Date.parse(until));
    const isCount = Number.isInteger(failures) && Number(failures) >= 0 && Number(failures) < 1e6;
    return isCount ? { failures: Number(failures), until: isTime ? until : null } : rested;
  } catch {
    // Not as we write it: then it is as if nothing had failed yet.
    return rested;
  }
}

/** How many milliseconds it is still left alone. A rest longer than the longest is from a clock that went back, and over. */
export function restLeft({ until }: Rest, now: string): number {
  if (until === null) return 0;
  const left = Date.parse(until) - Date.parse(now);
  return left > longest ? 0 : Math.max(0, left);
}

/** After one more failure; `wish` is how long the provider itself wants to be left alone. */
export function afterFailure({ failures }: Rest, now: string, wish: number | null): Rest {
  const count = failures + 1;
  const own = count < patience ? 0 : Math.min(longest, first * 2 ** (count - patience));
  const rest = Math.min(longest, Math.max(own, wish ?? 0));
  return { failures: count, until: rest === 0 ? null : new Date(Date.parse(now) + rest).toISOString() };
}
