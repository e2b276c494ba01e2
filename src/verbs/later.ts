// A verb that is loaded when it is called: whoever wakes does not wait for what only a sleeper needs.
import type { Standpoint } from '../world/world.ts';

/** From where it is asked, and for what. */
export type Verb<Given extends readonly unknown[], Result> = (at: Standpoint, ...given: Given) => Promise<Result>;

export function later<Given extends readonly unknown[], Result>(
  load: () => Promise<Verb<Given, Result>>,
): Verb<Given, Result> {
  return async (at, ...given) => (await load())(at, ...given);
}
