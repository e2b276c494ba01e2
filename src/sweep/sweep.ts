// Promote what earned it.
export { diaryPath } from './block.ts';
export { type Candidate, type Gate, gates, tellCount } from './candidates.ts';
export { lastSweep, sweepDueIn, sweepInterval, sweepMemory } from './clock.ts';
export { countedRecalls } from './count.ts';
export { type Explained, type ExplainedGate, explainMemory } from './explain.ts';
export { type Figures, tellFigures } from './figures.ts';
export { type Looked, sweepLook } from './look.ts';
export { byRank, type CountGate, countGates, type Scored, scored } from './rank.ts';
export { type Hopeless, hopeless, unreachable } from './reach.ts';
export { type CountOncePer, rulesOf, type SweepRules, usualRules, type Weights } from './rules.ts';
export { type Signals, scoreOf, signalsOf } from './score.ts';
export { type SweepStats, sweepStats } from './stats.ts';
export { sweepAct } from './sweep-act.ts';
export { type Tally, tallied } from './tally.ts';
