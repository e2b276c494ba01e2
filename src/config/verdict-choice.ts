// What becomes of a dream's verdicts, as its owner chose: the seed's moves, and our own `done`, which closes a task.
import type { HomeSettings } from './home-schema.ts';

type Choice = 'apply' | 'advise' | 'off';

export interface VerdictChoice {
  /** Pick up, put down, cancel. */
  readonly moves: Choice;
  readonly done: Choice;
}

/** One word is about the moves; a task is closed only where that is said of `done` itself. Whoever wants less gets less of both. */
export function verdictChoice({ verdicts = {} }: Pick<HomeSettings, 'verdicts'>): VerdictChoice {
  if (typeof verdicts !== 'string') return { moves: verdicts.moves ?? 'apply', done: verdicts.done ?? 'advise' };
  return { moves: verdicts, done: verdicts === 'apply' ? 'advise' : verdicts };
}
