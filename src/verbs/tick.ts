// Tick: one look, started by a hook or a timer. It sleeps if it is time, says why not if it is not, and ends by itself.
import { smallestBudget, usualBudget } from '../config/config.ts';
import {
  actsAtEnd,
  actsFor,
  type HomeHappening,
  lifecycleNow,
  stepOnce,
  type Tick,
  tickOnce,
} from '../keeper/keeper.ts';
import { type OpenHome, openActs, openHomeAnyhow } from '../wire/wire.ts';
import type { Sent, Standpoint } from '../world/world.ts';
import { keepingOf } from './kept-home.ts';
import { wakeHome } from './wake.ts';
import { whoDreams } from './who-dreams.ts';

export interface TickRequest {
  /** Somebody waits for a pack: wake, too. */
  readonly pack?: boolean | undefined;
  /** How long it may be at most, whatever the settings say. */
  readonly budget?: number | undefined;
  /** The session that asks: it is not waited for. */
  readonly run?: string | undefined;
  /** Why that session begins; after `compact` nobody sleeps. */
  readonly source?: string | undefined;
  /** What the agent of that session is told by its harness: it is left out of the pack. */
  readonly sent?: readonly Sent[] | undefined;
  /** The session only goes on: if it was heard of here before, the pack has what is new since, and is empty if that is nothing. */
  readonly goesOn?: boolean | undefined;
  /** A session ended or began: sleep if it is time, and wake nobody. */
  readonly session?: boolean | undefined;
  /** Now, also if what failed before would be waited for. */
  readonly force?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  onHappening?(happening: HomeHappening): void;
}

/** A step of the cadence, a look at a home without one, or the pack that somebody waits for. */
export type Ticked =
  | { readonly step: Pick<Awaited<ReturnType<typeof stepOnce>>, 'outcome' | 'state' | 'message' | 'due'> }
  | { readonly receipt: Tick['receipt'] | null; readonly notes: readonly string[] }
  | { readonly pack: string };

export async function tick(at: Standpoint, request: TickRequest = {}): Promise<Ticked> {
  const home = await openHomeAnyhow(at);
  const { world, settings, error, stranger } = home;
  if (stranger !== undefined) throw stranger;
  const isSession = request.session === true || request.pack === true || request.run !== undefined;
  if (!isSession && error === undefined && lifecycleNow(world, home.home, at.env).kind !== 'none')
    return { step: await stepNow(home, at, request) };
  // Somebody who waits for a pack gets what rules can say within a second; a model is asked when nobody waits.
  const isInLine = request.pack === true || error !== undefined;
  const dreamer = isInLine ? undefined : await whoDreams(home, at);
  const { receipt, notes, atWork, heard } = await tickOnce(home, {
    // Whoever waits for a pack waits for no sweep.
    acts: isInLine ? actsFor('session', await openActs()) : actsAtEnd(home, 'session', await openActs()),
    env: at.env,
    dreamer,
    signal: request.signal,
    run: request.run || undefined,
    goesOn: request.goesOn,
    maySleep: request.source !== 'compact' && error === undefined,
  });
  if (request.pack !== true) return { receipt: receipt ?? null, notes };
  const most = Math.min(settings.wake?.chars ?? usualBudget, request.budget ?? Infinity);
  const budget = Math.max(smallestBudget, most);
  const news = request.goesOn === true && heard !== undefined ? { ...heard, reports: notes } : undefined;
  const whom = { run: request.run || null, how: 'session', why: request.source ?? '' } as const;
  const { pack } = await wakeHome(home, at, { budget, notes, atWork, sent: request.sent ?? [], news, whom });
  return { pack };
}

/** One step of the cadence, now. */
async function stepNow(
  home: OpenHome,
  at: Standpoint,
  { force: isForced = false, signal = new AbortController().signal, onHappening: tell = () => undefined }: TickRequest,
): Promise<Pick<Awaited<ReturnType<typeof stepOnce>>, 'outcome' | 'state' | 'message' | 'due'>> {
  const { outcome, state, message, due } = await stepOnce(await keepingOf(home, at, signal), {
    signal,
    tell,
    isForced,
  });
  return { outcome, state, message, due };
}
