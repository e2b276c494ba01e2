// The night of a sleep that an agent wants or needs: its acts, with the models that the operator chose for them.
import { DreamkeeperError } from '../errors/errors.ts';
import { actsFor } from '../keeper/keeper.ts';
import { keepFailure, type Receipt, sleepOnce } from '../night/night.ts';
import type { Consolidating } from '../sleeper/sleeper.ts';
import type { AgentHome, Standpoint } from '../world/world.ts';
import { openActs } from './acts.ts';
import { type ChosenDreamer, chosenFor } from './dreamer.ts';
import { type OwnModel, ownDreamer, withOwnModel } from './own-model.ts';
import { unusable } from './unusable.ts';

/** Who is to consolidate, if not whom the operator chose: a model by its name, or one of the program itself. */
export type Wanted = string | OwnModel | undefined;

/** Where somebody stands who wants this model. */
export function standpointWith(at: Standpoint, wanted: Wanted): Standpoint {
  return typeof wanted === 'function' ? withOwnModel(at, wanted) : at;
}

/** Why a model that was named cannot be asked at all. */
export function whyNotNamed(home: AgentHome, at: Standpoint, wanted: Wanted): DreamkeeperError | undefined {
  if (typeof wanted !== 'string') return undefined;
  return refusalOf(() => chosenFor('consolidate', home, at, wanted));
}

function refusalOf(act: () => unknown): DreamkeeperError | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DreamkeeperError) return error;
    throw error;
  }
}

/** If the operator's settings cannot be read, that is on record, and rules write what is to be written. */
export function consolidatingFor(home: AgentHome, at: Standpoint, wanted?: Wanted): Consolidating {
  return async (trigger, signal) => {
    const acts = actsFor(trigger, await openActs());
    const dreamers: Record<string, ChosenDreamer | undefined> = {};
    for (const { name } of acts) dreamers[name] = chosenOrRules(home, at, name, wanted);
    const night = async (): Promise<Receipt> =>
      (await sleepOnce(home, { trigger, acts, dreamers, env: at.env, signal })).receipt;
    let receipt = await night();
    // Another agent of this home may be at it: a night takes seconds, and whoever waits for it loses nothing.
    for (let tries = 1; tries < mostTries && isHeldByNight(receipt) && signal?.aborted !== true; tries += 1) {
      await home.world.pause(between, signal);
      receipt = await night();
    }
    return receipt;
  };
}

/** Milliseconds, and how often: half a minute in all. */
const between = 500;
const mostTries = 60;

const isHeldByNight = ({ outcome, reason }: Receipt): boolean => outcome === 'held' && reason === 'asleep';

function chosenOrRules(home: AgentHome, at: Standpoint, name: string, wanted: Wanted): ChosenDreamer | undefined {
  const act = name === 'deep' ? 'deep' : 'consolidate';
  try {
    return typeof wanted === 'function' ? ownDreamer(act) : chosenFor(act, home, at, wanted);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    keepFailure(home, unusable(error));
    return undefined;
  }
}
