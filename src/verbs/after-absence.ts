// After an absence: somebody came back where no keeper runs, so memory is put in order now, beside their session and without it.
import { actsDue, idleLook } from '../keeper/keeper.ts';
import { nightUnderWay, type Receipt } from '../night/night.ts';
import { type OpenHome, openActs } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { sleepDue } from './sleep-due.ts';

/** So long a night that is under way is waited for. */
const patience = 5 * 60 * 1000;
const look = 250;

/** Absence is measured up to the beginning of that session: what it does itself is no sign that somebody was there before it. */
export async function afterAbsence(
  home: OpenHome,
  at: Standpoint,
  run: string,
  signal: AbortSignal | undefined,
): Promise<Receipt | undefined> {
  const { world } = home;
  const arrival = { run };
  const before = await idleLook(home, arrival);
  if (before.kind === 'off' || (before.kind === 'wait' && before.isUntold !== true)) return undefined;
  // The pack of that session may be in the making, with a dream.
  for (
    let waited = 0;
    waited < patience && nightUnderWay(home) !== undefined && signal?.aborted !== true;
    waited += look
  )
    await world.pause(look, signal);
  const acts = await actsDue(home, 'idle', await openActs(), arrival);
  return sleepDue(home, at, { trigger: 'idle', acts, signal });
}
