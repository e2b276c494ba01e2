// A dreamer's answer made into a dream: its words in our form, its verdicts tied to tasks, and a carry that comes from facts alone.
import { matchTask, parseVerdicts } from '../board/board.ts';
import { carryOf, type Facts } from '../facts/facts.ts';
import { normalEntry, parseEntry } from '../journal/journal.ts';
import type { Dreamt } from './builtin.ts';
import { type GivenVerdict, signsOf } from './verdicts.ts';

export type Answered =
  | { readonly kind: 'dream'; readonly dreamt: Dreamt }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Reads an answer. Its structure is never repaired: what is not six headings in order is no dream. */
export function dreamFromAnswer(facts: Facts, id: string, model: string, answer: Uint8Array): Answered {
  const read = parseEntry(answer);
  if (read.kind === 'malformed') return read;
  const { entry } = read;
  const header = {
    ...{ time: `${facts.now.slice(0, 16)}:00.000Z`, model, id, agent: facts.agent },
    ...{ branch: facts.project.branch, head: facts.project.head },
  };
  const verdicts = entry.verdicts.map((line): GivenVerdict => {
    const [verdict] = parseVerdicts(`- ${line}`);
    const match = verdict === undefined || facts.board === undefined ? undefined : matchTask(facts.board, verdict.rest);
    return match?.kind === 'found'
      ? { line, task: match.task.title, from: match.task.state }
      : { line, task: null, from: null };
  });
  return {
    kind: 'dream',
    dreamt: { entry: normalEntry({ ...entry, header, carry: carryOf(facts) }), verdicts, doing: signsOf(facts) },
  };
}
