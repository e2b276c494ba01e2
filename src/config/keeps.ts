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
