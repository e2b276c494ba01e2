// The numbers of fatigue and sleep: those of the design, or what the home says instead.
import { type HomeSettings, milliseconds } from '../config/config.ts';

export interface FatigueLimits {
  /** Actions after which an agent is told, once, to wrap up. */
  readonly warning: number;
  /** Actions after which it is made to consolidate. */
  readonly limit: number;
  /** Milliseconds between two consolidations that nobody is forced to. */
  readonly dreamInterval: number;
  /** A sleep that is shorter than this, in milliseconds, is a nap: nothing is consolidated. */
  readonly quickNap: number;
  /** A deep sleep comes with every so many consolidations. */
  readonly deepEvery: number;
  /** Milliseconds: how long an exhausted agent sleeps, and the least after a deep sleep. */
  readonly deepPause: number;
}

/** No sleep is longer than a day, in seconds. */
export const longestSleep = 24 * 60 * 60;

const duration = (given: string | number | undefined, usual: number): number =>
  given === undefined ? usual : milliseconds(given);

export function fatigueLimits({ fatigue = {} }: Pick<HomeSettings, 'fatigue'>): FatigueLimits {
  return {
    warning: fatigue.warning ?? 60,
    limit: fatigue.limit ?? 80,
    dreamInterval: duration(fatigue.min_dream_interval, 10 * 60 * 1000),
    quickNap: duration(fatigue.quick_nap, 30 * 1000),
    deepEvery: fatigue.deep_sleep_every ?? 10,
    deepPause: duration(fatigue.deep_sleep_pause, 300 * 1000),
  };
}

/** Whether a sleep of so many seconds is one in which experience is consolidated; `since` are the milliseconds since the last time. */
export function isConsolidating(seconds: number, since: number, limits: FatigueLimits): boolean {
  // A clock that went back shuts the gate for its whole time, and never for longer.
  return seconds * 1000 >= limits.quickNap && (since < 0 || since >= limits.dreamInterval);
}

/** Whole seconds, at least one, at most a day. */
export function clampedSleep(seconds: number): number {
  return Math.min(longestSleep, Math.max(1, Math.round(seconds)));
}
