// The light phase: which memories were asked for, and what that comes to. One pass over what is kept, however much it is.
import { withStore } from '../change/change.ts';
import type { AgentHome, RecallEvent } from '../world/world.ts';
import type { SweepRules } from './rules.ts';
import { type Tally, tallied } from './tally.ts';

export interface Counted {
  /** By the id of the memory. */
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly events: number;
  /** When the oldest and the newest of them were; null if there are none. */
  readonly first: string | null;
  readonly newest: string | null;
}

/** What this agent asked for. To look makes no store where there is none. */
export function countedRecalls({ world, home, agent }: AgentHome, rules: SweepRules): Counted {
  if (!world.stores.exists(home.privateDir)) return { tallies: new Map(), events: 0, first: null, newest: null };
  return withStore(world, home, (store) => {
    let [events, first, newest]: [number, string | null, string | null] = [0, null, null];
    function* mine(): Generator<RecallEvent> {
      for (const event of store.recalls()) {
        if (event.agent !== agent) continue;
        events += 1;
        if (first === null || event.time < first) first = event.time;
        if (newest === null || event.time > newest) newest = event.time;
        yield event;
      }
    }
    const tallies = tallied(mine(), rules.countOncePer);
    return { tallies, events, first, newest };
  });
}
