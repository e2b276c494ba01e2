// What the proof has to know of an entry besides its words.
import type { Origin } from '../memory/memory.ts';

export interface KnownEntry {
  /** No sleep may change or drop it: it is pinned, RED, or written by a person. */
  readonly isProtected: boolean;
  /** Null if nobody knows; then it counts as a person's. */
  readonly origin: Origin | null;
  /** When it was first spoken of. */
  readonly time: string | null;
}
