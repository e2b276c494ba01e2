// Chance that a seed decides: the same words give the same numbers, on every machine.

export interface Dice {
  /** From 0 up to 1. */
  next(): number;
  chance(share: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** So many of them, each once, in an order of chance. */
  some<Item>(items: readonly Item[], most: number): Item[];
}

/** `topic` keeps things apart: one more question changes no note. */
export function dice(seed: number, topic: string): Dice {
  let state = hashOf(`${seed} ${topic}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error(`nothing to pick from (${topic})`);
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    some: (items, most) => {
      const left = [...items];
      const taken: (typeof items)[number][] = [];
      while (taken.length < most && left.length > 0) taken.push(...left.splice(between(0, left.length - 1), 1));
      return taken;
    },
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
