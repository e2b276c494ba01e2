// A home in which nothing happens is looked at from outside: as long as nothing there was written and no moment has come, it is not opened.

/** What a look that did nothing is good for. */
export interface Quiet {
  /** What everything it went by looked like, before it looked and after it. */
  readonly sign: string;
  /** Not before this moment: then a clock went back. */
  readonly from: number;
  /** From this moment on it may be time for something. */
  readonly until: number;
  /** Milliseconds from one look to the next. */
  readonly every: number;
}

/** However quiet it is, a home is opened so often: for whatever nobody thought of. */
export const longestQuiet: number = 10 * 60_000;

/**
 * What was learned by a look that did nothing. `before` and `after` are the home's signs around it: if they differ, somebody wrote meanwhile,
 * and perhaps it was not seen. `stays`: for so long time alone changes nothing.
 */
export function quietAfter(
  before: string | undefined,
  after: string | undefined,
  { from, stays, every }: { readonly from: number; readonly stays: number; readonly every: number | undefined },
): Quiet | undefined {
  if (before === undefined || before !== after || every === undefined || !(stays > 0)) return undefined;
  return { sign: before, from, until: from + Math.min(stays, longestQuiet), every };
}

/** Whether another look would do nothing, either. The sign is asked for last: it costs most. */
export function isQuiet(
  { sign, from, until }: Quiet,
  now: number,
  signNow: (() => string | undefined) | undefined,
): boolean {
  return now >= from && now < until && signNow?.() === sign;
}
