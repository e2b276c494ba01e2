// What was found out about a word, by two hashes of it: each different word is looked at once, and every other time only counted.

export interface WordCache {
  /** What is known; -1 if nothing is. */
  get(one: number, other: number): number;
  set(one: number, other: number, value: number): void;
}

/** Two words that share both hashes would be taken for one: of a million words, one time in thirty thousand million. */
export function makeWordCache(): WordCache {
  let size = 1 << 14;
  let slots = new Int32Array(size * 3);
  let used = 0;
  const grow = (): void => {
    const before = slots;
    size *= 2;
    slots = new Int32Array(size * 3);
    for (let at = 0; at < before.length; at += 3)
      if (before[at + 2] !== 0) put(before[at] as number, before[at + 1] as number, before[at + 2] as number);
  };
  const put = (one: number, other: number, stored: number): void => {
    let slot = one & (size - 1);
    while (slots[slot * 3 + 2] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot * 3] = one;
    slots[slot * 3 + 1] = other;
    slots[slot * 3 + 2] = stored;
  };
  return {
    get: (one, other) => {
      let slot = one & (size - 1);
      for (;;) {
        const stored = slots[slot * 3 + 2] as number;
        if (stored === 0) return -1;
        if (slots[slot * 3] === one && slots[slot * 3 + 1] === other) return stored - 1;
        slot = (slot + 1) & (size - 1);
      }
    },
    set: (one, other, value) => {
      if (used * 2 >= size) grow();
      used += 1;
      put(one, other, value + 1);
    },
  };
}
