// Nights: every attempt to sleep with its reason, one of them in full, and the chain that shows nobody changed them.
import {
  type ListedNight,
  type ListedSession,
  listNights,
  type ProvenNight,
  proveAllNights,
  proveNight,
  type ShownChange,
  sessionsOf,
  showChange,
  type Verified,
  verifyNights,
} from '../history/history.ts';
import { archivePath, memoryPath } from '../memory/memory.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface NightsRequest {
  readonly most?: number | undefined;
  /** Only sessions whose name begins so. */
  readonly prefix?: string | undefined;
  /** Only those of this kind: `rem` are dreams. */
  readonly kind?: string | undefined;
}

export interface Nights {
  /** The newest first. */
  readonly nights: readonly ListedNight[];
  /** How many there were, with those that are not meant. */
  readonly all: number;
}

export async function nights(at: Standpoint, request: NightsRequest = {}): Promise<Nights> {
  const { world, home } = await openHomeAnyhow(at);
  return chosen(await listNights(world, home), request);
}

/** A row for each act of a night, as the seed lists sessions. */
export async function sessions(at: Standpoint, request: NightsRequest = {}): Promise<Sessions> {
  const { world, home } = await openHomeAnyhow(at);
  return chosen(sessionsOf(await listNights(world, home)), request);
}

export interface Sessions extends Nights {
  readonly nights: readonly ListedSession[];
}

function chosen<Listed extends ListedNight>(
  all: readonly Listed[],
  { most = 20, prefix = '', kind }: NightsRequest,
): { readonly nights: readonly Listed[]; readonly all: number } {
  const meant = all.filter((one) => one.session.startsWith(prefix) && one.kind === (kind ?? one.kind));
  return { nights: meant.slice(0, most), all: all.length };
}

export interface NightRequest {
  /** By its id, a beginning of it, a file in rem/, a commit, or `last`. */
  readonly night: string;
}

/** A change in full; of one that did something to memory also whether it can be proven to have done no harm. */
export type ShownNight = ShownChange & { readonly proof: ProvenNight | null };

export async function night(at: Standpoint, { night: wanted }: NightRequest): Promise<ShownNight> {
  const { world, home, settings } = await openHomeAnyhow(at);
  const shown = await showChange(world, home, wanted);
  const isOfMemory = shown.paths.some((path) => path === memoryPath || path === archivePath);
  const isProven = isOfMemory && shown.commit !== null && /^[nv]-/u.test(shown.id);
  return { ...shown, proof: isProven ? await proveNight(world, home, shown.id, settings) : null };
}

export async function verify(at: Standpoint): Promise<Verified> {
  const { world, home } = await openHomeAnyhow(at);
  return verifyNights(world, home);
}

export interface ProveRequest {
  /** As `dk nights show` takes it; the last one if nobody says. */
  readonly night?: string | undefined;
  /** Every night of this branch. */
  readonly all?: boolean | undefined;
}

/** Proves again, from git alone, that a night did memory no harm. Reading writes nothing. */
export async function prove(
  at: Standpoint,
  { night: wanted = 'last', all }: ProveRequest = {},
): Promise<{ readonly nights: readonly ProvenNight[] }> {
  const { world, home, settings } = await openHomeAnyhow(at);
  if (all === true) return { nights: await proveAllNights(world, home, settings) };
  return { nights: [await proveNight(world, home, wanted, settings)] };
}
