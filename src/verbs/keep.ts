// Keep: homes kept until somebody says stop; or the service that does it when a person logs in.
import { resolve } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { type ServiceWritten, writeService } from '../install/install.ts';
import { type KeeperEvent, keepHomes } from '../keeper/keeper.ts';
import { printSafe } from '../text/text.ts';
import { openModels, realWorld, strangerTo } from '../wire/wire.ts';
import type { Standpoint, World } from '../world/world.ts';
import { keptHome } from './kept-home.ts';

export interface KeepRequest {
  /** Homes or their projects; without any, the operator's `homes`, or else the one here. */
  readonly homes?: readonly string[] | undefined;
  /** Asks it to stop. */
  readonly signal?: AbortSignal | undefined;
  onEvent(event: KeeperEvent): void;
}

/** Ends when it is told to, and not before. */
export async function keep(
  at: Standpoint,
  { homes = [], signal = new AbortController().signal, onEvent }: KeepRequest,
): Promise<void> {
  const world = await realWorld(at.env, at.complain);
  const places = await placesOf(homes, world, at);
  // A mistyped path must not look like a keeper at work. Of those on the operator's list one may be away for a while.
  const missing = places.filter((place) => world.places.find(place) === undefined);
  const [first] = missing;
  if (first !== undefined && (homes.length > 0 || missing.length === places.length))
    throw new DreamkeeperError('E_NO_HOME', `there is no home at ${printSafe(first.cwd)}`, {
      hint: '`dk init` makes one there. `homes` in your config.yaml lists the homes that `dk keep` looks after.',
    });
  const strangers = await Promise.all(places.map((place) => whyNotOurs(world, place)));
  const [why] = strangers.filter((each) => each !== undefined);
  if (why !== undefined && (homes.length > 0 || strangers.every((each) => each !== undefined))) throw why;
  const sleeps = new AbortController();
  const kept = places.map((place) => keptHome(place, sleeps.signal));
  const wait = (milliseconds: number, until: AbortSignal): Promise<void> => world.pause(milliseconds, until);
  await keepHomes(kept, { world, signal, onEvent, wait, giveUp: () => sleeps.abort() });
}

export interface ServiceRequest {
  readonly homes?: readonly string[] | undefined;
  /** Says what it would write. */
  readonly dryRun?: boolean | undefined;
  /** Also over one that is different. */
  readonly force?: boolean | undefined;
}

/** The service that keeps homes: written, and never started. */
export async function keepService(
  at: Standpoint,
  { homes = [], ...how }: ServiceRequest = {},
): Promise<ServiceWritten> {
  const world = await realWorld(at.env, at.complain);
  return writeService(world, at, await namedHomes(homes, world, at), how);
}

async function whyNotOurs(world: World, place: Standpoint): Promise<DreamkeeperError | undefined> {
  const found = world.places.find(place);
  return found === undefined ? undefined : strangerTo(found, place);
}

/** Those that were named, here or by the operator, with full paths. */
async function namedHomes(homes: readonly string[], world: World, at: Standpoint): Promise<readonly string[]> {
  if (homes.length > 0) return homes.map((home) => resolve(at.cwd, home));
  const { openOperator } = await openModels();
  return openOperator(world, at).settings.homes ?? [];
}

async function placesOf(homes: readonly string[], world: World, at: Standpoint): Promise<readonly Standpoint[]> {
  const named = await namedHomes(homes, world, at);
  if (named.length === 0) return [at];
  // A home that is named is found from where it is, and not from the environment.
  const { DREAMKEEPER_HOME: _, ...env } = at.env;
  return [...new Set(named)].map((cwd) => ({ ...at, cwd, env }));
}
