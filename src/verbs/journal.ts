// Journal: the dreams, one or the newest; and what went through its mind between runs.

import { unlessBug } from '../errors/errors.ts';
import { rememberedNow } from '../facts/facts.ts';
import {
  afterwardsOf,
  type FoundEntry,
  findEntry,
  type JudgedVerdict,
  listEntries,
  verdictsOf,
} from '../history/history.ts';
import { type DreamEntry, nightsOf, subjectOf, sweepsOf, type VerdictOutcome } from '../journal/journal.ts';
import { daydreamsOf } from '../night/night.ts';
import { type HomeAnyhow, openHomeAnyhow } from '../wire/wire.ts';
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
  /** What sweeps promoted since the dream before it, and, if it is the newest, after it; the words only as long as they stand somewhere. */
  readonly promoted: readonly {
    readonly memory: string;
    readonly text: string | null;
    readonly score: number;
    readonly time: string;
  }[];
  /** Each verdict of the entry, and what became of it. */
  readonly verdicts: readonly JudgedVerdict[];
}

export interface JournalRequest {
  /** A night, a file in rem/, or `last`. */
  readonly dream?: string | undefined;
}

export async function journal(at: Standpoint, { dream = 'last' }: JournalRequest = {}): Promise<ReadDream> {
  const opened = await openHomeAnyhow(at);
  const { world, home } = opened;
  const found = findEntry(world, home, dream);
  const { outcomes, wake, isUndone } =
    found.id === null ? { outcomes: null, wake: null, isUndone: false } : afterwardsOf(world, home, found.id);
  const afterwards = outcomes === null || wake === null ? null : { wake, isUndone, outcomes };
  return {
    ...shown(found),
    text: found.text,
    afterwards,
    verdicts: verdictsOf(world, home, found),
    promoted: await promotedBy(opened, found.id),
  };
}

async function promotedBy(opened: HomeAnyhow, night: string | null): Promise<ReadDream['promoted']> {
  const known = await rememberedNow(opened).catch(unlessBug(() => undefined));
  if (known === undefined || night === null) return [];
  const dreams = nightsOf(known.ledger, opened.agent);
  const at = dreams.findIndex(({ id }) => id === night);
  if (at === -1) return [];
  const [before, until] = [dreams[at - 1]?.time ?? '', dreams[at + 1] === undefined ? undefined : dreams[at]?.time];
  const words = new Map(known.notes.map(({ id, text }) => [id, text]));
  return sweepsOf(known.ledger)
    .filter(
      ({ agent, time, isUndone }) =>
        agent === opened.agent && !isUndone && time > before && (until === undefined || time <= until),
    )
    .flatMap(({ time, promoted }) =>
      promoted.map(({ memory, score }) => ({ memory, text: words.get(memory) ?? null, score, time })),
    );
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
