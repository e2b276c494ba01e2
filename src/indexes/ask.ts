// A question to an index: the ranks by words and by vectors are put together, and it is told how stale the index is.
import { join } from 'node:path';
import { type EmbedSource, nameOfEmbedder } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import {
  answeringOf,
  answersFirst,
  type EmbedderUse,
  type Hit,
  type Recalled,
  snippetIn,
  stemsOf,
  stopWords,
  whyNot,
} from '../recall/recall.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import type { AgentHome, CorpusReader, World } from '../world/world.ts';
import { wordsOf } from './chunks.ts';
import { indexNamed } from './name.ts';
import { staleness } from './stale.ts';

export interface IndexQuery {
  readonly name: string;
  readonly question: string;
  /** How many hits; 5 if nobody says. */
  readonly most?: number | undefined;
  readonly embedder: { readonly source: EmbedSource; readonly why: string | null };
  readonly signal?: AbortSignal | undefined;
}

/** So many by words, and so many by vectors. */
const candidates = 256;
/** How much the first places count more than those behind them. */
const flatness = 60;
/** How much the vectors of the table count beside words: they find what shares no word, and rank worse than words do. */
const ofTable = 0.1;
/** What is less near than this has nothing to do with the question. */
const least = 0.2;
const mostWords = 64;

export async function recallIndexed(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  { name, question, most = 5, embedder, signal }: IndexQuery,
): Promise<Recalled> {
  requireQuestion(question, most);
  const corpus = indexNamed({ world, home }, name);
  try {
    const about = corpus.about();
    const clean = redactSecrets(question, { allow: settings.secrets?.allow ?? [] });
    const { vector, use } = await vectorOf(world, clean, about.embedder, embedder, signal);
    const asked = [...new Set(wordsOf(question).split(' '))].filter((word) => word !== '');
    const telling = asked.filter((word) => !stopWords.has(word));
    const byWords = corpus.byWords((telling.length === 0 ? asked : telling).slice(0, mostWords), candidates);
    const byVector = vector === undefined ? [] : corpus.byVector(vector, candidates, least);
    const hits = hitsOf(
      corpus,
      fusedRanks([
        { ids: byWords, weight: 1 },
        { ids: byVector, weight: about.embedder === 'table' ? ofTable : 1 },
      ]),
      question,
      most,
    );
    const { files, chunks } = corpus.size();
    const { folder, built, stopped, unread } = about;
    const index = { name, folder, built, files, chunks, stale: staleness(world, corpus) };
    return { hits, stopped, unread, embedder: use, index };
  } finally {
    corpus.close();
  }
}

function requireQuestion(question: string, most: number): void {
  if (question.trim() === '' || question.length > 4000)
    throw new DreamkeeperError('E_USAGE', 'a question has at least one word, and at most 4000 letters', {
      hint: 'Such as: dk recall --indexed papers "how do bees navigate"',
    });
  if (!Number.isInteger(most) || most < 1 || most > 100)
    throw new DreamkeeperError('E_USAGE', 'between 1 and 100 hits can be asked for', { hint: 'Such as: -k 5' });
}

/** The question as the index's own embedder sees it: vectors of two embedders cannot be compared, and only the chosen one may be asked. */
async function vectorOf(
  world: World,
  question: string,
  made: string,
  { source, why }: IndexQuery['embedder'],
  signal: AbortSignal | undefined,
): Promise<{ readonly vector: Float32Array | undefined; readonly use: EmbedderUse }> {
  const not = (reason: string): { vector: undefined; use: EmbedderUse } => ({
    vector: undefined,
    use: { name: made, used: false, why: reason },
  });
  if (made === 'none') return not('the index was made without vectors');
  const own: EmbedSource = made === 'table' ? { kind: 'table' } : source;
  if (nameOfEmbedder(own) !== made)
    return not('your settings no longer choose it; `dk index update` makes the vectors anew');
  const outcome = await world.embed(own, { texts: [question.slice(0, 2000)], signal });
  signal?.throwIfAborted();
  if (outcome.kind === 'failed') return not(whyNot(outcome));
  return { vector: outcome.vectors[0], use: { name: made, used: true, why } };
}

interface Fused {
  readonly id: number;
  readonly score: number;
}

/** Reciprocal ranks, added up; 1 is the first by words and by vectors. */
function fusedRanks(ranks: readonly { readonly ids: readonly number[]; readonly weight: number }[]): Fused[] {
  const worth = new Map<number, number>();
  const all = ranks.reduce((sum, { weight }) => sum + weight, 0);
  for (const { ids, weight } of ranks)
    for (const [rank, id] of ids.entries())
      worth.set(id, (worth.get(id) ?? 0) + (weight * flatness) / (flatness + rank) / all);
  return [...worth]
    .map(([id, score]) => ({ id, score }))
    .toSorted((one, other) => other.score - one.score || one.id - other.id);
}

function hitsOf(corpus: CorpusReader, ranked: readonly Fused[], question: string, most: number): Hit[] {
  const { folder } = corpus.about();
  const encoder = new TextEncoder();
  const stems = new Set(stemsOf(question).filter((word) => !stopWords.has(word)));
  function* found() {
    for (const { id, score } of ranked) {
      const chunk = corpus.chunk(id);
      if (chunk === undefined) continue;
      const content = encoder.encode(chunk.text);
      const { line, endLine, headline, text } = chunk;
      const file = { path: join(folder, chunk.path), content, headline, text };
      yield { file, line, endLine, from: 0, to: content.length, headings: [], score };
    }
  }
  return answersFirst(found(), most, answeringOf(question)).map(({ file, line, endLine, score }) => ({
    path: file.path,
    line,
    endLine,
    headline: file.headline,
    snippet: snippetIn(file.text, stems),
    score: Math.round(score * 1000) / 1000,
    origin: 'index',
  }));
}
