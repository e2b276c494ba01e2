// Promote what earned it.
export { byRank, type CountGate, countGates, type Scored, scored } from './rank.ts';
export { type CountOncePer, rulesOf, type SweepRules, usualRules, type Weights } from './rules.ts';
export { type Signals, scoreOf, signalsOf } from './score.ts';
export { type Tally, tallied } from './tally.ts';
