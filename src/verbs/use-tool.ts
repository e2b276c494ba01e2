// Use a tool: one call of a tool that our own runs have, for an agent that somebody else runs. The same checks, and the same act.
import { openHome, openOwnHome } from '../wire/wire.ts';
import { type LoneTool, loneWords, useAlone } from '../work/work.ts';
import type { Standpoint } from '../world/world.ts';
import { nap } from './nap.ts';

export interface ToolRequest {
  readonly tool: LoneTool;
  /** Its arguments, as they came. */
  readonly given: unknown;
  readonly run: string;
}

export interface UsedTool {
  readonly isOk: boolean;
  /** What the agent of a run of ours would be told. */
  readonly text: string;
  readonly data: object | null;
}

const looking: readonly LoneTool[] = ['search', 'log'];

export async function useTool(at: Standpoint, { tool, given, run }: ToolRequest): Promise<UsedTool> {
  if (tool === 'set_sleep') return napBy(at, given);
  const home = looking.includes(tool) ? await openHome(at) : await openOwnHome(at);
  const { isOk, text, data } = await useAlone(home, { tool, given, run });
  return { isOk, text, data: data ?? null };
}

/** How each of them is told of. */
export function toolWords(_at: Standpoint): Promise<Readonly<Record<LoneTool, string>>> {
  return Promise.resolve(loneWords());
}

/** The same sleep as `dk nap`. */
async function napBy(at: Standpoint, given: unknown): Promise<UsedTool> {
  const { seconds } = (typeof given === 'object' && given !== null ? given : {}) as { readonly seconds?: unknown };
  if (typeof seconds !== 'number' || !(seconds >= 1))
    return { isOk: false, text: 'tool error: set_sleep: seconds: a number from 1 on', data: null };
  const data = await nap(at, { seconds });
  return { isOk: true, text: `you will not be woken before ${data.asleep?.until ?? ''}`, data };
}
