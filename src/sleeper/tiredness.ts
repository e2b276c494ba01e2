// How many actions an agent has taken since its last consolidation. Nobody keeps a counter: the record of the day is one, and outlives every process.
import { type Consolidated, consolidationsOf, homeLedger, newestSteps, recordsAfter } from '../facts/facts.ts';
import { actionsIn } from '../fatigue/fatigue.ts';
import type { LedgerRead } from '../journal/journal.ts';
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

/** `ledger` is for whoever has read it already, as far as it can be read. */
export async function tiredness(
  { world, home, agent }: AgentHome,
  ledger: LedgerRead = homeLedger(world, home),
): Promise<Tiredness> {
  const last = consolidationsOf(ledger, agent).at(-1);
  const { records } = await newestSteps(world, home, last?.steps?.time ?? '');
  const mine = records.filter((record) => (record.agent ?? agent) === agent);
  const since = recordsAfter(mine, last?.steps ?? null);
  const lastStep = mine.findLast(({ run }) => isOurs(run))?.time ?? null;
  return { actions: actionsIn(since.filter(({ run }) => isOurs(run))), lastStep, last };
}
