// Whether a home dreams by itself: what is said of `heartbeat` and `dreaming`, together.
import { milliseconds } from './duration.ts';
import type { HomeSettings } from './home-schema.ts';

type Given = Pick<HomeSettings, 'heartbeat' | 'dreaming'>;

const usualBeat = 30 * 1000;

/** `enable` and `enabled` are the same word in two designs. */
export function dreamingOn({ dreaming }: Given): boolean {
  return dreaming?.enabled ?? dreaming?.enable ?? false;
}

/** Whoever wants dreaming wants a heartbeat, unless it is switched off by name. */
export function heartbeatOn(settings: Given): boolean {
  return settings.heartbeat?.enabled ?? dreamingOn(settings);
}

/** Without a heartbeat there is no sweep. */
export function sweepsOn(settings: Given): boolean {
  return dreamingOn(settings) && settings.dreaming?.sweep !== false && heartbeatOn(settings);
}

/** Milliseconds from one heartbeat to the next; undefined if there is none. */
export function heartbeatOf(settings: Given): number | undefined {
  if (!heartbeatOn(settings)) return undefined;
  return milliseconds(settings.heartbeat?.interval ?? usualBeat);
}
