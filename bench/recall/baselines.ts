// What recall is held against: plain BM25, and MiniSearch as it comes, both over the same chunks.
import MiniSearch from 'minisearch';

export interface Chunk {
  readonly id: number;
  readonly text: string;
}

/** Gives the numbers of the best chunks. */
export type Search = (question: string, most: number) => readonly number[];

export function miniSearch(chunks: readonly Chunk[]): Search {
  const index = new MiniSearch<Chunk>({ fields: ['text'] });
  index.addAll([...chunks]);
  return (question, most) =>
    index
      .search(question)
      .slice(0, most)
      .map(({ id }) => id as number);
}

/** BM25 as in the books: k1 1.2, b .75, words in small letters. */
export function bm25(chunks: readonly Chunk[]): Search {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const postings = new Map<string, Map<number, number>>();
  const lengths = new Map<number, number>();
  for (const { id, text } of chunks) {
    const words = wordsOf(text);
    lengths.set(id, words.length);
    for (const word of words) {
      const there = postings.get(word) ?? new Map<number, number>();
      there.set(id, (there.get(id) ?? 0) + 1);
      postings.set(word, there);
    }
  }
  const mean = [...lengths.values()].reduce((sum, each) => sum + each, 0) / chunks.length;
  return (question, most) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(question))) {
      const there = postings.get(word) ?? new Map<number, number>();
      const idf = Math.log(1 + (chunks.length - there.size + 0.5) / (there.size + 0.5));
      for (const [id, often] of there) {
        const norm = 1.2 * (0.25 + (0.75 * (lengths.get(id) ?? 0)) / mean);
        scores.set(id, (scores.get(id) ?? 0) + (idf * often * 2.2) / (often + norm));
      }
    }
    return [...scores]
      .toSorted(([oneId, one], [otherId, other]) => other - one || oneId - otherId)
      .slice(0, most)
      .map(([id]) => id);
  };
}
