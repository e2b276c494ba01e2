// The ledger: one line per night, wake, undo, pin and tombstone, each naming the one before by its hash, so that nothing can be changed or dropped unseen.
import { createHash } from 'node:crypto';
import { jsonIn } from '../text/text.ts';
import { inOrder } from './chain.ts';
import {
  type DreamLine,
  type LedgerLine,
  lineIn,
  type NightLine,
  type OtherLine,
  type UndoLine,
  type WakeLine,
} from './ledger-lines.ts';
import { requireWhole } from './whole.ts';

export interface LedgerRead {
  readonly lines: readonly ((LedgerLine | OtherLine) & {
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
export function withLedgerLine(
  content: Uint8Array | undefined,
  line: LedgerLine,
  /** The same content, for whoever has read it already. */
  read?: LedgerRead,
): Uint8Array {
  const before = Buffer.from(content ?? []);
  const text = before.toString('utf8');
  requireWhole(read ?? parseLedger(text));
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  const added = printLedgerLine(line, lastOf(text, () => true)?.hash ?? null);
  return Buffer.concat([before, Buffer.from(`${separator}${added}\n`)]);
}

/** The last line of ours in the file that is wanted, read from its end: most of a long ledger is of no interest to whoever adds to it. */
function lastOf(content: string, isWanted: (line: Sealed) => boolean): Sealed | undefined {
  for (const [index, raw] of [...content.split('\n').entries()].toReversed()) {
    const line = sealedLine(withoutReturn(raw), index + 1);
    if (line !== undefined && isWanted(line)) return line;
  }
  return undefined;
}

/** The newest night in which an agent dreamt, without reading all that came before it. */
export function newestNight(content: string, agent: string): DreamLine | undefined {
  const line = lastOf(content, (each) => isDream(each) && each.agent === agent);
  return line !== undefined && isDream(line) ? line : undefined;
}

export type Sealed = LedgerRead['lines'][number];

/** A line exactly as one of us wrote it; undefined if it is anything else. */
export function sealedLine(raw: string, at: number): Sealed | undefined {
  const sealed = seal.exec(raw)?.[1];
  if (sealed === undefined || sealed !== hashOf(`${raw.replace(seal, '')}}`)) return undefined;
  const parsed = lineIn(jsonIn(raw));
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
    const parsed = lineIn(jsonIn(raw));
    const sealed = seal.exec(raw)?.[1];
    if (parsed === undefined || (parsed.kind === 'other' && sealed === undefined)) {
      breaks(number, 'it is not a line of ours');
      continue;
    }
    if (sealed === undefined || sealed !== hashOf(`${raw.replace(seal, '')}}`))
      breaks(number, 'it was changed after it was written');
    if (sealed !== undefined) read.push({ ...parsed, hash: sealed, at: number });
  }
  return { lines: inOrder(read, breaks), broken };
}

/** Whether a line is a night with an entry: by those, and by no others, goes whoever asks what was dreamt, and when. */
export function isDream<Line extends Sealed | LedgerLine | OtherLine>(line: Line): line is Line & DreamLine {
  return line.kind === 'night' && line.entry !== null;
}

/** Every night, also those that left no entry. */
export function isNight<Line extends Sealed | LedgerLine | OtherLine>(line: Line): line is Line & NightLine {
  return line.kind === 'night';
}

/** The nights in which an agent dreamt, oldest first. */
export function nightsOf(ledger: LedgerRead, agent: string): (Sealed & DreamLine)[] {
  return ledger.lines.filter(isDream).filter((line) => line.agent === agent);
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

/** By which the ledger names its lines, entries and boards. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
