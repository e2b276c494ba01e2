// The best by words, ranked once more by how near each is to the question as vectors: one call, and both ranks count.
import type { EmbedSource } from '../config/config.ts';
import { nameOfEmbedder } from '../config/config.ts';
import type { EmbedFailure, EmbedOutcome, World } from '../world/world.ts';

/** Who was to say what is near in meaning, and whether that counted. */
export interface EmbedderUse {
  /** `table`, `none`, or `provider/model`. */
  readonly name: string;
  readonly used: boolean;
  /** Why not, in our own words; null if all is as it was chosen. */
  readonly why: string | null;
}

/** So many of the best are looked at again, so that one question is one call. */
export const mostCandidates = 50;
/** So much of each is sent. */
export const longestText = 2000;
/** How much the first places count more than those behind them. */
const flatness = 60;

const reasons: Readonly<Record<EmbedFailure, string>> = {
  none: 'none is chosen',
  'too-many': 'there were too many texts',
  key: 'its key is not where it should be',
  auth: 'it does not accept the key',
  request: 'it does not accept the request; is the model right?',
  rate: 'it wants fewer requests',
  server: 'it has trouble of its own',
  redirect: 'its address points elsewhere, and that is not followed',
  network: 'there is no connection to it',
  timeout: 'it did not answer in time',
  'too-big': 'its answer was too large',
  garbage: 'what it answered is no list of vectors',
  stopped: 'it was asked to stop',
};

export function whyNot({ reason, status }: Extract<EmbedOutcome, { readonly kind: 'failed' }>): string {
  return status === null ? reasons[reason] : `${reasons[reason]} (${status})`;
}

export interface Reranking<Chunk> {
  readonly source: EmbedSource;
  readonly question: string;
  /** What is sent of a chunk, without credentials. */
  textOf(chunk: Chunk): string;
  readonly signal: AbortSignal | undefined;
}

/** The same chunks in another order; in the same one if there are no vectors. */
export async function byVectorsToo<Chunk>(
  world: Pick<World, 'embed'>,
  found: readonly Chunk[],
  { source, question, textOf, signal }: Reranking<Chunk>,
): Promise<{ readonly found: readonly Chunk[]; readonly embedder: EmbedderUse }> {
  const name = nameOfEmbedder(source);
  if (found.length === 0) return { found, embedder: { name, used: false, why: 'there was nothing to rank' } };
  const candidates = found.slice(0, mostCandidates);
  const texts = [question, ...candidates.map(textOf)].map((text) => text.slice(0, longestText));
  const outcome = await world.embed(source, { texts, signal });
  signal?.throwIfAborted();
  if (outcome.kind === 'failed') return { found, embedder: { name, used: false, why: whyNot(outcome) } };
  const [asked = new Float32Array(), ...vectors] = outcome.vectors;
  const near = vectors.map((vector) => dot(asked, vector));
  return {
    found: [...fused(candidates, near), ...found.slice(mostCandidates)],
    embedder: { name, used: true, why: null },
  };
}

/** Reciprocal ranks: how good a score is does not matter, only who is before whom. Of equals the better by words comes first. */
export function fused<Chunk>(candidates: readonly Chunk[], near: readonly number[]): Chunk[] {
  const places = candidates.map((_, at) => at).toSorted((one, other) => (near[other] ?? 0) - (near[one] ?? 0));
  const worth = new Float64Array(candidates.length);
  for (const [rank, at] of places.entries()) worth[at] = 1 / (flatness + at) + 1 / (flatness + rank);
  return candidates
    .map((chunk, at) => ({ chunk, at }))
    .toSorted((one, other) => (worth[other.at] as number) - (worth[one.at] as number) || one.at - other.at)
    .map(({ chunk }) => chunk);
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
