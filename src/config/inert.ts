// Settings that are accepted for sleeps to come, and do nothing yet: whoever sets one is told.
import type { HomeSettings } from './home-schema.ts';

const inert = ['heartbeat', 'dreaming', 'fatigue', 'push'] as const;

/** Those that are set, as people write them: `fatigue.warning`, `push`. */
export function inertSettings(settings: HomeSettings): string[] {
  return inert.flatMap((name) => {
    const said = settings[name];
    if (said === undefined) return [];
    return typeof said === 'object' ? Object.keys(said).map((key) => `${name}.${key}`) : [name];
  });
}

/** The sentence for a person; undefined if nothing is set in vain. */
export function inertNote(settings: HomeSettings): string | undefined {
  const names = inertSettings(settings).map((name) => `\`${name}\``);
  if (names.length === 0) return undefined;
  return `${names.join(', ')} in dreamkeeper.yaml ${names.length === 1 ? 'does' : 'do'} nothing yet`;
}

export const inertHint =
  'It belongs to a kind of sleep that is not built yet, and may stay. docs/configuration.md lists all settings.';
