// In which zone people are told times.
import type { HomeSettings } from './home-schema.ts';

/** The one that the home says, or else that of the place. */
export function zoneOf({ timezone }: HomeSettings, { zone }: { readonly zone: string }): string {
  return timezone ?? zone;
}
