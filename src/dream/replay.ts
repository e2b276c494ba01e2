// A stored night judged again under today's settings and by today's rules. Nobody is asked, and nothing is changed.

import type { Facts } from '../facts/facts.ts';
import { printEntry } from '../journal/journal.ts';
import type { AgentHome } from '../world/world.ts';
import { dreamFromAnswer, type LeftOut } from './answer.ts';
import { dreamByRules } from './builtin.ts';
import { clean } from './clean.ts';
import { tasksAsked } from './prompt.ts';
import { type StoredNight, storedNight } from './stored-night.ts';

export type Replayed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'malformed'; readonly model: string; readonly reason: string; readonly answer: string }
  | { readonly kind: 'dream'; readonly model: string; readonly text: string; readonly leftOut: readonly LeftOut[] };

export function replayNight(sleeper: AgentHome, id: string): Replayed {
  const night = storedNight(sleeper, id);
  if (night === undefined) return { kind: 'gone' };
  try {
    return judgedAgain(sleeper, id, night);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The facts of another version have another shape: they cannot be judged by this one.
    return { kind: 'gone' };
  }
}

function judgedAgain(sleeper: AgentHome, id: string, night: StoredNight): Replayed {
  const { answer, model } = night;
  const facts: Facts = { ...night.facts, settings: sleeper.settings };
  const allow = sleeper.settings.secrets?.allow ?? [];
  if (answer === null) {
    const dreamt = clean(dreamByRules(facts, id, model), allow);
    return { kind: 'dream', model, text: printEntry(dreamt.entry), leftOut: [] };
  }
  const tasks = tasksAsked(facts, answer.code);
  const read = dreamFromAnswer(facts, id, model, answer.text, { code: answer.code, tasks });
  if (read.kind === 'malformed') return { kind: 'malformed', model, reason: read.reason, answer: answer.text };
  return { kind: 'dream', model, text: printEntry(clean(read.dreamt, allow).entry), leftOut: read.leftOut };
}
