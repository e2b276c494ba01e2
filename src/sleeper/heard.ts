// What a person says to an agent of somebody's program, as it is put on record: each demand by itself, and then the beginning of all of it.
import { demandsIn } from '../consolidate/consolidate.ts';
import type { StepReport } from '../steps/steps.ts';

const most = { characters: 4000, demands: 5 } as const;

/**
 * The steps that say what was asked. `told` is what this program was given to tell its agent: programs put it before the task, and it is nobody's
 * wish. Nor is what a person only quotes or hands over: between fences, behind `>`, or between the tags of a document.
 */
export function askedOf(content: string, told: readonly string[]): Pick<StepReport, 'tool' | 'target'>[] {
  const own = told.reduce((left, each) => left.replaceAll(each, '\n'), content);
  const said = unquoted(own.replaceAll(/<([a-z][\w-]*)\b[^<>]*>[\s\S]*?<\/\1>/giu, '\n'));
  if (said === '') return [];
  const wishes = [...new Set(demandsIn(said))].slice(0, most.demands);
  return [...wishes, said].map((target) => ({ tool: 'prompt', target }));
}

function unquoted(text: string): string {
  let fence: string | undefined;
  const said = text.split('\n').filter((line) => {
    const [mark] = /^ {0,3}(?:```|~~~)/u.exec(line) ?? [];
    const isInside = fence !== undefined;
    if (mark !== undefined) fence = fence === undefined ? mark.trim() : fence === mark.trim() ? undefined : fence;
    return !isInside && mark === undefined && !/^\s*>/u.test(line);
  });
  return said.join('\n').slice(0, most.characters).trim();
}
