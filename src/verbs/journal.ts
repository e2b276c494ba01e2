// Journal: the dreams, one or the newest; and what went through its mind between runs.
import {
  afterwardsOf,
  type FoundEntry,
  findEntry,
  type JudgedVerdict,
  listEntries,
  verdictsOf,
} from '../history/history.ts';
import { type DreamEntry, subjectOf, type VerdictOutcome } from '../journal/journal.ts';
import { daydreamsOf } from '../night/night.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface Dream {
  /** The file below the home. */
  readonly path: string;
  /** The night that wrote it; null if none of ours did. */
  readonly id: string | null;
  readonly whose: FoundEntry['whose'];
  /** Why it cannot be read as a dream; null if it can. */
  readonly problem: string | null;
  /** Its tale in one line; null if it cannot be read. */
  readonly headline: string | null;
  readonly dream: DreamEntry | null;
}

export interface ReadDream extends Dream {
  /** The file as it is. */
  readonly text: string;
  /** What became of its verdicts; null if no wake has dealt with them. */
  readonly afterwards: {
    readonly wake: string;
    readonly isUndone: boolean;
    readonly outcomes: readonly VerdictOutcome[];
  } | null;
  /** Each verdict of the entry, and what became of it. */
  readonly verdicts: readonly JudgedVerdict[];
}

export interface JournalRequest {
  /** A night, a file in rem/, or `last`. */
  readonly dream?: string | undefined;
}

export async function journal(at: Standpoint, { dream = 'last' }: JournalRequest = {}): Promise<ReadDream> {
  const { world, home } = await openHomeAnyhow(at);
  const found = findEntry(world, home, dream);
  const { outcomes, wake, isUndone } =
    found.id === null ? { outcomes: null, wake: null, isUndone: false } : afterwardsOf(world, home, found.id);
  const afterwards = outcomes === null || wake === null ? null : { wake, isUndone, outcomes };
  return { ...shown(found), text: found.text, afterwards, verdicts: verdictsOf(world, home, found) };
}

export interface ListRequest {
  /** How many; the newest come first. */
  readonly most?: number | undefined;
}

export async function journalList(
  at: Standpoint,
  { most = 12 }: ListRequest = {},
): Promise<{ readonly dreams: readonly Dream[] }> {
  const { world, home } = await openHomeAnyhow(at);
  const dreams: Dream[] = [];
  for (const each of listEntries(world, home)) if (dreams.push(shown(each)) >= most) break;
  return { dreams };
}

export async function daydreams(
  at: Standpoint,
  { most = 12 }: ListRequest = {},
): Promise<{ readonly daydreams: readonly { readonly time: string; readonly text: string }[] }> {
  const { world, home, agent } = await openHomeAnyhow(at);
  const musings = daydreamsOf(world, home, agent).slice(0, most);
  return { daydreams: musings.map(({ ts, ...rest }) => ({ time: new Date(ts).toISOString(), ...rest })) };
}

function shown({ path, id, whose, entry, problem }: FoundEntry): Dream {
  const headline = entry === undefined ? null : subjectOf(entry.tale).slice(5);
  return { path, id, whose, problem: problem ?? null, headline, dream: entry ?? null };
}
