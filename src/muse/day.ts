// The kind of day an agent had, as coarse as it has to be before anybody may hear of it.
import { tasksOf } from '../board/board.ts';
import type { Facts } from '../facts/facts.ts';
import { callsOf } from '../steps/steps.ts';
import type { Day } from './by-rules.ts';

const moods: readonly (readonly [mood: Day['mood'], tools: RegExp])[] = [
  ['making', /^(?:write|edit|multiedit|notebookedit|apply_patch|finish|git)$/iu],
  ['checking', /^(?:bash|shell|exec|run|test)/iu],
  ['reading', /^(?:read|list|ls|grep|glob|search|log|webfetch|websearch)/iu],
];

export function dayOf({ steps, board, inFlight, now }: Facts): Day {
  const tools = callsOf(steps.records)
    .slice(-6)
    .map(({ tool }) => tool);
  return {
    mood: moods.find(([, names]) => tools.some((tool) => names.test(tool)))?.[0] ?? 'quiet',
    open: board === undefined ? 0 : tasksOf(board).filter(({ isDone }) => !isDone).length,
    failing: steps.failures.length,
    inFlight: inFlight.length,
    hour: Number(now.slice(11, 13)),
  };
}
