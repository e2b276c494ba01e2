// A cadence drawn as a line, with where the agent is in it.
import { type Cadence, type CadenceState, type Position, stateOf } from './cadence.ts';

/** `[wake_add 2/3] -> wake_audit -> (rem) -> wake_plan -> wake_add`: where it is in brackets, sleep in round ones. */
export function drawCadence(cadence: Cadence, position: Position): string {
  const pieces: string[] = [];
  const seen = new Set<string>();
  let at = stateOf(cadence, cadence.start);
  while (at !== undefined && !seen.has(at.name)) {
    seen.add(at.name);
    pieces.push(drawState(at, position));
    at = stateOf(cadence, at.next);
  }
  return [...pieces, at?.name ?? ''].join(' -> ');
}

function drawState({ name, kind, repeat }: CadenceState, { state, hits }: Position): string {
  const count = repeat === 1 ? '' : name === state ? ` ${hits}/${repeat}` : ` x${repeat}`;
  const drawn = kind === 'rem' ? `(${name}${count})` : `${name}${count}`;
  return name === state ? `[${drawn}]` : drawn;
}
