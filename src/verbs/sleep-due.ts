// A night that nobody asked for: its acts, each with the model that was chosen for it, and an ear for who comes meanwhile.
import type { Act } from '../asking/asking.ts';
import { askedActs } from '../config/config.ts';
import { whileListening } from '../keeper/keeper.ts';
import { type Receipt, type SleepOptions, sleepOnce } from '../night/night.ts';
import type { ChosenDreamer, OpenHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { whoDreams } from './who-dreams.ts';

export async function sleepDue(
  home: OpenHome,
  at: Standpoint,
  options: Omit<SleepOptions, 'env' | 'dreamer' | 'dreamers'>,
): Promise<Receipt> {
  const dreamers = await dreamersOf(home, at, options.acts);
  const night = async (signal: AbortSignal | undefined): Promise<Receipt> =>
    (await sleepOnce(home, { ...options, dreamers, env: at.env, signal })).receipt;
  return options.trigger === 'idle' ? whileListening(home, options.signal, night) : night(options.signal);
}

/** Who is asked for each of them. */
export async function dreamersOf(
  home: OpenHome,
  at: Standpoint,
  acts: readonly Act[],
): Promise<Record<string, ChosenDreamer | undefined>> {
  const dreamers: Record<string, ChosenDreamer | undefined> = {};
  for (const { name } of acts) {
    const asked = askedActs.find((act) => act === name);
    if (asked !== undefined) dreamers[name] = await whoDreams(home, at, asked);
  }
  return dreamers;
}
