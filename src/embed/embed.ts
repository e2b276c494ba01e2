// Embed a text; failure is an answer, not an exception.
import { readFileSync } from 'node:fs';
import type { EmbedSource } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { type EmbedOutcome, type EmbedRequest, type Meaning, mostTexts, type Post } from './embed-types.ts';
import { embedOverHttp } from './over-http.ts';
import { tableVectors } from './table-vectors.ts';

export { type EmbedFailure, type EmbedOutcome, type EmbedRequest, embedFailures, mostTexts } from './embed-types.ts';

/** The table of near words that comes with the package (`data/`); empty if it is not there, and then only the words themselves are looked for. */
export function neighbourTable(): Uint8Array {
  const folder = import.meta.url.endsWith('.ts') ? '../../data' : '../data';
  return tryOr(() => readFileSync(new URL(`${folder}/neighbours-32k-16.bin`, import.meta.url))) ?? new Uint8Array();
}

export interface EmbedTools {
  meaning(): Promise<Meaning>;
  readonly post: Post;
}

/** One vector for each text, or why not. Never throws for what an embedder or a network can do. */
export async function embedTexts(
  source: EmbedSource,
  request: EmbedRequest,
  { meaning, post }: EmbedTools,
): Promise<EmbedOutcome> {
  const failed = (reason: 'none' | 'stopped' | 'too-many'): EmbedOutcome => ({ kind: 'failed', reason, status: null });
  if (source.kind === 'none') return failed('none');
  if (request.signal?.aborted === true) return failed('stopped');
  if (request.texts.length > mostTexts) return failed('too-many');
  if (request.texts.length === 0) return { kind: 'vectors', vectors: [] };
  if (source.kind === 'table') return tableVectors(request, await meaning());
  return embedOverHttp(source.model, request, post);
}
