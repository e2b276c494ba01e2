// How many actions an agent has taken since its last consolidation. Nobody keeps a counter: the record of the day is one, and outlives every process.
import { type Consolidated, consolidationsOf, homeLedger, newestSteps, recordsAfter } from '../facts/facts.ts';
import { actionsIn } from '../fatigue/fatigue.ts';
import type { AgentHome } from '../world/world.ts';

export interface Tiredness {
  /** Of runs of ours. Sessions of other programs tire by themselves. */
  readonly actions: number;
  /** When one of them was last heard of; null if the record does not say. */
  readonly lastStep: string | null;
  /** The last consolidation, whoever asked for it. */
  readonly last: Consolidated | undefined;
}

const isOurs = (run: string | null): boolean => /^r-[a-z2-7]{10}$/u.test(run ?? '');

export async function tiredness({ world, home, agent }: AgentHome): Promise<Tiredness> {
  const last = consolidationsOf(homeLedger(world, home), agent).at(-1);
  const { records } = await newestSteps(world, home, last?.steps?.time ?? '');
  const mine = records.filter((record) => (record.agent ?? agent) === agent);
  const since = recordsAfter(mine, last?.steps ?? null);
  const lastStep = mine.findLast(({ run }) => isOurs(run))?.time ?? null;
  return { actions: actionsIn(since.filter(({ run }) => isOurs(run))), lastStep, last };
}
