// The best of many, taken one by one: nobody needs all of them in order, and a million need not be sorted.

export interface Ranked {
  readonly chunk: number;
  readonly score: number;
}

export interface Best {
  /** One after the other, as they stand in the files. */
  offer(chunk: number, score: number): void;
  /** At most so many: the best first; of equals, what was offered first, so that the order never depends on anything but the files. */
  taken(most: number): Generator<Ranked>;
}

export function makeBest(): Best {
  let chunks = new Int32Array(1024);
  let scores = new Float64Array(1024);
  let count = 0;
  const offer = (chunk: number, score: number): void => {
    if (count === chunks.length) {
      const [before, scored] = [chunks, scores];
      chunks = new Int32Array(count * 2);
      scores = new Float64Array(count * 2);
      chunks.set(before);
      scores.set(scored);
    }
    chunks[count] = chunk;
    scores[count] = score;
    count += 1;
  };
  function* taken(most: number): Generator<Ranked> {
    // A heap of places, the best at its top.
    const heap = new Int32Array(count);
    for (let at = 0; at < count; at += 1) heap[at] = at;
    for (let at = (count >> 1) - 1; at >= 0; at -= 1) sink(heap, scores, at, count);
    for (let left = count; left > 0 && left > count - most; left -= 1) {
      const place = heap[0] as number;
      heap[0] = heap[left - 1] as number;
      sink(heap, scores, 0, left - 1);
      yield { chunk: chunks[place] as number, score: scores[place] as number };
    }
  }
  return { offer, taken };
}

function sink(heap: Int32Array, scores: Float64Array, from: number, count: number): void {
  const place = heap[from] as number;
  const score = scores[place] as number;
  let at = from;
  for (let child = 2 * at + 1; child < count; child = 2 * at + 1) {
    let below = heap[child] as number;
    if (child + 1 < count) {
      const other = heap[child + 1] as number;
      const [one, two] = [scores[below] as number, scores[other] as number];
      if (two > one || (two === one && other < below)) {
        child += 1;
        below = other;
      }
    }
    const worth = scores[below] as number;
    if (score > worth || (score === worth && place < below)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = place;
}
