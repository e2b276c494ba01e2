// A question that somebody asked: answered, each hit told as the memory that it is, and kept in private that these memories were asked for.
import { createHash } from 'node:crypto';
import { withStore } from '../change/change.ts';
import { keepsRecalls, recallDays } from '../config/config.ts';
import { tryOr, unlessBug } from '../errors/errors.ts';
import { type Memories, type Note, rememberedIn } from '../facts/facts.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import type { AgentHome, RecallEvent } from '../world/world.ts';
import { fileOf, memoriesOf } from './hit-memories.ts';
import { queryKey } from './query-key.ts';
import { type Hit, type Recalled, type RecallQuery, recallIn } from './recall-home.ts';
import { wasAbout, widenedBy } from './widened.ts';
import { withoutOrders } from './without-orders.ts';

/** Who asks. */
export interface Asker {
  /** The session or run in which it is asked; null if nobody knows. */
  readonly session: string | null;
  /** Not if nobody asked (a hook, a schedule, a model that dreams), or if the wishes of the home's owner could not be read. */
  readonly counts: boolean;
}

/** A hit, and the memory that it is; null if it is none. */
export type TellingHit = Hit & { readonly memory: Pick<Note, 'id' | 'origin'> | null };

export interface Answer extends Omit<Recalled, 'hits'> {
  readonly hits: readonly TellingHit[];
}

const longestAsked = 400;
const usualHits = 5;

export async function recallBy(opened: AgentHome, query: RecallQuery, asker: Asker): Promise<Answer> {
  const recalled = await recallIn(opened, query);
  const hasRoom = recalled.hits.length < (query.most ?? usualHits) && query.plain !== true;
  const files = recalled.hits.flatMap((hit) => fileOf(hit) ?? []);
  const isWanted = hasRoom ? wasAbout(query.question) : () => false;
  // An answer never fails for what else is known of it.
  const known: Memories | undefined =
    hasRoom || files.length > 0
      ? await rememberedIn(opened, files, isWanted).catch(unlessBug(() => undefined))
      : undefined;
  const more = known === undefined || !hasRoom ? [] : widenedBy(opened, query, recalled.hits, known);
  const hits = [...recalled.hits, ...more];
  const notes = known === undefined ? hits.map(() => undefined) : memoriesOf(hits, query.question, known);
  tryOr(() => keepEvents(opened, query.question, notes, asker));
  return {
    ...recalled,
    hits: hits.map((hit, at) => {
      const note = notes[at];
      return { ...withoutOrders(hit), memory: note === undefined ? null : { id: note.id, origin: note.origin } };
    }),
  };
}

/** Where its owner wants none of it kept, what is there goes. */
function keepEvents(
  { world, home, settings, agent }: AgentHome,
  question: string,
  notes: readonly (Note | undefined)[],
  { session, counts }: Asker,
): void {
  if (!counts || world.places.off(home) !== undefined) return;
  if (!keepsRecalls(settings)) {
    if (world.stores.exists(home.privateDir)) withStore(world, home, (store) => store.dropRecalls());
    return;
  }
  const now = world.now().toISOString();
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const clean = redactSecrets(question, { allow: settings.secrets?.allow ?? [], sha256 });
  const about = { asked: clean.slice(0, longestAsked).toWellFormed(), query: queryKey(clean), time: now, agent };
  const events = new Map<string, RecallEvent>();
  // The first of several hits in one memory counts.
  for (const [at, note] of notes.entries())
    if (note !== undefined && isEvidence(note) && !events.has(note.id))
      events.set(note.id, { ...about, memory: note.id, score: 1 / (at + 1), session: session ?? '' });
  if (events.size > 0)
    withStore(world, home, (store) => store.keepRecalls([...events.values()], now, { days: recallDays(settings) }));
}

/** What a sleep wrote, or an agent wrote down after a pack or memory had told it, would only be recalled because we said it. */
function isEvidence({ origin, isEcho }: Note): boolean {
  return origin !== 'sleep' && !isEcho;
}
