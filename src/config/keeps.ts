// What of people's and agents' words may be kept.
import type { HomeSettings } from './home-schema.ts';

/** What an agent says may repeat what it was asked: where nobody speaks of last words, what is said of prompts counts. */
export function keepsLastWords({ record }: HomeSettings): boolean {
  return record?.last_words ?? record?.prompts ?? true;
}

/** A question may repeat what a person asked: here, too, what is said of prompts counts where nobody speaks of it. */
export function keepsRecalls({ record }: HomeSettings): boolean {
  return record?.recalls ?? record?.prompts ?? true;
}

/** Recalls are kept for so many days. */
const usualDays = 90;
/** An older one still counts a sixteenth. */
const halfLives = 4;

/** For how many days it is kept what was recalled: for longer where older recalls are to count. */
export function recallDays({ dreaming }: Pick<HomeSettings, 'dreaming'>): number {
  return Math.max(usualDays, Math.ceil((dreaming?.half_life_days ?? 0) * halfLives));
}
