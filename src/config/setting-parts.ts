// What the settings of a home and those of its operator are made of.
import * as z from 'zod/mini';

/** Settings that may all be missing. Unknown names are errors: a setting that silently does nothing is worse than a message. */
export const section = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.partial(z.strictObject(shape));

export const count = z.int().check(z.minimum(0));
export const modelName = z.string().check(z.regex(/^[^\s\p{C}]{1,200}$/u, 'a name without blanks'));

export const words = (most: number, longest: number) =>
  z.array(z.string().check(z.minLength(1), z.maxLength(longest))).check(z.maxLength(most));

/** `30s`, `10m`, `2h`, `1d`, `1h30m`; a bare number is milliseconds. */
export const durationFrom = (least: number) =>
  z.union([
    z.number().check(z.minimum(least)),
    z.string().check(z.regex(/^\s*(?:\d+(?:ms|s|m|h|d)\s*)+$/u, 'a duration such as 30s, 10m, 2h or 1h30m')),
  ]);
