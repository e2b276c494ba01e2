// Vectors without any model: each word, and each that means something near, added or taken away where its hash says.
import type { EmbedOutcome, EmbedRequest, Meaning } from './embed-types.ts';
import { unit } from './unit.ts';

export const tableDimensions = 256;
/** Each word at so many places, so that two that share one are told apart by the others. */
const places = 4;
/** More of a text does not change what it is about. */
const looksAt = 8000;

export function tableVectors({ texts }: EmbedRequest, meaning: Meaning): EmbedOutcome {
  return { kind: 'vectors', vectors: texts.map((text) => vectorOf(text, meaning)) };
}

function vectorOf(text: string, meaning: Meaning): Float32Array {
  const words = new Map<string, number>();
  for (const [word, weight] of meaning(text.slice(0, looksAt))) words.set(word, (words.get(word) ?? 0) + weight);
  const vector = new Float32Array(tableDimensions);
  for (const [word, weight] of words) {
    // What is said ten times is not ten times as much of a topic.
    const value = Math.sqrt(weight);
    for (let place = 0; place < places; place += 1) {
      const hash = hashOf(`${place}${word}`);
      const at = hash % tableDimensions;
      vector[at] = (vector[at] as number) + ((hash & 0x1000_0000) === 0 ? value : -value);
    }
  }
  return unit(vector);
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
