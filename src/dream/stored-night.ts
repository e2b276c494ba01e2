// What a night saw and was told, kept in private so that it can be judged again: the facts without what any clone has, and the answer.
import { gunzipSync, gzipSync } from 'node:zlib';
import { type KeptAnswer, keptAnswer } from '../asking/asking.ts';
import { type Board, parseBoard } from '../board/board.ts';
import { netOf, withStore } from '../change/change.ts';
import type { Facts } from '../facts/facts.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

export interface StoredNight {
  readonly v: 1;
  readonly id: string;
  /** What its header said. */
  readonly model: string;
  readonly answer: KeptAnswer | null;
  readonly facts: Facts;
}

/** So much of the ledger a judgement looks at. */
const mostLines = 40;
/** No text is worth more; what is longer is no entry that could be read. */
const mostOfText = 1024 * 1024;
const keyOf = (id: string): string => `night:${id}`;

/** Without credentials, as everything that is kept. */
export function storeNight({ world, home, settings }: AgentHome, night: Omit<StoredNight, 'v'>): void {
  const { facts } = night;
  const short: Facts = {
    ...facts,
    ledger: { ...facts.ledger, lines: facts.ledger.lines.slice(-mostLines) },
    evidence: facts.evidence.slice(-mostLines),
  };
  const { redact } = netOf(settings);
  const text = JSON.stringify({ v: 1, ...night, facts: short }, (name, value: unknown) => packed(name, value, redact));
  const bytes = gzipSync(text, { level: 1 });
  withStore(world, home, (store) => store.keepDraft(keyOf(night.id), bytes, facts.now));
}

/** The night as it was, or undefined if it is not kept (any more, or on this machine). */
export function storedNight({ world, home }: Pick<AgentHome, 'world' | 'home'>, id: string): StoredNight | undefined {
  if (!world.stores.exists(home.privateDir)) return undefined;
  const bytes = withStore(world, home, (store) => store.draft(keyOf(id)));
  if (bytes === undefined) return undefined;
  try {
    const night: StoredNight = JSON.parse(gunzipSync(bytes).toString('utf8'), (_, value: unknown) => unpacked(value));
    const isWhole = night.v === 1 && typeof night.model === 'string' && typeof night.facts === 'object';
    return isWhole ? { ...night, answer: night.answer === null ? null : keptAnswer.parse(night.answer) } : undefined;
  } catch {
    // Kept by a later version, or damaged: then there is nothing to judge again.
    return undefined;
  }
}

interface Packed {
  readonly bytes64?: unknown;
  readonly board64?: unknown;
}

function packed(name: string, value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string')
    return name === 'board64' || name === 'bytes64' ? value : redact(value.slice(0, mostOfText));
  if (name === 'board' && isBoard(value)) return { board64: packedBytes(value.bytes, redact) };
  // `JSON.stringify` has made an object of a Buffer before we see it; other byte arrays come as they are.
  if (value instanceof Uint8Array) return { bytes64: packedBytes(value, redact, mostOfText) };
  if (isBufferJson(value)) return { bytes64: packedBytes(Buffer.from(value.data), redact, mostOfText) };
  return withCleanNames(value, redact);
}

/** Paths stand as names in some facts. */
function withCleanNames(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).every((name) => /^[A-Za-z]{1,20}$/u.test(name) || redact(name) === name)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), inner]));
}

/** As it is, to the byte, unless there is something to take out. */
function packedBytes(whole: Uint8Array, redact: (text: string) => string, most?: number): string {
  const bytes = whole.subarray(0, most);
  const text = decodeUtf8(bytes);
  const clean = redact(text);
  return Buffer.from(clean === text ? bytes : clean).toString('base64');
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { bytes64, board64 }: Packed = value;
  if (typeof bytes64 === 'string') return Uint8Array.from(Buffer.from(bytes64, 'base64'));
  return typeof board64 === 'string' ? parseBoard(Buffer.from(board64, 'base64')) : value;
}

function isBoard(value: unknown): value is Board {
  return typeof value === 'object' && value !== null && 'headings' in value && 'bytes' in value;
}

function isBufferJson(value: unknown): value is { readonly data: readonly number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value &&
    Array.isArray(value.data)
  );
}
