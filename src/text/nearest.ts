// The valid name somebody most likely meant.

/** Gives the closest candidate if it is close enough to be a slip of the fingers, else undefined. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  // Nobody mistypes a name of 64 letters; the limit keeps a hostile one from costing time.
  const wanted = word.slice(0, 64).toLowerCase();
  const [best] = candidates
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance);
  const tolerated = Math.max(1, Math.floor(word.length / 3));
  return best !== undefined && best.distance <= tolerated ? best.name : undefined;
}

/** How many letters to change, add, drop or swap with their neighbour to get from one word to the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
