// My stats: an agent about itself, in figures: its nights, its memories, and how often they were asked for.
import { withStore } from '../change/change.ts';
import { keepsRecalls } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { rememberedNow } from '../facts/facts.ts';
import { daydreamsOf } from '../night/night.ts';
import { sleepMemo } from '../sleeper/sleeper.ts';
import type { SweepStats } from '../sweep/sweep.ts';
import { type HomeAnyhow, openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Status, status } from './status.ts';

export interface MyStats {
  readonly agent: string;
  /** When it last dreamt (a dream, or a sweep that wrote into its diary), in seconds since 1970, as the seed has it; null if it never did. */
  readonly last_dream_ts: number | null;
  readonly dreams: number;
  readonly daydreams: number;
  readonly gaps: number;
  readonly tasks: { readonly open: number; readonly doing: number };
  readonly memories: { readonly all: number; readonly pinned: number };
  /** How often memories were found by a question, as far as that is kept; null where none of it is, or nobody can look. */
  readonly recalls: { readonly times: number; readonly memories: number } | null;
  /** Until when nobody has to wake it; null if nobody said so, or that is over. */
  readonly asleep_until: string | null;
  /** How tired it is: what it did since the last consolidation, when it is warned, and when it has to sleep. */
  readonly fatigue: Status['fatigue'];
  /** Its sweeps in figures. */
  readonly sweep: SweepStats;
}

export async function myStats(at: Standpoint): Promise<MyStats> {
  const opened = await openHomeAnyhow(at);
  const { world, home, agent } = opened;
  const { my_stats, counts, fatigue } = await status(at);
  const { notes } = await rememberedNow(opened);
  return {
    agent,
    last_dream_ts: my_stats.last_dream_ts,
    dreams: counts.dreams,
    daydreams: daydreamsOf(world, home, agent).length,
    gaps: counts.gaps,
    tasks: { open: counts.openTasks, doing: counts.doing },
    memories: { all: notes.length, pinned: notes.filter(({ pinned }) => pinned !== null).length },
    recalls: recallsOf(opened),
    asleep_until: asleepUntil(opened),
    fatigue,
    sweep: my_stats.sweep,
  };
}

function recallsOf({ world, home, settings }: HomeAnyhow): MyStats['recalls'] {
  if (!keepsRecalls(settings)) return null;
  return (
    tryOr(() => {
      if (!world.stores.exists(home.privateDir)) return { times: 0, memories: 0 };
      return withStore(world, home, (store) => {
        const events = [...store.recalls()];
        return { times: events.length, memories: new Set(events.map(({ memory }) => memory)).size };
      });
    }) ?? null
  );
}

function asleepUntil({ world, home, agent }: HomeAnyhow): string | null {
  const until = tryOr(() =>
    world.stores.exists(home.privateDir) ? withStore(world, home, (store) => store.memo(sleepMemo(agent))) : undefined,
  );
  return until !== undefined && until > world.now().toISOString() ? until : null;
}
