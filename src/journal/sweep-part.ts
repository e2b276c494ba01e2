// What a night's line in the ledger says of a sweep: which memories were promoted, and which got words to be found by.
import * as z from 'zod/mini';
import type { LedgerRead } from './ledger.ts';
import { isNight, isUndone } from './ledger.ts';

const memory = z.string().check(z.regex(/^m-[a-z2-7]{8}$/u));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/u));
/** Hexadecimal, in pieces: longer ones look like credentials to whoever looks for those. */
const pieces = z.array(z.string().check(z.regex(/^(?:[0-9a-f]{2}){1,32}$/u)));

const promotion = z.lazy(() =>
  z.object({
    memory,
    sha256,
    /** What its words were like, so that the same in other words is known. */
    sketch: pieces,
    score: z.number(),
    hits: z.int(),
    days: z.int(),
  }),
);

const tag = z.lazy(() =>
  z.object({
    memory,
    sha256,
    concepts: z.array(z.string()).check(z.maxLength(8)),
    path: z.string(),
    section: z.string().check(z.regex(/^[0-9a-f]{8}$/u)),
    sketch: pieces,
    beside: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]{8}$/u)))),
  }),
);

const part = z.lazy(() =>
  z.object({
    name: z.literal('sweep'),
    /** The newest event that it counted; null if there was none. */
    until: z.nullable(z.iso.datetime()),
    /** How many memories had been recalled at all. */
    scanned: z.int(),
    promoted: z.array(promotion),
    tagged: z.array(tag),
  }),
);

/** The part of a night's line that tells of a sweep. */
export type SweepPart = Readonly<z.infer<typeof part>>;

/** A sketch as the ledger keeps it here, and back. */
export const piecesOf = (sketch: string): string[] =>
  Buffer.from(sketch, 'base64')
    .toString('hex')
    .match(/.{1,64}/gu) ?? [];
export const sketchFrom = (given: readonly string[]): string => Buffer.from(given.join(''), 'hex').toString('base64');

export function sweepIn(acts: readonly unknown[] = []): SweepPart | undefined {
  for (const act of acts) {
    const known = part.safeParse(act).data;
    if (known !== undefined) return known;
  }
  return undefined;
}

export interface Swept extends Omit<SweepPart, 'name'> {
  readonly night: string;
  readonly agent: string;
  readonly time: string;
  /** A person took it back. What it promoted is not promoted again. */
  readonly isUndone: boolean;
}

/** All sweeps that changed something, whoever's, oldest first. */
export function sweepsOf(ledger: LedgerRead): Swept[] {
  return ledger.lines.filter(isNight).flatMap(({ id: night, agent, time, acts }) => {
    const known = sweepIn(acts);
    if (known === undefined) return [];
    const { name: _, ...rest } = known;
    return [{ ...rest, night, agent, time, isUndone: isUndone(ledger, night) }];
  });
}
