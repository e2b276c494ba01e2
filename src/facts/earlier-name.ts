// Dreams that were written here under another name: an agent that was renamed has not lost them.
import { isDream, nightsOf } from '../journal/journal.ts';
import type { Facts } from './facts-types.ts';

export interface EarlierName {
  readonly agent: string;
  /** How many dreams that agent has here. */
  readonly dreams: number;
}

/** Whose dreams lie here, if this agent has none of its own yet. Where a home names several agents, none of them is another's earlier name. */
export function earlierName({
  agent,
  settings,
  ledger,
  evidence,
}: Pick<Facts, 'agent' | 'settings' | 'ledger' | 'evidence'>): EarlierName | undefined {
  if (nightsOf(ledger, agent).length > 0) return undefined;
  const known = new Set(settings.agents?.map(({ id }) => id));
  // Only what was written on this machine: a name that came with a clone is somebody's words.
  const others = evidence.filter(isDream).filter((night) => night.agent !== agent && !known.has(night.agent));
  const last = others.at(-1)?.agent;
  return last === undefined
    ? undefined
    : { agent: last, dreams: others.filter((night) => night.agent === last).length };
}
