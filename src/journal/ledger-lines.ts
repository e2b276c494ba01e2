// What a line of the ledger can say: a night, a run, a wake, an undo, a memory, or something that a later version writes.
// Each kind is made ready when the first line of it is read: to make all of them takes a command longer than to read a month of nights.
import * as z from 'zod/mini';
import { also, hash, idOf, memories, place, position, text, texts } from './line-parts.ts';
import { adopted, note, pin, review, tombstone, whose } from './memory-lines.ts';
import { isEntryPath } from './names.ts';

const entryPath = z.string().check(z.refine(isEntryPath));

/** What a night has digested; the next gather asks what is new since. */
const digested = z.object({
  /** The last step that was read: its time and the hash of its line. */
  steps: z.nullable(z.object({ time: text, sha256: hash })),
  board: z.nullable(hash),
  /** What was uncommitted in the project. */
  changed: hash,
});

/** One act of a night, as far as anybody who only reads has to know it: later versions say more. */
const act = z.looseObject({ name: text });

/** What every night has, whether it dreamt or not. */
const anyNight = () => ({
  kind: z.literal('night'),
  id: idOf('n'),
  also,
  place,
  agent: text,
  time: z.iso.datetime(),
  model: text,
  /** Where the project stood. */
  head: z.nullable(text),
  branch: z.nullable(text),
  /** How many verdicts of a model were not taken: they named what is not there, or were dictated by what was gathered. */
  left: z.optional(z.int().check(z.minimum(0))),
  /** Where the agent's cadence was when it slept; not there if it slept outside of one. */
  cadence: z.optional(position),
  /** Why it slept, and what it did; lines of earlier versions do not say. */
  trigger: z.optional(text),
  acts: z.optional(z.array(act)),
  memories,
});

/** A dream that landed. */
const dream = z.lazy(() =>
  z.object({
    ...anyNight(),
    /** Path of its entry, and the hash of its bytes. */
    entry: entryPath,
    sha256: hash,
    /** Too like the one before: recorded, but its verdicts are not applied. */
    echo: z.boolean(),
    digested,
    /** The verdicts with the state their task had when they were given. */
    verdicts: z.array(z.object({ line: text, task: z.nullable(text), from: z.nullable(text) })),
    /** The tasks that were in flight, whether this cycle did anything for them, whether its commits speak of them, and the hash of what stood below them. */
    doing: z.array(z.object({ task: text, seen: z.boolean(), landed: z.optional(z.boolean()), body: text })),
    /** Marks of the tasks that were open, and those that commits had finished, or may have. Earlier versions did not say. */
    open: z.optional(texts),
    finished: z.optional(
      z.array(
        z.object({
          task: text,
          from: text,
          commit: z.nullable(text),
          why: text,
          isSure: z.boolean(),
          /** A hash of what stood below it. */
          body: z.optional(text),
        }),
      ),
    ),
  }),
);

/** A night that did something else, and left no entry. */
const dreamless = z.lazy(() =>
  z.object({
    ...anyNight(),
    entry: z.null(),
    sha256: z.null(),
    digested: z.null(),
    echo: z.literal(false),
    verdicts: z.tuple([]),
    doing: z.tuple([]),
  }),
);

