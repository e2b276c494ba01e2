// A sketch of what a memory says: two bytes for each different word, by which an edit of it is known again where the words themselves are not kept.
import { hash } from 'node:crypto';

/** More words than this are not looked at. */
const mostWords = 256;

/** In base 64; the same words in any order make the same sketch. */
export function sketchOf(text: string): string {
  const words =
    text.toLowerCase().match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}_]+/gu) ?? [];
  const marks = [...new Set(words.slice(0, mostWords).map(markOf))].toSorted((one, other) => one - other);
  const bytes = Buffer.alloc(marks.length * 2);
  for (const [at, mark] of marks.entries()) bytes.writeUInt16BE(mark, at * 2);
  return bytes.toString('base64');
}

const markOf = (word: string): number => Number.parseInt(hash('sha256', word, 'hex').slice(0, 4), 16);

/** How much of two texts is the same, from 0 to 1: what they share against what they have. */
export function likeness(one: string, other: string): number {
  const [mine, theirs] = [marksIn(one), marksIn(other)];
  if (mine.size + theirs.size === 0) return 0;
  const shared = [...mine].filter((mark) => theirs.has(mark)).length;
  return (2 * shared) / (mine.size + theirs.size);
}

function marksIn(sketch: string): Set<number> {
  const bytes = Buffer.from(sketch, 'base64');
  return new Set(Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => bytes.readUInt16BE(at * 2)));
}
