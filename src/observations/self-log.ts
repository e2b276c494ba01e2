// How each sleep came, and what happened besides, as lines of the private logs of an agent.

/** One sleep: how much had been done, how long it is, and what came of it. */
export interface Iteration {
  readonly t: string;
  readonly run: string | null;
  readonly turns: number;
  readonly actions: number;
  readonly sleep_s: number;
  readonly why: 'nap' | 'fatigue';
  /** The night in which experience was consolidated; null if it was a nap. */
  readonly night: string | null;
  /** What came of that night: `ran`, `failed` …; null for a nap. */
  readonly outcome: string | null;
  readonly deep: boolean;
}

export const printIteration = (iteration: Iteration): string => JSON.stringify(iteration);

/** Anything that happened, by a word of ours. */
export interface MemoryEvent {
  readonly t: string;
  readonly type: 'warned' | 'asleep' | 'awake' | 'consolidated' | 'not consolidated';
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export const printEvent = (event: MemoryEvent): string => JSON.stringify(event);
