// The cadence as data: states in the order of the file, where it begins, and what each asks for.

export interface CadenceState {
  readonly name: string;
  readonly kind: 'wake' | 'rem';
  /** So many successes hold it before it moves on. */
  readonly repeat: number;
  /** The state that follows; itself if none is named. */
  readonly next: string;
  /** Milliseconds from its last success before it may run again; null if it says nothing. */
  readonly minInterval: number | null;
  /** Whether a task is picked and claimed for whoever runs it. */
  readonly claims: boolean;
  /** What stands below it, for whoever runs it. */
  readonly prose: string;
  /** Where it stands in the file. */
  readonly line: number;
}

export interface Cadence {
  readonly start: string;
  readonly states: readonly CadenceState[];
}

/** Where an agent is: a state, and how often it has succeeded in it. */
export interface Position {
  readonly state: string;
  readonly hits: number;
}

/** How a tick ended. `gated`: it was not time. */
export type TickOutcome = 'done' | 'no_work' | 'failed' | 'killed' | 'gated';

export function stateOf(cadence: Cadence, name: string): CadenceState | undefined {
  return cadence.states.find((state) => state.name === name);
}
