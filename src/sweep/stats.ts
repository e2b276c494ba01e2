// Sweeps in figures, for whoever asks how things are.

import type { LedgerRead } from '../journal/journal.ts';
import { sweepsOf } from '../journal/journal.ts';
import type { AgentHome } from '../world/world.ts';
import { lastSweep, sweepDueIn, sweepMemory } from './clock.ts';

export interface SweepStats {
  /** When the last one was completed, also if it changed nothing; null if none was, as far as this machine and the ledger know. */
  readonly last: string | null;
  /** When the next one is due by itself; null if none ever is, because it is not switched on. */
  readonly due: string | null;
  /** How many failed since the last that was completed. */
  readonly failures: number;
  /** How many changed something, and how many memories they promoted. What was taken back does not count. */
  readonly sweeps: number;
  readonly promoted: number;
  /** What the newest of these promoted. */
  readonly promotedLast: number;
}

export function sweepStats(home: AgentHome, ledger: LedgerRead): SweepStats {
  const swept = sweepsOf(ledger).filter(({ agent, isUndone }) => agent === home.agent && !isUndone);
  const left = sweepDueIn(home, ledger);
  return {
    last: lastSweep(home, ledger),
    due: left === undefined ? null : new Date(home.world.now().getTime() + left).toISOString(),
    failures: sweepMemory(home).failures,
    sweeps: swept.length,
    promoted: swept.reduce((sum, { promoted }) => sum + promoted.length, 0),
    promotedLast: swept.at(-1)?.promoted.length ?? 0,
  };
}
