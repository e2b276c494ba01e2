// Memory as programs get at it: what a session begins with, one file, what answers a question, and changes. They go the same way as everybody's.
import { createHash } from 'node:crypto';
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { rememberedNow } from '../facts/facts.ts';
import { archivePath, memoryPath, notesFolder } from '../memory/memory.ts';
import { decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import { toldObservations } from '../wake/wake.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { memoryForget } from './memory-change.ts';
import { type RecallRequest, recall } from './recall.ts';
import { remember } from './remember.ts';

/** As much of memory as a session begins with, if nobody says: the design has 20,000 characters. */
const usualChars = 20_000;

export interface PrefetchRequest {
  /** At most so many characters. */
  readonly chars?: number | undefined;
}

export interface Prefetched {
  /** Whole entries, a line each: what is pinned, then what is critical (RED), then `MEMORY.md` from its top, then notes, the newest first. */
  readonly text: string;
  /** How many there was no room for. */
  readonly left: number;
}

/** Reads only, and cuts no entry in two: what does not fit is left out and counted. */
export async function memoryPrefetch(
  at: Standpoint,
  { chars = usualChars }: PrefetchRequest = {},
): Promise<Prefetched> {
  const home = await openHomeAnyhow(at);
  const { redact } = netOf(home.settings);
  const { notes } = await rememberedNow(home);
  const isLong = ({ places }: (typeof notes)[number]): boolean => places[0]?.path === memoryPath;
  const pinned = notes.filter((note) => note.pinned !== null);
  const others = notes.filter((note) => note.pinned === null);
  const entries = [
    ...pinned.map(({ text }) => `- ${text}`),
    ...toldObservations(home, Number.MAX_SAFE_INTEGER, { levels: ['RED'] }).map((line) => `- ${line}`),
    ...[...others.filter(isLong), ...others.filter((note) => !isLong(note))].map(({ text }) => `- ${text}`),
  ].map((line) => oneLine(redact(line)));
  let text = '';
  let left = 0;
  for (const line of new Set(entries)) {
    if (left === 0 && text.length + line.length + 1 <= chars) text += `${line}\n`;
    else left += 1;
  }
  return { text, left };
}

export interface MemoryReadRequest {
  /** `MEMORY.md`, `memory/archive.md`, or a file of notes. */
  readonly path?: string | undefined;
}

export interface ReadMemory {
  readonly path: string;
  /** Null if there is no such file. */
  readonly text: string | null;
  /** Of its bytes. */
  readonly sha256: string | null;
}

/** The whole file, however long: nobody judges what they saw only a part of. */
export async function memoryRead(at: Standpoint, { path = memoryPath }: MemoryReadRequest = {}): Promise<ReadMemory> {
  const { world, home } = await openHomeAnyhow(at);
  if (path !== memoryPath && path !== archivePath && !isNotes(path))
    throw new DreamkeeperError('E_BAD_PATH', `${printSafe(oneLine(path, 80))} is no file of memory`, {
      hint: `Memory is in ${memoryPath}, ${archivePath} and ${notesFolder}/<day>.md.`,
    });
  const bytes = world.files.read(home.home, path);
  if (bytes === undefined) return { path, text: null, sha256: null };
  return { path, text: decodeUtf8(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
}

const isNotes = (path: string): boolean =>
  new RegExp(`^${notesFolder}/[\\w.-]+\\.md$`, 'u').test(path) && !path.includes('..');

/** What in memory, and nowhere else, answers a question. It counts as recalled, as with `dk recall`. */
export async function memorySearch(
  at: Standpoint,
  { most = 5, ...request }: Pick<RecallRequest, 'question' | 'most' | 'signal'>,
): Promise<{ readonly hits: Awaited<ReturnType<typeof recall>>['hits'] }> {
  const { hits } = await recall(at, { ...request, docs: true, most: Math.max(20, most * 4) });
  return { hits: hits.filter(({ path }) => path === memoryPath || isNotes(path)).slice(0, most) };
}

export type MemoryUpdate =
  | { readonly action: 'add'; readonly text: string; readonly pin?: boolean | undefined }
  | { readonly action: 'remove'; readonly id: string }
  | { readonly action: 'replace'; readonly id: string; readonly text: string };

export interface SyncRequest {
  /** Done in this order. */
  readonly updates: readonly MemoryUpdate[];
}

export interface Synced {
  readonly results: readonly {
    readonly action: MemoryUpdate['action'];
    /** The memory that is there now, or went. */
    readonly id: string | null;
    readonly result: 'done' | 'refused';
    /** Why not: the code of the error, and its words. */
    readonly why: string | null;
    readonly commit: string | null;
  }[];
}

/** Each update is one commit with its line in the ledger, as `dk remember` and `dk memory forget` make it; one that is refused takes no other with it. */
export async function memorySync(at: Standpoint, { updates }: SyncRequest): Promise<Synced> {
  const results: Synced['results'][number][] = [];
  for (const update of updates) {
    const { action } = update;
    try {
      results.push({ action, result: 'done', why: null, ...(await carryOut(at, update)) });
    } catch (error) {
      if (!(error instanceof DreamkeeperError)) throw error;
      results.push({ action, id: null, result: 'refused', why: `${error.code}: ${error.message}`, commit: null });
    }
  }
  return { results };
}

async function carryOut(
  at: Standpoint,
  update: MemoryUpdate,
): Promise<{ readonly id: string; readonly commit: string | null }> {
  if (update.action === 'remove') {
    const { id, commit } = await memoryForget(at, { id: update.id });
    return { id, commit };
  }
  if (update.action === 'add') {
    const { id, commit } = await remember(at, { text: update.text, pin: update.pin });
    return { id, commit };
  }
  // The old one goes only if it can; the new one is there before, so that nothing is lost in between.
  await memoryForget(at, { id: update.id, dryRun: true });
  const { id, commit } = await remember(at, { text: update.text });
  if (id !== update.id) await memoryForget(at, { id: update.id });
  return { id, commit };
}
