// Memory, list and show: what is remembered, by id. Reading writes nothing.
import { unlessBug } from '../errors/errors.ts';
import { type Note, rememberedNow } from '../facts/facts.ts';
import { explain } from '../history/history.ts';
import { conceptsIn, isProtected, memoryPath } from '../memory/memory.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { requireMemory, type ShownMemory, shownMemory } from './find-memory.ts';
import { type TimesRecalled, timesRecalled } from './times-recalled.ts';

export interface MemoryListRequest {
  /** How many that are not pinned, of `MEMORY.md` and of notes. 50 each if nobody says. */
  readonly most?: number | undefined;
  /** Only what is pinned. */
  readonly pinned?: boolean | undefined;
}

export interface ListedMemories {
  /** Pinned first, then `MEMORY.md` from its top, then notes, the newest first. */
  readonly memories: readonly ShownMemory[];
  /** How many there are, with those that are not shown. */
  readonly all: number;
  /** Pins whose words stand nowhere any more: somebody changed or removed them. */
  readonly lostPins: readonly { readonly id: string; readonly change: string; readonly time: string }[];
}

export async function memoryList(
  at: Standpoint,
  { most = 50, pinned: isOnlyPinned = false }: MemoryListRequest = {},
): Promise<ListedMemories> {
  const { notes, marks } = await rememberedNow(await openHomeAnyhow(at));
  const pinned = notes.filter((note) => note.pinned !== null);
  const others = notes.filter((note) => note.pinned === null);
  // A note that was promoted is long-term memory: among old notes nobody would see it.
  const long = others.filter(isLongTerm).toSorted((one, other) => lineThere(one) - lineThere(other));
  const daily = others.filter((note) => !isLongTerm(note));
  const there = new Set(notes.map(({ id }) => id));
  const lostPins = [...marks.pins.values()].filter(({ memory }) => !there.has(memory));
  return {
    memories: [...pinned, ...(isOnlyPinned ? [] : [...long.slice(0, most), ...daily.slice(0, most)])].map(shownMemory),
    all: isOnlyPinned ? pinned.length : notes.length,
    lostPins: lostPins.map(({ memory, id, time }) => ({ id: memory, change: id, time })),
  };
}

const isLongTerm = ({ places }: Note): boolean => places.some(({ path }) => path === memoryPath);
const lineThere = ({ places }: Note): number => places.find(({ path }) => path === memoryPath)?.line ?? 0;

export interface MemoryShowRequest {
  /** `m-…`, or a beginning that only one has. */
  readonly id: string;
}

export interface ShownInFull extends ShownMemory {
  /** The indented lines below it. */
  readonly details: readonly string[];
  /** Who committed it; null if no commit tells. */
  readonly by: string | null;
  /** What it is about, in single words. */
  readonly concepts: readonly string[];
  /** No sleep may change or drop it: it is pinned, or nobody knows that an agent wrote it. */
  readonly isProtected: boolean;
  /** The change of ours that wrote or committed it. */
  readonly change: string | null;
  readonly commit: string | null;
  /** How often a question found it, as far as that is still known; null where none of it is kept, or nobody can look. */
  readonly recalled: TimesRecalled | null;
  /** What can be done about it. */
  readonly commands: readonly string[];
}

export async function memoryShow(at: Standpoint, { id }: MemoryShowRequest): Promise<ShownInFull> {
  const opened = await openHomeAnyhow(at);
  const note = requireMemory(await rememberedNow(opened), id);
  // Where it was first written down.
  const { path, line } = note.places.at(-1) ?? { path: '', line: 0 };
  const asked = { kind: 'line', path, line, of: 'home' } as const;
  const why = await explain(opened.world, opened.home, asked).catch(unlessBug(() => undefined));
  const isBroughtBack = why?.change?.startsWith('u-') === true;
  const isAgents = why?.by === 'dreamkeeper' || why?.change?.startsWith('a-') === true;
  const origin = note.origin ?? (isBroughtBack ? null : isAgents ? 'agent' : 'person');
  const pin = note.pinned === null ? ['pin'] : note.pinned === 'verb' ? ['unpin'] : [];
  return {
    ...shownMemory(note),
    details: note.details,
    origin,
    by: why?.author ?? null,
    time: note.time ?? why?.time ?? null,
    concepts: note.concepts.length > 0 ? note.concepts : conceptsIn(note.text),
    isProtected: isProtected({ origin, isPinned: note.pinned !== null }),
    change: why?.change ?? null,
    commit: why?.commit ?? null,
    recalled: timesRecalled(opened, note.id),
    commands: [...[...pin, 'forget'].map((verb) => `dk memory ${verb} ${note.id}`), `dk why ${path}:${line}`],
  };
}
