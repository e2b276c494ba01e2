// What the acts of a night did to memory, as the ledger keeps it: hashes and ids, and never the words. From these and from git a night can be proven again.
import * as z from 'zod/mini';
import { isNight, isUndone, type LedgerRead } from './ledger.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/u));
const hashes = z.array(hash).check(z.maxLength(1000));
const shortHash = z.string().check(z.regex(/^[0-9a-f]{8}$/u));
const memoryId = z.string().check(z.regex(/^m-[a-z2-7]{8}$/u));
const origin = z.enum(['agent', 'import', 'sleep', 'untrusted', 'person']);

const operation = z.lazy(() =>
  z.object({
    kind: z.enum(['add', 'merge', 'supersede', 'reword', 'move', 'demote', 'drop', 'pattern']),
    name: z.string(),
    path: z.string(),
    /** Of entries as they stand in the file. */
    takes: hashes,
    brings: hashes,
    archives: z.optional(hashes),
    rests: z.optional(hashes),
    origin: z.optional(origin),
  }),
);

/** An entry that an act wrote, under the id by which it goes from then on. */
const came = z.lazy(() =>
  z.object({
    memory: memoryId,
    /** Of its words. */
    sha256: hash,
    path: z.string(),
    section: z.optional(shortHash),
    sketch: z.optional(z.string().check(z.maxLength(1000))),
    beside: z.optional(z.array(shortHash).check(z.maxLength(100))),
    origin: z.enum(['agent', 'import', 'sleep', 'untrusted']),
    /** When it was written, if where it came from says so. */
    day: z.optional(z.iso.date()),
  }),
);

const deeds = z.lazy(() =>
  z.object({
    operations: z.array(operation),
    frame: z.array(z.object({ path: z.string(), brings: hash })),
    came: z._default(z.array(came), []),
    /** Entries that stand nowhere any more, but in the archive. */
    left: z._default(z.array(z.object({ memory: memoryId, sha256: hash })), []),
  }),
);

export type MemoryDeeds = Readonly<z.infer<typeof deeds>>;
export type CameToMemory = MemoryDeeds['came'][number];

/** By the name of each act that did something to memory. */
export function deedsIn(acts: readonly unknown[] | undefined): { readonly act: string; readonly deeds: MemoryDeeds }[] {
  return (acts ?? []).flatMap((act) => {
    const { name, memory } = act as { readonly name?: unknown; readonly memory?: unknown };
    const known = deeds.safeParse(memory).data;
    return known === undefined || typeof name !== 'string' ? [] : [{ act: name, deeds: known }];
  });
}

/** Of a line that is about one deed, and of no act. */
export function deedOf(memory: unknown): MemoryDeeds | undefined {
  return deeds.safeParse(memory).data;
}

/** How many entries fewer an operation left. */
export function fewerBy({
  kind,
  takes,
  brings,
}: Pick<z.infer<typeof operation>, 'kind'> & {
  readonly takes: readonly unknown[];
  readonly brings: readonly unknown[];
}): number {
  return kind === 'add' || kind === 'pattern' || kind === 'move' ? 0 : Math.max(0, takes.length - brings.length);
}

/** How many entries nights took out of memory from this moment on; what was taken back counts for nothing. */
export function takenSince(ledger: LedgerRead, since: Date): number {
  return ledger.lines
    .filter(isNight)
    .filter(({ id, time }) => Date.parse(time) > since.getTime() && !isUndone(ledger, id))
    .flatMap(({ acts }) => deedsIn(acts))
    .flatMap(({ deeds: { operations } }) => operations.map(fewerBy))
    .reduce((sum, each) => sum + each, 0);
}

/** Entries that a sleep wrote, or a person approved, by the hash of all their lines. */
export function unitsWritten(ledger: LedgerRead): ReadonlySet<string> {
  const deeds = ledger.lines.flatMap((line) => {
    if (line.kind === 'review') return deedOf(line.memory) ?? [];
    return isNight(line) ? deedsIn(line.acts).map((each) => each.deeds) : [];
  });
  return new Set(deeds.flatMap(({ operations }) => operations.flatMap(({ brings }) => brings)));
}

/** At most one entry, or a tenth; in a week three, or a quarter. */
export const mostTaken = {
  night: (entries: number): number => Math.max(1, Math.floor(entries * 0.1)),
  week: (entries: number): number => Math.max(3, Math.floor(entries * 0.25)),
} as const;
