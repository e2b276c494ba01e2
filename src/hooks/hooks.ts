// Other programs tell what an agent did; they are never failed or slowed for it.
export { runStep, stepHelp } from './step.ts';
