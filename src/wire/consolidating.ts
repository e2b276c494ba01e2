// The night of a sleep that an agent wants or needs: its acts, with the models that the operator chose for them.
import { DreamkeeperError } from '../errors/errors.ts';
import { actsFor } from '../keeper/keeper.ts';
import { keepFailure, sleepOnce } from '../night/night.ts';
import type { Consolidating } from '../sleeper/sleeper.ts';
import type { AgentHome, Standpoint } from '../world/world.ts';
import { openActs } from './acts.ts';
import { type ChosenDreamer, chosenFor } from './dreamer.ts';
import { unusable } from './unusable.ts';

/** If the operator's settings cannot be read, that is on record, and rules write what is to be written. */
export function consolidatingFor(home: AgentHome, at: Standpoint): Consolidating {
  return async (trigger, signal) => {
    const acts = actsFor(trigger, await openActs());
    const dreamers: Record<string, ChosenDreamer | undefined> = {};
    for (const { name } of acts) dreamers[name] = chosenOrRules(home, at, name);
    return (await sleepOnce(home, { trigger, acts, dreamers, env: at.env, signal })).receipt;
  };
}

function chosenOrRules(home: AgentHome, at: Standpoint, name: string): ChosenDreamer | undefined {
  try {
    return chosenFor(name === 'deep' ? 'deep' : 'consolidate', home, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    keepFailure(home, unusable(error));
    return undefined;
  }
}
