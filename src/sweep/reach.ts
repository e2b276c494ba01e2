// Whether anything can ever be promoted: under these settings at all, and by what was really asked for.
import type { Candidate } from './candidates.ts';
import type { Counted } from './count.ts';
import type { CountGate } from './rank.ts';
import type { SweepRules } from './rules.ts';
import { scoreOf } from './score.ts';
import { day } from './tally.ts';

/** The gate that lets nothing through, and why. */
export interface Hopeless {
  readonly gate: CountGate | 'cap';
  /** The setting that would have to change. */
  readonly setting: string;
  readonly why: string;
}

/** What settings alone make impossible. */
export function unreachable(rules: SweepRules): Hopeless | undefined {
  if (rules.mostPromotions === 0)
    return {
      gate: 'cap',
      setting: 'dreaming.max_promotions_per_sweep',
      why: 'nothing can be promoted: `dreaming.max_promotions_per_sweep` is 0',
    };
  const best = scoreOf(
    { frequency: 1, relevance: 1, recency: rules.halfLifeDays <= 0 ? 0 : 1, diversity: 1, consolidation: 1 },
    rules.weights,
  );
  if (best < rules.minScore)
    return {
      gate: 'score',
      setting: 'dreaming.min_score',
      why: `nothing can be promoted: \`dreaming.min_score\` is ${rules.minScore}, and with these weights no score is above ${best.toFixed(2)}`,
    };
  const days = rules.keptDays;
  if (rules.minDays > days)
    return {
      gate: 'days',
      setting: 'dreaming.min_unique_days',
      why: `nothing can be promoted: \`dreaming.min_unique_days\` is ${rules.minDays}, and recalls are kept for ${days} days`,
    };
  return undefined;
}

/** After so long it is no chance any more that nothing passes. */
const longEnough = 7 * day;

const settingOf = {
  recalls: 'dreaming.min_recall_count',
  days: 'dreaming.min_unique_days',
  queries: 'dreaming.min_unique_queries',
} as const;

/** The same, and what a week of recalls or more says: a gate that all of them are below. */
export function hopeless(
  candidates: readonly Candidate[],
  { first, newest }: Pick<Counted, 'first' | 'newest'>,
  rules: SweepRules,
): Hopeless | undefined {
  const never = unreachable(rules);
  if (never !== undefined) return never;
  if (first === null || newest === null || Date.parse(newest) - Date.parse(first) < longEnough) return undefined;
  // What went through once shows that one can.
  if (candidates.some(({ gate }) => gate === undefined || gate === 'promoted')) return undefined;
  const counted = candidates.filter(({ note }) => note !== undefined);
  const most = (of: (one: Candidate) => number): number => counted.reduce((best, one) => Math.max(best, of(one)), 0);
  const best = {
    recalls: [most(({ tally }) => tally.recalls), rules.minRecalls],
    days: [most(({ tally }) => tally.days), rules.minDays],
    queries: [most(({ tally }) => tally.queries), rules.minQueries],
  } as const;
  const words = { recalls: 'recalls', days: 'days', queries: 'different questions' } as const;
  for (const gate of ['recalls', 'days', 'queries'] as const) {
    const [there, wanted] = best[gate];
    if (counted.length > 0 && there < wanted)
      return {
        gate,
        setting: settingOf[gate],
        why: `no memory comes near: \`${settingOf[gate]}\` is ${wanted}, and since ${first.slice(0, 10)} the most that one had is ${there} ${words[gate]}`,
      };
  }
  return undefined;
}
