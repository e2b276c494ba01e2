// When the next tick comes. Numbers in, numbers out; every clock that is read here may have jumped since.
import { type HomeSettings, milliseconds } from '../config/config.ts';

/** How a home wants to be kept. */
export interface Pace {
  readonly interval: number;
  readonly isContinuous: boolean;
  readonly breather: number;
}

/** How often in a row a tick came to nothing, and in which way. */
export interface Streak {
  readonly kind: 'no_work' | 'failed';
  readonly count: number;
}

const second = 1000;
export const minute: number = 60 * second;
const usual = { interval: 60 * minute, breather: 45 * second } as const;
/** What comes to nothing is tried again later and later, up to this. */
const longestBackoff = 30 * minute;
const largestExponent = 20;
/** After a start nothing happens at once: a machine that has just come up, or a service that keeps dying, is given a minute. */
export const settling: number = minute;
/** Nothing comes more often than this, whatever anybody writes into settings. */
export const shortest: number = second;

/** Ten years: beyond some 270,000 of them a date is none any more. */
const longestPace = 3650 * 24 * 60 * minute;

export function paceOf({ keeper }: HomeSettings): Pace {
  return {
    interval: Math.min(longestPace, milliseconds(keeper?.interval ?? usual.interval)),
    isContinuous: keeper?.continuous === true,
    breather: Math.min(longestPace, milliseconds(keeper?.breather ?? usual.breather)),
  };
}

/** From one tick to the next if all goes well. */
export function baseOf({ interval, isContinuous, breather }: Pace): number {
  return Math.max(shortest, isContinuous ? breather : interval);
}

/** A minute, two, four …, at most half an hour. */
export function backoff(count: number): number {
  return Math.min(longestBackoff, minute * 2 ** Math.min(largestExponent, Math.max(0, count - 1)));
}

/** From the end of a tick to the next. */
export function delayAfter(pace: Pace, streak: Streak | null): number {
  const base = baseOf(pace);
  return streak === null || streak.count < 1 ? base : Math.max(base, backoff(streak.count));
}

/** The same after a tick that found its gate shut: when the gate opens, but never later than if it had been open. */
export function delayAfterGate(pace: Pace, opensIn: number): number {
  return Math.max(shortest, Math.min(baseOf(pace), opensIn));
}

/** What is known of the last tick. */
export interface LastTick {
  readonly lastTick: number | undefined;
  /** When it said the next should come. */
  readonly due: number | undefined;
  readonly streak: Streak | null;
}

/**
 * From the start of a keeper to the first tick: what is left of the time it would have waited anyway. However many were missed, one makes up
 * for them. A last tick in the future is a clock that went back, and counts as just now: so never longer than a whole wait.
 */
export function delayAtStart(pace: Pace, { lastTick, due, streak }: LastTick, now: number, floor = settling): number {
  const elapsed = lastTick === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - lastTick);
  const left = due === undefined ? baseOf(pace) - elapsed : due - now;
  return Math.max(floor, Math.min(left, delayAfter(pace, streak)));
}

/**
 * A moment that is waited for, after a look at the clock. If that shows less than has passed, it went back, and the moment comes back with it;
 * if it shows more, the machine slept or the clock was set, and what is due by it is due.
 */
export function afterLook(moment: number, before: number, passed: number, now: number): number {
  const jump = now - (before + passed);
  return jump < -second ? moment + jump : moment;
}
