// One step: where a cadence goes from a position after an outcome, and whether its gate is open.
import { type Cadence, type CadenceState, type Position, stateOf, type TickOutcome } from './cadence.ts';

export function beginning({ start }: Cadence): Position {
  return { state: start, hits: 0 };
}

/** A position that the cadence knows: one from an older file, whose state is gone, begins anew. */
export function settled(cadence: Cadence, position: Position | undefined): Position {
  return position !== undefined && stateOf(cadence, position.state) !== undefined ? position : beginning(cadence);
}

/**
 * `done` counts, and moves on when it has counted far enough; `no_work` moves on at once (what is left of the repeats is skipped, never a
 * state); whatever failed, was killed or was not due stays where it is.
 */
export function advance(cadence: Cadence, position: Position, outcome: TickOutcome): Position {
  const state = stateOf(cadence, position.state);
  if (state === undefined) return beginning(cadence);
  if (outcome === 'no_work') return { state: state.next, hits: 0 };
  if (outcome !== 'done') return position;
  const hits = position.hits + 1;
  return hits >= state.repeat ? { state: state.next, hits: 0 } : { state: state.name, hits };
}

/** How many milliseconds its gate stays shut. One that never succeeded is open; a success in the future, after a clock jumped, shuts nothing. */
export function gateLeft(state: CadenceState, lastSuccess: number | undefined, now: number): number {
  if (state.minInterval === null || lastSuccess === undefined) return 0;
  const since = now - lastSuccess;
  return since < 0 ? 0 : Math.max(0, state.minInterval - since);
}

/** What kind of run a state asks for, by which canon is chosen: `wake_add` is `add`. */
export function runKind(name: string): string {
  return name.toLowerCase().replace(/^wake[_-]/u, '');
}
