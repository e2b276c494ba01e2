// A list of small numbers that grows: a million of them in one piece of memory.

export interface Numbers {
  readonly length: number;
  push(value: number): void;
  /** Forgets all but so many. */
  cut(length: number): void;
  /** All of them, as they are now. */
  all(): Int32Array;
}

export function makeNumbers(): Numbers {
  let held = new Int32Array(4096);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (value) => {
      if (length === held.length) {
        const larger = new Int32Array(length * 2);
        larger.set(held);
        held = larger;
      }
      held[length++] = value;
    },
    cut: (to) => {
      length = Math.min(length, to);
    },
    all: () => held.subarray(0, length),
  };
}
