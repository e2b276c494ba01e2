// The five signals of a memory and its score: numbers in, numbers out.
import type { SweepRules, Weights } from './rules.ts';
import { day, type Tally } from './tally.ts';

/** Each from 0 to 1. */
export type Signals = Weights;

/** So many recalls are as good as any number; so many days or questions, too. */
const fullRecalls = 6;
const fullSpread = 5;

export function signalsOf(tally: Tally, now: number, { halfLifeDays }: Pick<SweepRules, 'halfLifeDays'>): Signals {
  const { recalls, relevance, queries, days, last } = tally;
  // A time that has not come yet is now: a clock went back.
  const age = Math.max(0, now - last) / day;
  return {
    frequency: Math.min(1, Math.log(1 + recalls) / Math.log(1 + fullRecalls)),
    relevance,
    recency: halfLifeDays <= 0 ? 0 : 2 ** (-age / halfLifeDays),
    diversity: Math.min(1, Math.max(queries, days) / fullSpread),
    consolidation: Math.min(1, days / fullSpread),
  };
}

export function scoreOf(signals: Signals, weights: Weights): number {
  const sum =
    weights.frequency * signals.frequency +
    weights.relevance * signals.relevance +
    weights.recency * signals.recency +
    weights.diversity * signals.diversity +
    weights.consolidation * signals.consolidation;
  // In which order somebody added up must not decide who comes first.
  return Math.round(sum * 1e12) / 1e12;
}
