// A home as the keeper gets it: opened for one tick, with whoever dreams and whoever wakes there.
import { DreamkeeperError } from '../errors/errors.ts';
import { actsDue, type Keeping, type KeptHome } from '../keeper/keeper.ts';
import { daydreamOnce } from '../night/night.ts';
import { type OpenHome, openActs, openOwnHome, openRunners } from '../wire/wire.ts';
import { workOnce } from '../work/work.ts';
import type { Standpoint } from '../world/world.ts';
import { homeSign } from './home-sign.ts';
import { sleepDue } from './sleep-due.ts';
import { whoDreams } from './who-dreams.ts';

/** A home by the folder it is found from. Read anew for each tick: settings and models count as they are then. `signal` stops its sleeps. */
export function keptHome(at: Standpoint, signal?: AbortSignal): KeptHome {
  return { name: at.cwd, open: async () => keepingOf(await openOwnHome(at), at, signal) };
}

export async function keepingOf(opened: OpenHome, at: Standpoint, signal?: AbortSignal): Promise<Keeping> {
  return {
    ...opened,
    env: at.env,
    sign: await homeSign(opened, at),
    ...(await whoWakes(opened, at)),
    work: (request) => workOnce(opened, { ...request, alone: true }),
    // Who dreams is asked when it is time to: most ticks do not sleep.
    sleep: async (options) => {
      const acts = await actsDue(opened, options.trigger, await openActs());
      const stops = [options.signal, signal].filter((each) => each !== undefined);
      return sleepDue(opened, at, { ...options, acts, signal: AbortSignal.any(stops) });
    },
    daydream: async () => (await daydreamOnce(opened, await whoDreams(opened, at, 'daydream'), signal)).kind,
  };
}

/** The operator's runner; a home that nobody was set up for is kept all the same, and sleeps. */
async function whoWakes(opened: OpenHome, at: Standpoint): Promise<Pick<Keeping, 'runner' | 'noRunner' | 'limit'>> {
  const { chosenRunner, limitOf } = await openRunners();
  try {
    return chosenRunner(opened, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return { runner: undefined, noRunner: `${error.message}. ${error.hint}`, limit: limitOf(opened) };
  }
}
