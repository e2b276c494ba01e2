// The lines of the ledger about memories: written down, pinned, forgotten, given away, taken over, and what a person decided about them.
import * as z from 'zod/mini';
import { also, idOf, memories, namedMemory, place, recorded, text, texts } from './line-parts.ts';

/** What a line about one memory has: its id, and the hash of its words. The words themselves stand in its file, and nowhere else. */
const ofMemory = () => ({
  also,
  place,
  agent: text,
  time: z.iso.datetime(),
  ...namedMemory,
  ...recorded,
  memories,
  /** Whose words these are; not there if the line does not know. */
  origin: z.optional(z.enum(['agent', 'import', 'sleep', 'untrusted'])),
  /** What it is about, in single words. */
  concepts: z.optional(z.array(text).check(z.maxLength(8))),
  /** A pack, or another memory, had said it word for word before it was written down. */
  told: z.optional(z.boolean()),
});

/** A memory that was written down, as `dk remember` does. */
export const note = z.lazy(() => z.object({ kind: z.literal('note'), id: idOf('k'), ...ofMemory() }));

/** A memory that is always told, or no longer. */
export const pin = z.lazy(() =>
  z.object({ kind: z.literal('pin'), id: idOf('p'), ...ofMemory(), pinned: z.boolean() }),
);

/** A memory that somebody wanted forgotten, and the files it was taken out of. */
export const tombstone = z.lazy(() =>
  z.object({ kind: z.literal('tombstone'), id: idOf('f'), ...ofMemory(), paths: z.array(text) }),
);

/** What a person said to a proposal that waited. */
export const review = z.lazy(() =>
  z.object({
    kind: z.literal('review'),
    id: idOf('v'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    /** The id under which it waited, and what it wanted, by ids of entries. */
    proposal: text,
    wish: text,
    decision: z.enum(['approved', 'rejected']),
    /** What was done to memory; read as `memory-deeds.ts` says. */
    memory: z.optional(z.unknown()),
  }),
);

/** Entries that a person gave to the agent: sleeps may put them in order from then on. */
export const whose = z.lazy(() =>
  z.object({
    kind: z.literal('whose'),
    id: idOf('o'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    memories,
    /** Read as `memory-deeds.ts` says. */
    memory: z.unknown(),
  }),
);

/** What somebody's agent knew elsewhere, and was taken over from there. */
export const adopted = z.lazy(() =>
  z.object({
    kind: z.literal('adopted'),
    id: idOf('i'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    memories,
    /** What was found there, by the names of layouts. */
    from: texts,
    /** Read as `memory-deeds.ts` says: only what came. */
    memory: z.unknown(),
    /** The first 16 characters of the hash of each heading and entry as it was written, and the ids of observations: none of these is taken over again. */
    units: texts,
  }),
);
