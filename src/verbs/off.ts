// Off and on: the switch, here or everywhere, for good or until a time.
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openSwitch } from '../wire/wire.ts';
import type { Off, Standpoint } from '../world/world.ts';

export interface SwitchRequest {
  /** In all homes of this person, not only here. */
  readonly everywhere?: boolean | undefined;
}

export interface OffRequest extends SwitchRequest {
  /** Switches on again by itself: `2h`, `3d`, `18:30`, `2026-06-11`, `2026-06-11T08:00`. */
  readonly until?: string | undefined;
}

/** Null when it is on. */
export interface Switched {
  readonly off: Off | null;
}

export async function off(at: Standpoint, { everywhere, until }: OffRequest = {}): Promise<Switched> {
  const lever = await openSwitch(at, everywhere === true);
  const now = lever.now();
  lever.set({ since: now.toISOString(), until: until === undefined ? null : timeOf(until, now) });
  return { off: lever.state() ?? null };
}

export async function on(at: Standpoint, { everywhere }: SwitchRequest = {}): Promise<Switched> {
  const lever = await openSwitch(at, everywhere === true);
  lever.set(undefined);
  return { off: lever.state() ?? null };
}

/** A duration from now, a time of the day to come, or a date. */
function timeOf(text: string, now: Date): string {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/u.exec(text);
  if (clock !== null) {
    const at = new Date(now);
    at.setHours(Number(clock[1]), Number(clock[2]), 0, 0);
    if (at <= now) at.setDate(at.getDate() + 1);
    return at.toISOString();
  }
  const time = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/u.test(text)
    ? Date.parse(text.length === 10 ? `${text}T00:00` : text)
    : /^\d{1,5}[smhd]$/u.test(text)
      ? now.getTime() + milliseconds(text)
      : Number.NaN;
  // 30 February is no day, though a Date makes one of it.
  const isDay =
    !/^\d{4}-/u.test(text) || new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (Number.isNaN(time) || time <= now.getTime() || !isDay)
    throw new DreamkeeperError('E_USAGE', `"${printSafe(oneLine(text, 40))}" is not a time, or not one in the future`, {
      hint: 'Write it like 2h, 3d, 18:30, 2026-06-11 or 2026-06-11T08:00.',
    });
  return new Date(time).toISOString();
}
