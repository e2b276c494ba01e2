// Tick: one look, started by a hook or a timer. It sleeps if it is time, says why not if it is not, and ends by itself.
import { createHash } from 'node:crypto';
import { smallestBudget, usualBudget } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import {
  actsAtEnd,
  actsFor,
  type HomeHappening,
  lifecycleNow,
  stepOnce,
  type Tick,
  tickOnce,
} from '../keeper/keeper.ts';
import type { Receipt } from '../night/night.ts';
import { tallyName } from '../steps/steps.ts';
import { type ChosenDreamer, type OpenHome, openActs, openHomeAnyhow } from '../wire/wire.ts';
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
  /** A session that tires (`fatigue.hooks`), and is over or exhausted: what happened is consolidated, whoever else is at work. */
  readonly tired?: string | undefined;
  /** Why that session begins; after `compact` nobody sleeps, and after `stop` only who is exhausted. */
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
  const isTired = request.tired !== undefined && error === undefined && settings.fatigue?.hooks === true;
  const all = await openActs(isInLine && !isTired ? 'session' : undefined);
  const anyway = isTired ? actsFor('fatigue', all) : [];
  // Whoever waits for a pack waits for no sweep.
  const atEnd = isInLine ? actsFor('session', all) : actsAtEnd(home, 'session', all);
  const { receipt, notes, atWork, heard } = await tickOnce(home, {
    acts: all.filter((act) => anyway.includes(act) || atEnd.includes(act)),
    anyway,
    env: at.env,
    dreamer,
    dreamers: isTired ? await whoConsolidates(home, at) : undefined,
    signal: request.signal,
    run: request.run || request.tired || undefined,
    goesOn: request.goesOn,
    maySleep: request.source !== 'compact' && request.source !== 'stop' && error === undefined,
  });
  if (isTired && receipt !== undefined) restedFrom(home, request.tired ?? '', receipt);
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

async function whoConsolidates(
  home: OpenHome,
  at: Standpoint,
): Promise<Readonly<Record<string, ChosenDreamer | undefined>>> {
  return { consolidate: await whoDreams(home, at, 'consolidate'), deep: await whoDreams(home, at, 'deep') };
}

/** What it did is consolidated, or there was nothing new to it: it counts from the beginning. After a failure the count stays. */
function restedFrom({ world, home }: OpenHome, session: string, { acts }: Receipt): void {
  const consolidated = acts.find(({ name }) => name === 'consolidate');
  if (consolidated?.outcome !== 'ran' && consolidated?.reason !== 'no-news') return;
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const name = tallyName(session === '' ? null : session, sha256);
  for (const each of [name, `${name}.told`]) tryOr(() => world.files.remove(home.privateDir, each));
}
