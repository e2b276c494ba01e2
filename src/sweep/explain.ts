// Why one memory was promoted or not: what it has, what each gate wants, and what is missing.
import type { Note } from '../facts/facts.ts';
import type { AgentHome } from '../world/world.ts';
import { candidatesAmong, type Gate } from './candidates.ts';
import { countedRecalls } from './count.ts';
import type { Looked } from './look.ts';
import type { CountGate } from './rank.ts';
import { type Hopeless, unreachable } from './reach.ts';
import { rulesOf } from './rules.ts';
import type { Signals } from './score.ts';
import type { Tally } from './tally.ts';

export interface ExplainedGate {
  readonly gate: CountGate;
  readonly has: number;
  readonly wants: number;
  readonly passes: boolean;
}

export interface Explained {
  readonly id: string;
  readonly text: string;
  /** Whether a sweep would promote it now. */
  readonly promotes: boolean;
  /** What holds it back; null if nothing does. */
  readonly gate: Gate | null;
  /** In words; '' if nothing does. */
  readonly why: string;
  readonly tally: Tally;
  readonly signals: Signals;
  readonly score: number;
  readonly gates: readonly ExplainedGate[];
  /** Why nothing at all can pass under these settings. */
  readonly hopeless: Hopeless | null;
}

const never: Tally = { recalls: 0, relevance: 0, queries: 0, days: 0, last: 0 };

export function explainMemory(home: AgentHome, memories: Looked['memories'], note: Note): Explained {
  const rules = rulesOf(home.settings);
  const { tallies } = countedRecalls(home, rules);
  const all = new Map(tallies).set(note.id, tallies.get(note.id) ?? never);
  const candidates = candidatesAmong(home, memories, all, rules, home.world.now().getTime());
  const found = candidates.find(({ id }) => id === note.id);
  if (found === undefined) throw new TypeError(`${note.id} was counted and is not there`);
  const { tally, signals, score, gate, why, failed } = found;
  const gateOf = (name: CountGate, has: number, wants: number): ExplainedGate => ({
    ...{ gate: name, has, wants },
    passes: !failed.includes(name),
  });
  return {
    ...{ id: note.id, text: note.text, promotes: gate === undefined, gate: gate ?? null, why },
    ...{ tally, signals, score },
    gates: [
      gateOf('recalls', tally.recalls, rules.minRecalls),
      gateOf('days', tally.days, rules.minDays),
      gateOf('queries', tally.queries, rules.minQueries),
      gateOf('score', score, rules.minScore),
    ],
    hopeless: unreachable(rules) ?? null,
  };
}
