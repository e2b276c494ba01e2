// Settings that are accepted for sleeps to come, and do nothing yet: whoever sets one is told.
import type { HomeSettings } from './home-schema.ts';

/** A whole block, or some lines of one. */
const inert: Readonly<Partial<Record<keyof HomeSettings, readonly string[] | 'all'>>> = { push: 'all' };

/** Those that are set, as people write them: `fatigue.warning`, `push`. */
export function inertSettings(settings: HomeSettings): string[] {
  return Object.entries(inert).flatMap(([name, lines]) => {
    const said = settings[name as keyof HomeSettings];
    if (said === undefined) return [];
    if (typeof said !== 'object') return [name];
    return Object.keys(said).flatMap((key) => (lines === 'all' || lines.includes(key) ? [`${name}.${key}`] : []));
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
