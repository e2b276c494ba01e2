// What becomes of a dream's verdicts, as its owner chose: the seed's moves, and our own `done`, which closes a task.
import type { HomeSettings } from './home-schema.ts';

type Choice = 'apply' | 'advise' | 'off';

export interface VerdictChoice {
  /** Pick up, put down, cancel. */
  readonly moves: Choice;
  readonly done: Choice;
  /** `always`, as in the seed: what a model says is enough, whether anything on record speaks for it or not. */
  readonly trusting: boolean;
}

/** One word is about the moves; a task is closed only where that is said of `done` itself. Whoever wants less gets less of both. */
export function verdictChoice({ verdicts = {} }: Pick<HomeSettings, 'verdicts'>): VerdictChoice {
  const { moves = 'apply', done = 'advise' } =
    typeof verdicts === 'string'
      ? ({ moves: verdicts, done: verdicts === 'off' ? 'off' : 'advise' } as const)
      : verdicts;
  const trusting = moves === 'always';
  return { moves: trusting ? 'apply' : moves, done, trusting };
}
