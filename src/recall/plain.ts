// The seed's own way: every chunk and the question as hashed vectors, ranked by the angle between them. Org by heading, all else by windows.
import { makeBest } from './best.ts';
import { allChunks, cutterFor, type FoundChunk, type GivenFile } from './find.ts';
import { cutWindows } from './windows.ts';

const dimensions = 256;
/** A pattern runs out of room in a run of millions of letters. */
const words = /[\p{L}\p{N}]{1,16384}/gu;

export function findPlainly<File extends GivenFile>(
  files: Iterable<File>,
  question: string,
  most: number,
): FoundChunk<File>[] {
  const chunks = allChunks(files, (path) => (/\.org$/iu.test(path) ? cutterFor(path) : cutWindows));
  const wanted = vectorOf(question);
  const best = makeBest();
  for (const [at, { file, from, to }] of chunks.entries())
    best.offer(at, cosine(wanted, vectorOf(new TextDecoder().decode(file.content.subarray(from, to)))));
  return [...best.taken(most)].flatMap(({ chunk, score }) => {
    const found = chunks[chunk];
    return found === undefined ? [] : [{ ...found, score }];
  });
}

/** Words and runs of three letters, each added or taken away at the place that its hash says. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const add = (word: string): void => {
    const hash = hashOf(word);
    const place = hash & (dimensions - 1);
    vector[place] = (vector[place] as number) + ((hash & 0x1_0000) === 0 ? 1 : -1);
  };
  for (const [word] of text.toLowerCase().matchAll(words)) {
    add(word);
    for (let at = 0; at + 3 <= word.length; at += 1) add(`#${word.slice(at, at + 3)}`);
  }
  return vector;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [product, first, second] = [0, 0, 0];
  for (let at = 0; at < dimensions; at += 1) {
    const [left, right] = [one[at] as number, other[at] as number];
    product += left * right;
    first += left * left;
    second += right * right;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}
