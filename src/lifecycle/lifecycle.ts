// The cadence: states, edges, gates, and which step may follow which outcome.
export { type Cadence, type CadenceState, type Position, stateOf, type TickOutcome } from './cadence.ts';
export { canonicalCadence } from './canonical.ts';
export { drawCadence } from './draw.ts';
export { type CadenceProblem, parseCadence } from './parse.ts';
export { advance, beginning, gateLeft, runKind, settled } from './step.ts';
