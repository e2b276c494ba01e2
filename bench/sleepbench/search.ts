// A plain search by words, for arms that have none of their own: BM25, and of two that fit as well the newer.

export interface Search {
  add(line: string): void;
  best(question: string, most: number): string[];
}

const empty = new Set([
  'the',
  'a',
  'an',
  'is',
  'are',
  'do',
  'does',
  'did',
  'we',
  'i',
  'to',
  'of',
  'for',
  'with',
  'what',
  'which',
  'when',
  'where',
  'who',
  'whom',
  'how',
  'there',
  'here',
  'it',
  'in',
  'at',
  'on',
  'and',
  'after',
  'about',
  'should',
  'my',
  'our',
]);

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !empty.has(word));
}

export function newSearch(lines: readonly string[] = []): Search {
  const kept: { readonly line: string; readonly counts: ReadonlyMap<string, number>; readonly length: number }[] = [];
  const has = new Map<string, number[]>();
  let total = 0;
  const search: Search = {
    add: (line) => {
      const words = wordsOf(line);
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) {
        const places = has.get(word);
        if (places === undefined) has.set(word, [kept.length]);
        else places.push(kept.length);
      }
      kept.push({ line, counts, length: words.length });
      total += words.length;
    },
    best: (question, most) => {
      const scores = new Map<number, number>();
      const mean = total / Math.max(1, kept.length);
      for (const word of new Set(wordsOf(question))) {
        const places = has.get(word) ?? [];
        const rarity = Math.log(1 + (kept.length - places.length + 0.5) / (places.length + 0.5));
        for (const place of places) {
          const { counts, length } = kept[place] ?? { counts: new Map<string, number>(), length: 0 };
          const count = counts.get(word) ?? 0;
          const score = (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean));
          scores.set(place, (scores.get(place) ?? 0) + score);
        }
      }
      return [...scores]
        .sort(([one, a], [other, b]) => b - a || other - one)
        .slice(0, most)
        .map(([place]) => kept[place]?.line ?? '');
    },
  };
  for (const line of lines) search.add(line);
  return search;
}
