// The gate between dreams: at most one in so long, measured from the last that succeeded.
import { type HomeSettings, milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { DreamLine } from '../journal/journal.ts';
import { inWords, oneLine, printSafe } from '../text/text.ts';

export const usualInterval: number = 50 * 60 * 1000;

/** How long between dreams. The operator's environment wins over the home's settings. */
export function intervalOf(settings: HomeSettings, env: Readonly<Record<string, string | undefined>>): number {
  const given = env.DREAMKEEPER_DREAM_MIN_INTERVAL_MS || env.WB_DREAM_MIN_INTERVAL_MS || undefined;
  if (given !== undefined) {
    if (/^\d{1,12}$/u.test(given)) return Number(given);
    throw new DreamkeeperError(
      'E_CONFIG',
      `the time between dreams in the environment is "${printSafe(oneLine(given, 40))}"`,
      { hint: 'DREAMKEEPER_DREAM_MIN_INTERVAL_MS takes milliseconds, such as 3000000.' },
    );
  }
  const set = settings.rem?.min_interval;
  return set === undefined ? usualInterval : milliseconds(set);
}

/**
 * How many milliseconds the gate stays shut; 0 if it is open.
 *
 * A last dream that is up to one interval in the future is of a clock that went back since: it counts by its own time, so that setting a
 * clock opens no gate. One further ahead was dreamt under a clock that was wrong, and holds nobody: the dream after it is dated rightly. So
 * the gate is never shut for more than two intervals.
 */
export function shutFor(lastNight: DreamLine | undefined, interval: number, now: string): number {
  if (lastNight === undefined) return 0;
  const since = Date.parse(now) - Date.parse(lastNight.time);
  return since < -interval ? 0 : Math.max(0, interval - since);
}

/** Why the gate is shut, for a receipt. A dream that was taken back counts as well: taking it back is no reason to dream again at once. */
export function whyShut(
  lastNight: DreamLine | undefined,
  interval: number,
  now: string,
  wasTakenBack: boolean,
): string {
  const which = wasTakenBack ? 'the last dream, which was taken back,' : 'the last dream';
  const ahead = lastNight === undefined ? 0 : Date.parse(lastNight.time) - Date.parse(now);
  return ahead > 0
    ? `${which} is ${inWords(ahead)} ahead of the clock, which went back`
    : `${which} ${wasTakenBack ? 'was written' : 'is'} less than ${inWords(interval)} ago`;
}

/** So many dreams there may be in the time of one gate when sessions end: each is dreamt of, but a hundred short ones are not. */
export const dreamsPerGate = 6;

/** The same for a night at the edge of a session. */
export function shutForSession(nights: readonly DreamLine[], interval: number, now: string): number {
  return shutFor(nights.at(-dreamsPerGate), interval, now);
}
