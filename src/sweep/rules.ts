// By which rules a sweep promotes: the numbers of its design, where a home does not say otherwise.
import { type HomeSettings, recallDays } from '../config/config.ts';

/** How much each signal counts. They need not add up to 1, and by default add up to 0.94. */
export interface Weights {
  readonly frequency: number;
  readonly relevance: number;
  readonly recency: number;
  readonly diversity: number;
  readonly consolidation: number;
}

/** What counts as one recall: each of them, or all of the same hour or session together. */
export type CountOncePer = 'none' | 'hour' | 'session';

export interface SweepRules {
  readonly weights: Weights;
  /** A recall of so many days ago counts half. */
  readonly halfLifeDays: number;
  /** For how long a recall is known at all. */
  readonly keptDays: number;
  readonly countOncePer: CountOncePer;
  readonly minRecalls: number;
  readonly minDays: number;
  readonly minQueries: number;
  readonly minScore: number;
  /** In one sweep. */
  readonly mostPromotions: number;
  /** Of several that say almost the same, only the best. */
  readonly dedupe: boolean;
}

export const usualRules: SweepRules = {
  weights: { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, consolidation: 0.1 },
  halfLifeDays: 7,
  keptDays: 90,
  countOncePer: 'none',
  minRecalls: 3,
  minDays: 1,
  minQueries: 2,
  minScore: 0.35,
  mostPromotions: 20,
  dedupe: false,
};

export function rulesOf({ dreaming = {} }: Pick<HomeSettings, 'dreaming'>): SweepRules {
  const { weights: usual } = usualRules;
  const { weights: own = {} } = dreaming;
  return {
    weights: {
      frequency: own.frequency ?? usual.frequency,
      relevance: own.relevance ?? usual.relevance,
      recency: own.recency ?? usual.recency,
      diversity: own.diversity ?? usual.diversity,
      consolidation: own.consolidation ?? usual.consolidation,
    },
    halfLifeDays: dreaming.half_life_days ?? usualRules.halfLifeDays,
    keptDays: recallDays({ dreaming }),
    countOncePer: dreaming.count_once_per ?? usualRules.countOncePer,
    minRecalls: dreaming.min_recall_count ?? usualRules.minRecalls,
    minDays: dreaming.min_unique_days ?? usualRules.minDays,
    minQueries: dreaming.min_unique_queries ?? usualRules.minQueries,
    minScore: dreaming.min_score ?? usualRules.minScore,
    mostPromotions: dreaming.max_promotions_per_sweep ?? usualRules.mostPromotions,
    dedupe: dreaming.dedupe ?? usualRules.dedupe,
  };
}
