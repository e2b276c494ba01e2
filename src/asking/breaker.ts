// A provider that keeps failing is left alone for a while: ten minutes after the fifth failure in a row, twice as long after each further one.
import * as z from 'zod/mini';
import { jsonIn } from '../text/text.ts';

const rest = z.object({
  failures: z.int().check(z.minimum(0), z.lt(1e6)),
  /** When it may be asked again; null at any time. */
  until: z.catch(z.nullable(z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time))))), null),
});

/** Remembered for a provider between nights. */
export type Rest = Readonly<z.infer<typeof rest>>;

export const rested: Rest = { failures: 0, until: null };
const patience = 5;
const first = 10 * 60 * 1000;
const longest = 6 * 60 * 60 * 1000;

/** If it is not as we write it, it is as if nothing had failed yet. */
export function parseRest(text: string | undefined): Rest {
  return rest.safeParse(jsonIn(text)).data ?? rested;
}

/** How many milliseconds it is still left alone. A rest longer than the longest is from a clock that went back, and over. */
export function restLeft({ until }: Rest, now: string): number {
  if (until === null) return 0;
  const left = Date.parse(until) - Date.parse(now);
  return left > longest ? 0 : Math.max(0, left);
}

/** After one more failure; `wish` is how long the provider itself wants to be left alone. */
export function afterFailure({ failures }: Rest, now: string, wish: number | null): Rest {
  const count = failures + 1;
  const own = count < patience ? 0 : Math.min(longest, first * 2 ** (count - patience));
  const pause = Math.min(longest, Math.max(own, wish ?? 0));
  return { failures: count, until: pause === 0 ? null : new Date(Date.parse(now) + pause).toISOString() };
}
