// For what must end on any machine: it is given far longer than it needs, and is stopped if it hangs. How long it took is not asked.
import { createContext, Script } from 'node:vm';

/** What takes this long grows with the square of its input or faster; the sizes in tests are chosen so that this takes minutes. */
const usual = 60_000;

// Made once, because to make a place to run in takes longer than most of what runs there.
const place: { run?: () => unknown } = {};
const context = createContext(place);
const script = new Script('run()');

/** Runs something that does not wait for anything, and gives what it gives; throws if it does not end. */
export function endsFor<Result>(what: () => Result, patience: number = usual): Result {
  place.run = what;
  return script.runInContext(context, { timeout: patience }) as Result;
}
