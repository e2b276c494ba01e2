// One call of a tool for an agent that runs elsewhere: the same checks, the same act, the same words as in a run of ours.
import type { AgentHome } from '../world/world.ts';
import { definitionOf } from './definition.ts';
import { answerAlone, tools } from './tools/dispatch.ts';
import { type Ground, groundOf } from './tools/ground.ts';
import type { Bench, ToolAnswer } from './tools/tool.ts';

/** Those that are of use without a run around them: whoever has files and git of its own needs none of ours. */
export type LoneTool = 'search' | 'log' | 'claim' | 'finish' | 'file_issue' | 'set_sleep';

export interface LoneCall {
  readonly tool: LoneTool;
  readonly given: unknown;
  readonly run: string;
}

export async function useAlone(worker: AgentHome, { tool, given, run }: LoneCall): Promise<ToolAnswer> {
  const call = { name: tool, arguments: given };
  const answers: ToolAnswer[] = [];
  for (const ground of tool === 'search' ? groundsOf(worker) : groundsOf(worker).slice(-1))
    answers.push(await answerAlone(benchOf(worker, ground, run), call));
  const [first, ...others] = answers;
  if (first === undefined) throw new TypeError('there is a ground');
  return others.reduce(joined, first);
}

/** The project, and before it the home where that lies apart: what was remembered is looked through as well. */
function groundsOf(worker: AgentHome): Ground[] {
  const ground = groundOf(worker, definitionOf(worker).territory);
  return ground.isHome ? [ground] : [{ ...ground, root: worker.home.home, isHome: true }, ground];
}

function benchOf(worker: AgentHome, ground: Ground, run: string): Bench {
  const toolkits = ['files', 'board', 'git', 'memory'] as const;
  const agent = { ...definitionOf(worker), toolkits };
  return { worker, run, agent, ground, written: new Map(), whole: new Set() };
}

/** Two lists of lines as one. */
function joined(one: ToolAnswer, other: ToolAnswer): ToolAnswer {
  const [hits, more] = [hitsOf(one), hitsOf(other)];
  if (!one.isOk || more.hits.length === 0) return one;
  if (!other.isOk || hits.hits.length === 0) return other;
  return {
    text: `${one.text}\n${other.text}`,
    isOk: true,
    data: { hits: [...hits.hits, ...more.hits], note: [...hits.note, ...more.note] },
  };
}

function hitsOf({ data }: ToolAnswer): { readonly hits: readonly string[]; readonly note: readonly string[] } {
  return { hits: [], note: [], ...data };
}

/** What an agent is told of each. */
export function loneWords(): Readonly<Record<LoneTool, string>> {
  const names: readonly LoneTool[] = ['search', 'log', 'claim', 'finish', 'file_issue', 'set_sleep'];
  const does = (wanted: LoneTool): string => tools.find(({ name }) => name === wanted)?.does ?? '';
  return Object.fromEntries(names.map((name) => [name, does(name)])) as Record<LoneTool, string>;
}
