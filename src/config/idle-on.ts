// Whether memory is put in order while nobody is there, after how long, and how often: what is said of it in `dreaming`.
import type { HomeSettings } from './home-schema.ts';
import { dreamingOn } from './sweeps-on.ts';

const usual = { minutes: 120, perDay: 3 } as const;
/** Ten years: nobody who is away for longer is waited for. */
const longest = 3650 * 24 * 60;

export interface IdleChoice {
  /** Milliseconds of absence after which it begins. */
  readonly after: number;
  /** So many in one calendar day. */
  readonly perDay: number;
  /** A message ends a night of this kind, instead of waiting for it. */
  readonly interrupts: boolean;
}

/** Undefined if it never comes by itself: dreaming is off, or this half of it is left out. */
export function idleChoice({ dreaming }: Pick<HomeSettings, 'dreaming'>): IdleChoice | undefined {
  if (!dreamingOn({ dreaming }) || dreaming?.idle === false) return undefined;
  return {
    after: Math.min(longest, dreaming?.idleMinutes ?? usual.minutes) * 60_000,
    perDay: dreaming?.maxPerDay ?? usual.perDay,
    interrupts: dreaming?.interrupt === true,
  };
}

/** Whether its owner spoke of it by name: then nobody has to be told that it comes with the switch for sweeps. */
export function idleIsNamed({ dreaming }: Pick<HomeSettings, 'dreaming'>): boolean {
  return (['idle', 'idleMinutes', 'maxPerDay', 'prompt', 'interrupt'] as const).some(
    (name) => dreaming?.[name] !== undefined,
  );
}
