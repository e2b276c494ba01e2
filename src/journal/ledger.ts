// The ledger: one line per night, wake and undo, each naming the one before by its hash, so that nothing can be changed or dropped unseen.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inOrder } from './chain.ts';
import { requireWhole } from './whole.ts';

const text = z.string();
const hash = z.string().regex(/^[0-9a-f]{64}$/u);
/** A line may only speak for its own kind of change, and a night only of an entry of the journal. */
const idOf = (letter: string) => z.string().regex(new RegExp(`^${letter}-[a-z2-7]{10}$`, 'u'));
const entryPath = z.string().regex(/^rem\/[A-Za-z0-9][A-Za-z0-9._-]*\.org$/u);

/** What a night has digested; the next gather asks what is new since. */
const digested = z.object({
  /** The last step that was read: its time and the hash of its line. */
  steps: z.object({ time: text, sha256: hash }).nullable(),
  board: hash.nullable(),
  /** What was uncommitted in the project. */
  changed: hash,
});

/** Our changes since the line before that have no line of their own: moves on the board, notes, what the doctor did. Earlier versions did not say. */
const also = z.array(idOf('[b-z]')).max(1000).optional();

/** A state of a cadence, and how often it has been done. */
const position = z.object({ state: text, hits: z.number().int().min(0) });

/** A dream that landed. */
const night = z.object({
  kind: z.literal('night'),
  id: idOf('n'),
  also,
  agent: text,
  time: z.iso.datetime(),
  model: text,
  /** Path of its entry, and the hash of its bytes. */
  entry: entryPath,
  sha256: hash,
  /** Too like the one before: recorded, but its verdicts are not applied. */
  echo: z.boolean(),
  /** Where the project stood. */
  head: text.nullable(),
  branch: text.nullable(),
  digested,
  /** The verdicts with the state their task had when they were given. */
  verdicts: z.array(z.object({ line: text, task: text.nullable(), from: text.nullable() })),
  /** The tasks that were in flight, whether this cycle did anything for them, and the hash of what stood below them. */
  doing: z.array(z.object({ task: text, seen: z.boolean(), body: text })),
  /** How many verdicts of a model were not taken: they named what is not there, or were dictated by what was gathered. */
  left: z.number().int().min(0).optional(),
  /** Where the agent's cadence was when it slept; not there if it slept outside of one. */
  cadence: position.optional(),
});

/** A waking run that began with a claim: from these lines a lost cadence is found again. */
const run = z.object({
  kind: z.literal('run'),
  id: idOf('r'),
  also,
  agent: text,
  time: z.iso.datetime(),
  cadence: position.nullable(),
  /** What was claimed for it, and the board's hash after that. */
  task: text,
  board: hash.nullable(),
});

/** What became of one verdict; the shape programs rely on. */
const outcome = z.object({
  line: text,
  move: text,
  target: text.nullable(),
  task: text.nullable(),
  from: text.nullable(),
  to: text.nullable(),
  result: z.enum(['applied', 'noop', 'refused', 'unresolved', 'ambiguous', 'contradicted']),
  why: text,
});

/** A wake that dealt with a dream's verdicts. */
const wake = z.object({
  kind: z.literal('wake'),
  id: idOf('w'),
  also,
  agent: text,
  time: z.iso.datetime(),
  /** The night's id, or the path of another program's entry. */
  dream: text,
  /** The hash of the entry's bytes. */
  sha256: hash,
  /** The board's hash after it. */
  board: hash.nullable(),
  verdicts: z.array(outcome),
});

/** Something a person took back, or put back again. */
const undo = z.object({
  kind: z.literal('undo'),
  id: idOf('u'),
  also,
  agent: text,
  time: z.iso.datetime(),
  /** What was asked for, and everything that was taken back with it: a night and the wake that carried its verdicts out. */
  of: text,
  undid: z.array(text),
  /** Put back again. */
  redo: z.boolean(),
  /** The board's hash after it; null if it was not about the board. */
  board: hash.nullable(),
});

const anyLine = z.intersection(
  z.object({ v: z.literal(1), prev: hash.nullable() }),
  z.discriminatedUnion('kind', [night, run, wake, undo]),
);

export type Digested = Readonly<z.infer<typeof digested>>;
export type NightLine = Readonly<z.infer<typeof night>>;
export type VerdictOutcome = Readonly<z.infer<typeof outcome>>;
export type WakeLine = Readonly<z.infer<typeof wake>>;
export type UndoLine = Readonly<z.infer<typeof undo>>;
export type RunStart = Readonly<z.infer<typeof run>>;
export type LedgerLine = NightLine | RunStart | WakeLine | UndoLine;

export interface LedgerRead {
  readonly lines: readonly (LedgerLine & {
    readonly hash: string;
    readonly prev: string | null;
    readonly at: number;
  })[];
  /** The first thing that is wrong with the chain, in words. Each line's `at` is its number in the file. */
  readonly broken: { readonly line: number; readonly reason: string } | undefined;
}

const seal = /,"hash":"([0-9a-f]{64})"\}$/u;

/** Prints a line that follows `prev` (the hash of the last line so far). */
export function printLedgerLine(line: LedgerLine, prev: string | null): string {
  const body = JSON.stringify({ v: 1, ...line, prev });
  return `${body.slice(0, -1)},"hash":"${hashOf(body)}"}`;
}

