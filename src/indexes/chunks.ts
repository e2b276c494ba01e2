// The pieces of one file as an index keeps them: cut as recall cuts, without credentials, with their words in one spelling.
import { createHash } from 'node:crypto';
import { allChunks, cleanText, headlineOf, partsOf, stemsOf } from '../recall/recall.ts';
import { findSecrets, redactSecrets } from '../secrets/secrets.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { NewChunk } from '../world/world.ts';

/** More of one piece is not kept. */
const longest = 65_536;

export function chunksOf(path: string, content: Uint8Array, allow: readonly string[]): NewChunk[] {
  // Looked for once in the whole file; nearly none has any.
  const isClean = findSecrets(decodeUtf8(content), { allow }).length === 0;
  const redact = (text: string): string =>
    isClean
      ? text
      : redactSecrets(text, { allow, sha256: (given) => createHash('sha256').update(given).digest('hex') });
  return allChunks([{ path, content }]).map(({ from, to, line, endLine, headings }) => {
    const text = isClean
      ? new TextDecoder().decode(content.subarray(from, Math.min(to, from + longest)))
      : cleanText({ content, from, to }, allow);
    const headline = headlineOf({ path, content, line, endLine, from, headings }, redact);
    return { line, endLine, headline, text, heads: wordsOf(`${headline} ${path}`), words: wordsOf(text) };
  });
}

/** The words of a text as they are compared, and the parts of identifiers. */
export function wordsOf(text: string): string {
  const parts = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(partsOf).flatMap(stemsOf);
  return [...stemsOf(text), ...parts].join(' ');
}
