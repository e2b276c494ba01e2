// Recall: what in the files, as they are now, answers a question.
import { DreamkeeperError } from '../errors/errors.ts';
import { recallIndexed } from '../indexes/indexes.ts';
import { type Answer, type Asker, recallBy, withoutOrders } from '../recall/recall.ts';
import { recalledText } from '../wake/wake.ts';
import { type HomeAnyhow, openEmbedding, openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { sessionAt } from './recall-session.ts';

export interface RecallRequest {
  /** In words, as you would ask somebody. */
  readonly question: string;
  /** How many hits; 5 if nobody says. */
  readonly most?: number | undefined;
  /** Leaves code out. */
  readonly docs?: boolean | undefined;
  /** Also what stood once in memory, notes, plan and dreams, and stands there no more. */
  readonly history?: boolean | undefined;
  /** The seed's own way: hashed vectors, windows of twenty lines. */
  readonly plain?: boolean | undefined;
  /** Asks this index (`dk index`) instead of the files as they are now. */
  readonly indexed?: string | undefined;
  /** Stops waiting for an embedder. */
  readonly signal?: AbortSignal | undefined;
}

export async function recall(at: Standpoint, request: RecallRequest): Promise<Answer> {
  return ask(await openHomeAnyhow(at), at, request);
}

/** The same as a text for somebody who reads, or for an agent: what others wrote stands in a frame. */
export async function recallText(
  at: Standpoint,
  request: RecallRequest,
): Promise<{ readonly text: string; readonly found: Answer }> {
  const opened = await openHomeAnyhow(at);
  const allow = opened.settings.secrets?.allow ?? [];
  const found = await ask(opened, at, request);
  return { text: recalledText(found, allow, opened.world.random(6)), found };
}

async function ask(
  opened: HomeAnyhow,
  at: Standpoint,
  { question, most, docs, history, plain, indexed, signal }: RecallRequest,
): Promise<Answer> {
  const embedder = (await openEmbedding()).chosenEmbedder(opened.world, at);
  if (indexed === undefined)
    return recallBy(opened, { question, most, docs, history, plain, embedder, signal }, await askerAt(at, opened));
  if (docs === true || plain === true || history === true)
    throw new DreamkeeperError('E_USAGE', 'an index is asked without --docs, --history and --plain', {
      hint: 'For example: dk recall --indexed papers "how do bees navigate"',
    });
  const recalled = await recallIndexed(opened, { name: indexed, question, most, embedder, signal });
  // What lies in a large folder is no memory.
  return { ...recalled, hits: recalled.hits.map((hit) => ({ ...withoutOrders(hit), memory: null })) };
}

/** Hooks, schedules and models that dream ask for nobody; and nothing is kept for somebody whose wishes, or whose home, are not ours to know. */
async function askerAt(at: Standpoint, opened: HomeAnyhow): Promise<Asker> {
  const counts = !at.env.DREAMKEEPER_INSIDE && opened.error === undefined && opened.stranger === undefined;
  return { counts, session: counts ? await sessionAt(at, opened) : null };
}
