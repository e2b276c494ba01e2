// Who dreams when nobody waits to hear about it: a mistake in the operator's settings does not keep an agent from sleeping.
import type { ModelAct } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { keepFailure } from '../night/night.ts';
import { type ChosenDreamer, type OpenHome, openModels, unusable } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

/** If the operator's settings cannot be read, that is on record, and rules dream. */
export async function whoDreams(
  home: OpenHome,
  at: Standpoint,
  act: ModelAct = 'dream',
): Promise<ChosenDreamer | undefined> {
  const { chosenFor } = await openModels();
  try {
    return chosenFor(act, home, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    if (act === 'dream') keepFailure(home, unusable(error));
    return undefined;
  }
}
