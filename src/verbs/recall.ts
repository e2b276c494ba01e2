// Recall: what in the files, as they are now, answers a question.
import { type Recalled, recallIn } from '../recall/recall.ts';
import { recalledText } from '../wake/wake.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface RecallRequest {
  /** In words, as you would ask somebody. */
  readonly question: string;
  /** How many hits; 5 if nobody says. */
  readonly most?: number | undefined;
  /** Leaves code out. */
  readonly docs?: boolean | undefined;
  /** The seed's own way: hashed vectors, windows of twenty lines. */
  readonly plain?: boolean | undefined;
}

export async function recall(at: Standpoint, { question, most, docs, plain }: RecallRequest): Promise<Recalled> {
  return recallIn(await openHomeAnyhow(at), { question, most, docs, plain });
}

/** The same as a text for somebody who reads, or for an agent: what others wrote stands in a frame. */
export async function recallText(at: Standpoint, request: RecallRequest): Promise<{ readonly text: string }> {
  const { question, most, docs, plain } = request;
  const opened = await openHomeAnyhow(at);
  const recalled = await recallIn(opened, { question, most, docs, plain });
  const allow = opened.settings.secrets?.allow ?? [];
  return { text: recalledText(recalled, allow, opened.world.random(6)) };
}