/**
 * The file with one more line; what stands there stays byte for byte, and what was left without a line end gets one.
 *
 * Nobody adds to a ledger that is not whole: the line would follow whichever is still readable, and make what was broken look like a ledger of two
 * clones. Then it throws, and the doctor has the next word.
 */
export function withLedgerLine(content: Uint8Array | undefined, line: LedgerLine): Uint8Array {
  const before = Buffer.from(content ?? []);
  const text = before.toString('utf8');
  requireWhole(parseLedger(text));
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  const added = printLedgerLine(line, lastOf(text, () => true)?.hash ?? null);
  return Buffer.concat([before, Buffer.from(`${separator}${added}\n`)]);
}

/** The last line of ours in the file that is meant, read from its end: most of a long ledger is of no interest to whoever adds to it. */
function lastOf(content: string, isMeant: (line: Sealed) => boolean): Sealed | undefined {
  for (const [index, raw] of [...content.split('\n').entries()].toReversed()) {
    const line = sealedLine(withoutReturn(raw), index + 1);
    if (line !== undefined && isMeant(line)) return line;
  }
  return undefined;
}

/** An agent's newest night, without reading all that came before it. */
export function newestNight(content: string, agent: string): NightLine | undefined {
  const line = lastOf(content, (each) => each.kind === 'night' && each.agent === agent);
  return line?.kind === 'night' ? line : undefined;
}

export type Sealed = LedgerRead['lines'][number];

/** A line exactly as one of us wrote it; undefined if it is anything else. */
export function sealedLine(raw: string, at: number): Sealed | undefined {
  const sealed = seal.exec(raw)?.[1];
  if (sealed === undefined || sealed !== hashOf(`${raw.replace(seal, '')}}`)) return undefined;
  const parsed = asLine(raw);
  return parsed === undefined ? undefined : { ...parsed, hash: sealed, at };
}

/** A line end that an editor or a checkout changed to CRLF: what it says still counts, and it is a break. */
export function withoutReturn(raw: string): string {
  return raw.endsWith('\r') ? raw.slice(0, -1) : raw;
}

/** The ledger from its bytes: with every byte that should not be there, a mark of its encoding for example. */
export function readLedger(bytes: Uint8Array | undefined): LedgerRead {
  return parseLedger(Buffer.from(bytes ?? []).toString('utf8'));
}

/**
 * Reads the ledger and walks its chain. Lines that are not ours are skipped, and are a break.
 *
 * Two clones that were joined each go on from the same line, or each have a beginning of their own. Git joins them line by line and may put
 * a line before the one it follows, or keep it twice; the chain itself says what came first, so in a joined ledger neither is a break. What
 * may never be is to go on from a line that is not there.
 */
export function parseLedger(content: string): LedgerRead {
  const read: Sealed[] = [];
  let broken: LedgerRead['broken'];
  const breaks = (line: number, reason: string): void => {
    if (broken === undefined || line < broken.line) broken = { line, reason };
  };
  for (const [index, given] of content.split('\n').entries()) {
    if (given.trim() === '') continue;
    const number = index + 1;
    const raw = withoutReturn(given);
    if (raw !== given) breaks(number, 'its line end was changed (CRLF)');
    const parsed = asLine(raw);
    if (parsed === undefined) {
      breaks(number, 'it is not a line of ours');
      continue;
    }
    const sealed = seal.exec(raw)?.[1];
    if (sealed === undefined || sealed !== hashOf(`${raw.replace(seal, '')}}`))
      breaks(number, 'it was changed after it was written');
    if (sealed !== undefined) read.push({ ...parsed, hash: sealed, at: number });
  }
  return { lines: inOrder(read, breaks), broken };
}

/** The nights of an agent, oldest first. */
export function nightsOf(ledger: LedgerRead, agent: string): NightLine[] {
  return ledger.lines.filter((line) => line.kind === 'night').filter((line) => line.agent === agent);
}

/** All wakes that dealt with a dream: one, or one in each of several clones that were joined. */
export function wakesFor(ledger: LedgerRead, dream: string): WakeLine[] {
  return ledger.lines.filter((line) => line.kind === 'wake').filter((line) => line.dream === dream);
}

/** The wake that dealt with a dream, if one did. */
export function wakeFor(ledger: LedgerRead, dream: string, sha256?: string): WakeLine | undefined {
  return ledger.lines
    .filter((line) => line.kind === 'wake')
    .find((line) => line.dream === dream || line.sha256 === sha256);
}

/** Whether a night, a wake or another change is taken back right now. */
export function isUndone(ledger: LedgerRead, id: string): boolean {
  return lastUndoOf(ledger, id)?.redo === false;
}

/** The last that was done about taking this back, or putting it back again. */
export function lastUndoOf(ledger: LedgerRead, id: string): UndoLine | undefined {
  return ledger.lines.filter((line) => line.kind === 'undo').findLast(({ undid }) => undid.includes(id));
}

function asLine(raw: string): (LedgerLine & { readonly prev: string | null }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // A torn or foreign line: told as a break by the caller.
    return undefined;
  }
  return anyLine.safeParse(value).data;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