/** A waking run that began with a claim: from these lines a lost cadence is found again. */
const run = z.lazy(() =>
  z.object({
    kind: z.literal('run'),
    id: idOf('r'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    cadence: z.nullable(position),
    /** What was claimed for it, and the board's hash after that. */
    task: text,
    board: z.nullable(hash),
  }),
);

/** What became of one verdict; the shape programs rely on. */
const outcome = z.lazy(() =>
  z.object({
    line: text,
    move: text,
    target: z.nullable(text),
    task: z.nullable(text),
    from: z.nullable(text),
    to: z.nullable(text),
    result: z.enum(['applied', 'noop', 'refused', 'unresolved', 'ambiguous', 'contradicted']),
    why: text,
    /** Whose claim was taken out of a task that went back to TODO. Earlier versions left it there. */
    released: z.optional(text),
  }),
);

/** A wake that dealt with a dream's verdicts. */
const wake = z.lazy(() =>
  z.object({
    kind: z.literal('wake'),
    id: idOf('w'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    /** The night's id, or the path of another program's entry. */
    dream: text,
    /** The hash of the entry's bytes. */
    sha256: hash,
    /** The board's hash after it. */
    board: z.nullable(hash),
    verdicts: z.array(outcome),
  }),
);

/** Something a person took back, or put back again. */
const undo = z.lazy(() =>
  z.object({
    kind: z.literal('undo'),
    id: idOf('u'),
    also,
    place,
    agent: text,
    time: z.iso.datetime(),
    /** What was asked for, and everything that was taken back with it: a night and the wake that carried its verdicts out. */
    of: text,
    undid: z.array(text),
    /** Put back again. */
    redo: z.boolean(),
    /** The board's hash after it; null if it was not about the board. */
    board: z.nullable(hash),
  }),
);

/** Kinds that this version knows; a line of one of these that does not fit is a break. */
const known: ReadonlyMap<unknown, z.ZodMiniType<LedgerLine>> = new Map<unknown, z.ZodMiniType<LedgerLine>>([
  ['night', z.lazy(() => z.union([dream, dreamless]))],
  ...Object.entries({ run, wake, undo, note, pin, tombstone, review, whose, adopted }),
]);

/** What each of them begins with. */
const beginning = z.object({ v: z.literal(1), prev: z.nullable(hash) });

/**
 * A line of a kind that only a later version knows: kept, followed by the next one, and else passed over. It may not go by an id that
 * belongs to a kind we know, for it would speak for a change of ours.
 */
const other = z.lazy(() =>
  z.object({
    v: z.literal(1),
    kind: text.check(
      z.minLength(1),
      z.refine((kind) => !known.has(kind)),
    ),
    id: idOf('[a-eghjlmqstxyz]'),
    prev: z.nullable(hash),
    also: z.catch(also, undefined),
    agent: z.catch(z.optional(text), undefined),
    time: z.catch(z.optional(z.iso.datetime()), undefined),
  }),
);

export type Digested = Readonly<z.infer<typeof digested>>;
export type DreamLine = Readonly<z.infer<typeof dream>>;
/** Every night, whether it dreamt or not: `entry` tells. */
export type NightLine = DreamLine | Readonly<z.infer<typeof dreamless>>;
export type VerdictOutcome = Readonly<z.infer<typeof outcome>>;
export type WakeLine = Readonly<z.infer<typeof wake>>;
export type UndoLine = Readonly<z.infer<typeof undo>>;
export type RunStart = Readonly<z.infer<typeof run>>;
export type NoteLine = Readonly<z.infer<typeof note>>;
export type PinLine = Readonly<z.infer<typeof pin>>;
export type Tombstone = Readonly<z.infer<typeof tombstone>>;
export type ReviewLine = Readonly<z.infer<typeof review>>;
export type WhoseLine = Readonly<z.infer<typeof whose>>;
export type AdoptedLine = Readonly<z.infer<typeof adopted>>;
/** What we write. */
export type LedgerLine =
  | NightLine
  | RunStart
  | WakeLine
  | UndoLine
  | NoteLine
  | PinLine
  | Tombstone
  | ReviewLine
  | WhoseLine
  | AdoptedLine;
/** What a line says became of memories that were known. */
export type MemoryUpkeep = NonNullable<PinLine['memories']>;
/** What a later version wrote; `named` is its kind. */
export interface OtherLine {
  readonly kind: 'other';
  readonly named: string;
  readonly id: string;
  readonly also: readonly string[];
  readonly agent: string | undefined;
  readonly time: string | undefined;
}

/** What a line says, whoever wrote it, with the hash of the line it follows; undefined if it makes no sense. */
export function lineIn(value: unknown): ((LedgerLine | OtherLine) & { readonly prev: string | null }) | undefined {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const [said, first] = [known.get(kind)?.safeParse(value).data, beginning.safeParse(value).data];
  if (said !== undefined && first !== undefined) return { ...first, ...said };
  const later = other.safeParse(value).data;
  if (later === undefined) return undefined;
  const { kind: named, id, also: more = [], agent, time, prev } = later;
  return { kind: 'other', named, id, also: more, agent, time, prev };
}
