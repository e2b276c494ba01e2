// A sweep in figures: how many were seen, which gate held how many back, and what was promoted.

import type { Note } from '../facts/facts.ts';
import type { Candidate, Gate } from './candidates.ts';
import { nearDuplicates } from './candidates.ts';
import type { Counted } from './count.ts';
import { type Hopeless, hopeless } from './reach.ts';
import type { SweepRules } from './rules.ts';

export interface Figures {
  /** Memories with at least one recall. */
  readonly scanned: number;
  readonly promoted: number;
  readonly alreadyPromoted: number;
  /** How many each gate held back; only gates that held back some. */
  readonly gated: Readonly<Partial<Record<Exclude<Gate, 'promoted'>, number>>>;
  /** The lowest and the highest score of what was promoted. */
  readonly scores: readonly [number, number] | null;
  /** The ids of those that were promoted, the best first. */
  readonly memories: readonly string[];
  readonly likePairs: readonly (readonly [string, string])[];
  readonly events: number;
  /** Why nothing can pass, if nothing can. */
  readonly hopeless: Hopeless | null;
  /** Nothing was new and nothing was promoted: no file, no line, no commit. */
  readonly skipped: boolean;
}

export function figuresOf(
  candidates: readonly Candidate[],
  counted: Counted,
  notes: readonly Note[],
  rules: SweepRules,
): Figures {
  const passed = candidates.filter(({ gate }) => gate === undefined);
  const gated: Partial<Record<Exclude<Gate, 'promoted'>, number>> = {};
  for (const { gate } of candidates)
    if (gate !== undefined && gate !== 'promoted') gated[gate] = (gated[gate] ?? 0) + 1;
  const scores = passed.map(({ score }) => score);
  return {
    scanned: candidates.length,
    promoted: passed.length,
    alreadyPromoted: candidates.filter(({ gate }) => gate === 'promoted').length,
    gated,
    scores: scores.length === 0 ? null : [Math.min(...scores), Math.max(...scores)],
    memories: passed.map(({ id }) => id),
    likePairs: nearDuplicates(passed, notes).slice(0, 20),
    events: counted.events,
    hopeless: hopeless(candidates, counted, rules) ?? null,
    skipped: false,
  };
}

export function tellFigures({ scanned, promoted, alreadyPromoted, scores, hopeless: none }: Figures): string {
  const range = scores === null ? '' : `, scores ${scores[0].toFixed(2)} to ${scores[1].toFixed(2)}`;
  const why = none === null ? '' : `; ${none.why}`;
  return `${scanned} scanned, ${promoted} promoted, ${alreadyPromoted} already promoted${range}${why}`;
}
