// Tick: one look, started by a hook or a timer. It sleeps if it is time, says why not if it is not, and ends by itself.
// What only a cadence or an absence needs is loaded then: mostly a session waits for it.
import { createHash } from 'node:crypto';
import { smallestBudget, usualBudget } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import {
  actsAtEnd,
  actsDue,
  actsFor,
  beatOnce,
  type HomeHappening,
  idleNotice,
  idleNoticed,
  lifecycleNow,
  stepOnce,
  type Tick,
  tickOnce,
} from '../keeper/keeper.ts';
import type { Receipt } from '../night/night.ts';
import { tallyName } from '../steps/steps.ts';
import { present } from '../text/text.ts';
import { type OpenHome, openActs, openHomeAnyhow } from '../wire/wire.ts';
import type { Sent, Standpoint } from '../world/world.ts';
import { dreamersOf } from './sleep-due.ts';
import { wakeHome } from './wake.ts';

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
  /** The session only came back after an absence: if that was long enough, memory is put in order, and nothing else is done. */
  readonly absence?: boolean | undefined;
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
  if (request.absence === true) {
    const { afterAbsence } = await import('./after-absence.ts');
    const receipt =
      error === undefined && request.run ? await afterAbsence(home, at, request.run, request.signal) : undefined;
    return { receipt: receipt ?? null, notes: [] };
  }
  const isSession = request.session === true || request.pack === true || request.run !== undefined;
  if (!isSession && error === undefined && lifecycleNow(world, home.home, at.env).kind !== 'none')
    return { step: await stepNow(home, at, request) };
  // Somebody who waits for a pack gets what rules can say within a second; a model is asked when nobody waits.
  const isInLine = request.pack === true || error !== undefined;
  const isTired = request.tired !== undefined && error === undefined && settings.fatigue?.hooks === true;
  const all = await openActs(isInLine && !isTired ? 'session' : undefined);
  const anyway = isTired ? actsFor('fatigue', all) : [];
  // Whoever waits for a pack waits for no sweep; and at the end of a session nobody was away.
  const atEnd = isInLine
    ? actsFor('session', all)
    : isSession || isTired
      ? actsAtEnd(home, 'session', all)
      : await actsDue(home, 'session', all);
  const own = [...atEnd, ...anyway.filter((act) => !atEnd.includes(act))];
  // As they are given: those that are due when nobody is there are wrapped.
  const acts = all.flatMap(({ name }) => own.find((act) => act.name === name) ?? []);
  const dreamers = isInLine ? undefined : await dreamersOf(home, at, acts);
  const { receipt, notes, atWork, heard } = await tickOnce(home, {
    acts,
    anyway,
    env: at.env,
    dreamers,
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
  const notice = error === undefined ? idleNotice(home) : undefined;
  if (notice !== undefined) idleNoticed(home);
  const whom = { run: request.run || null, how: 'session', why: request.source ?? '' } as const;
  const { pack } = await wakeHome(home, at, {
    budget,
    notes: [...notes, ...present([notice])],
    atWork,
    sent: request.sent ?? [],
    news,
    whom,
  });
  return { pack };
}

/** One step of the cadence, now. */
async function stepNow(
  home: OpenHome,
  at: Standpoint,
  { force: isForced = false, signal = new AbortController().signal, onHappening: tell = () => undefined }: TickRequest,
): Promise<Pick<Awaited<ReturnType<typeof stepOnce>>, 'outcome' | 'state' | 'message' | 'due'>> {
  const { keepingOf } = await import('./kept-home.ts');
  const keeping = await keepingOf(home, at, signal);
  const { outcome, state, message, due } = await stepOnce(keeping, { signal, tell, isForced });
  // Where a timer is all there is, each of its ticks is a heartbeat, too.
  if (!['off', 'held', 'stopped'].includes(outcome)) await beatOnce(keeping, tell, signal);
  return { outcome, state, message, due };
}

/** What it did is consolidated, or there was nothing new to it: it counts from the beginning. After a failure the count stays. */
function restedFrom({ world, home }: OpenHome, session: string, { acts }: Receipt): void {
  const consolidated = acts.find(({ name }) => name === 'consolidate');
  if (consolidated?.outcome !== 'ran' && consolidated?.reason !== 'no-news') return;
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const name = tallyName(session === '' ? null : session, sha256);
  for (const each of [name, `${name}.told`]) tryOr(() => world.files.remove(home.privateDir, each));
}
