// All that a sweep goes by, looked at once: for the act itself, for whoever asks why something was not promoted, and for the doctor.
import type { Memories } from '../facts/facts.ts';
import { rememberedNow } from '../facts/facts.ts';
import type { AgentHome } from '../world/world.ts';
import { type Candidate, candidatesAmong } from './candidates.ts';
import { type Counted, countedRecalls } from './count.ts';
import { type Figures, figuresOf } from './figures.ts';
import { rulesOf, type SweepRules } from './rules.ts';

export interface Looked {
  readonly rules: SweepRules;
  readonly counted: Counted;
  readonly memories: Memories;
  readonly candidates: readonly Candidate[];
  readonly figures: Figures;
  /** When it looked. */
  readonly time: string;
}

/** Reading writes nothing. */
export async function sweepLook(home: AgentHome): Promise<Looked> {
  const rules = rulesOf(home.settings);
  const now = home.world.now();
  const counted = countedRecalls(home, rules);
  const memories = await rememberedNow(home);
  const candidates = candidatesAmong(home, memories, counted.tallies, rules, now.getTime());
  const figures = figuresOf(candidates, counted, memories.notes, rules);
  return { rules, counted, memories, candidates, figures, time: now.toISOString() };
}
