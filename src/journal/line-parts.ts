// What several kinds of lines of the ledger have in common.
import * as z from 'zod/mini';

export const text = z.string();
/** Any number of texts: of a large board there are thousands in every night, and to look at each by a schema takes ten times as long. */
export const texts = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
);
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/u));
/** A line may only speak for its own kind of change, and a night only of an entry of the journal. */
export const idOf = (letter: string) => z.string().check(z.regex(new RegExp(`^${letter}-[a-z2-7]{10}$`, 'u')));

/** Our changes since the line before that have no line of their own: moves on the board, notes, what the doctor did. Earlier versions did not say. */
export const also = z.optional(z.array(idOf('[b-z]')).check(z.maxLength(1000)));

/** A state of a cadence, and how often it has been done. */
export const position = z.object({ state: text, hits: z.int().check(z.minimum(0)) });

/** Where its agent's cadence stood when a line was written, whatever the line is about: so a clone can go on from there. Earlier versions did not say. */
export const place = z.optional(position);

export const namedMemory = { memory: z.string().check(z.regex(/^m-[a-z2-7]{8}$/u)), sha256: hash };
export const shortHash = z.string().check(z.regex(/^[0-9a-f]{8}$/u));
/** Where a memory stands and what it is like, so that it is known again after an edit. Earlier versions did not say. */
export const recorded = {
  path: z.optional(text),
  section: z.optional(shortHash),
  sketch: z.optional(z.string().check(z.maxLength(1000))),
  beside: z.optional(z.array(shortHash).check(z.maxLength(100))),
};

/** What became of known memories since the line before: those that others edited, and those that are not there any more. */
export const memories = z.optional(
  z.object({ edited: z.array(z.object({ ...namedMemory, ...recorded })), gone: z.array(z.object(namedMemory)) }),
);
