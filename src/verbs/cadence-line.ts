// Where the cadence stands, in one line; for whoever looks, and whoever wakes.
import { DreamkeeperError } from '../errors/errors.ts';
import { knownOf, lifecycleNow } from '../keeper/keeper.ts';
import { drawCadence, settled } from '../lifecycle/lifecycle.ts';
import type { OpenHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

/** Undefined where there is no lifecycle, or none that can be read; to look changes nothing. */
export function cadenceLine(home: OpenHome, env: Standpoint['env']): string | undefined {
  // Mostly there is none, and neither store nor ledger has to be opened to know it.
  if (lifecycleNow(home.world, home.home, env).kind === 'none') return undefined;
  try {
    const { lifecycle, memory } = knownOf({ ...home, env }, false);
    if (lifecycle.kind !== 'cadence') return undefined;
    return `Cadence: ${drawCadence(lifecycle.cadence, settled(lifecycle.cadence, memory))}`;
  } catch (error) {
    // A store or a ledger that cannot be read: those who look after them say so.
    if (!(error instanceof DreamkeeperError)) throw error;
    return undefined;
  }
}
