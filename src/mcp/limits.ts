// How much one client may ask for: so many calls at once, so many in the long run, so many bytes in an answer.

export interface Limits {
  /** Calls that may come at once. */
  readonly burst: number;
  /** Calls in a second, in the long run. */
  readonly perSecond: number;
}

export const usualLimits: Limits = { burst: 200, perSecond: 10 };

/** Bytes of one message that is read. */
export const largestMessage = 1024 * 1024;
/** Characters of a text that is answered, and of the data beside it. */
export const longestAnswer = 24_000;
export const largestData = 64_000;

/** A bucket that fills again. */
export interface Limiter {
  /** 0 if the call may be made; else in how many milliseconds it could be. */
  take(): number;
}

export function limiter({ burst, perSecond }: Limits, now: () => number): Limiter {
  let left = burst;
  let last = now();
  return {
    take: () => {
      const time = now();
      // A clock that goes back gives nothing and takes nothing.
      left = Math.min(burst, left + (Math.max(0, time - last) / 1000) * perSecond);
      last = time;
      if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000);
      left -= 1;
      return 0;
    },
  };
}
