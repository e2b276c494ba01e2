// The builtin dreamer: no model, no network, the same facts always the same dream. It names nothing that is not in its facts.
import { carryOf, type Facts } from '../facts/facts.ts';
import { type DreamEntry, type DreamHeader, type DreamLine, normalEntry } from '../journal/journal.ts';
import { finishedSoFar } from './finished-now.ts';
import { patternsIn } from './patterns.ts';
import type { GivenVerdict } from './spelled-verdict.ts';
import { tellTale } from './tale.ts';
import { judge, signsOf } from './verdicts.ts';

/** A dream, and what the ledger keeps about it. */
export interface Dreamt {
  readonly entry: DreamEntry;
  readonly verdicts: readonly GivenVerdict[];
  readonly doing: DreamLine['doing'];
  /** The open tasks that look done: later nights and wakes go on from there. */
  readonly finished: NonNullable<DreamLine['finished']>;
}

export function headerOf({ now, agent, project: { branch, head } }: Facts, id: string, model: string): DreamHeader {
  return { time: `${now.slice(0, 16)}:00.000Z`, model, id, agent, branch, head };
}

/** `model` is what its header says; who else was asked before may stand there, too. */
export function dreamByRules(facts: Facts, id: string, model = 'builtin'): Dreamt {
  const doing = signsOf(facts);
  const verdicts = judge(facts, doing);
  const entry = normalEntry({
    header: headerOf(facts, id, model),
    tale: tellTale(facts),
    ...patternsIn(facts),
    verdicts: verdicts.map(({ line }) => line),
    carry: carryOf(facts),
  });
  return { entry, verdicts, doing, finished: finishedSoFar(facts, verdicts) };
}
