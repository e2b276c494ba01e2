// Who passes the gates, and in which order: the same memories in whatever order they come.
import type { SweepRules } from './rules.ts';
import { type Signals, scoreOf, signalsOf } from './score.ts';
import type { Tally } from './tally.ts';

/** What decides by figures alone, in the order in which it is asked. */
export const countGates = ['recalls', 'days', 'queries', 'score'] as const;
export type CountGate = (typeof countGates)[number];

export interface Scored {
  readonly id: string;
  readonly tally: Tally;
  readonly signals: Signals;
  readonly score: number;
  /** Every gate that holds it back; none if it passes. */
  readonly failed: readonly CountGate[];
}

export function scored(id: string, tally: Tally, now: number, rules: SweepRules): Scored {
  const signals = signalsOf(tally, now, rules);
  const score = scoreOf(signals, rules.weights);
  const holds: Readonly<Record<CountGate, boolean>> = {
    recalls: tally.recalls >= rules.minRecalls,
    days: tally.days >= rules.minDays,
    queries: tally.queries >= rules.minQueries,
    score: score >= rules.minScore,
  };
  return { id, tally, signals, score, failed: countGates.filter((gate) => !holds[gate]) };
}

/** The highest score first; of equal ones the one recalled more often, then the one recalled last, then the lower id. No two are equal. */
export function byRank(one: Scored, other: Scored): number {
  return (
    other.score - one.score ||
    other.tally.recalls - one.tally.recalls ||
    other.tally.last - one.tally.last ||
    (one.id < other.id ? -1 : 1)
  );
}
