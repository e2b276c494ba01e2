// The best of many, kept while they come: a small heap, so that a million need not be sorted.

export interface Ranked {
  readonly chunk: number;
  readonly score: number;
}

export interface Best {
  offer(chunk: number, score: number): void;
  /** The best first; of equals, what came first. */
  all(): Ranked[];
}

export function makeBest(most: number): Best {
  const heap: Ranked[] = [];
  /** Of equals the later one is worse, so that the order never depends on anything but the files. */
  const isWorse = (one: Ranked, other: Ranked): boolean =>
    one.score < other.score || (one.score === other.score && one.chunk > other.chunk);
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] as Ranked, heap[one] as Ranked];
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isWorse(heap[child] as Ranked, heap[worst] as Ranked)) worst = child;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };
  return {
    offer: (chunk, score) => {
      const given = { chunk, score };
      if (heap.length < most) {
        heap.push(given);
        for (let at = heap.length - 1; at > 0 && isWorse(given, heap[(at - 1) >> 1] as Ranked); at = (at - 1) >> 1)
          swap(at, (at - 1) >> 1);
      } else if (heap[0] !== undefined && isWorse(heap[0], given)) {
        heap[0] = given;
        sink(0);
      }
    },
    all: () => heap.toSorted((one, other) => (isWorse(one, other) ? 1 : -1)),
  };
}
