// Memory, list and show: what is remembered, by id. Reading writes nothing.
import { unlessBug } from '../errors/errors.ts';
import { explain } from '../history/history.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { readMemories, requireMemory, type ShownMemory, shownMemory } from './find-memory.ts';

export interface MemoryListRequest {
  /** How many that are not pinned. 50 if nobody says. */
  readonly most?: number | undefined;
  /** Only what is pinned. */
  readonly pinned?: boolean | undefined;
}

export interface ListedMemories {
  /** Pinned first, then the newest first. */
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
  const { notes, marks } = await readMemories(await openHomeAnyhow(at));
  const pinned = notes.filter((note) => note.pinned !== null);
  const others = notes.filter((note) => note.pinned === null);
  const there = new Set(notes.map(({ id }) => id));
  const lostPins = [...marks.pins.values()].filter(({ memory }) => !there.has(memory));
  return {
    memories: [...pinned, ...(isOnlyPinned ? [] : others.slice(0, most))].map(shownMemory),
    all: isOnlyPinned ? pinned.length : notes.length,
    lostPins: lostPins.map(({ memory, id, time }) => ({ id: memory, change: id, time })),
  };
}

export interface MemoryShowRequest {
  /** `m-…`, or a beginning that only one has. */
  readonly id: string;
}

export interface ShownInFull extends ShownMemory {
  /** The indented lines below it. */
  readonly details: readonly string[];
  /** `agent`: by `dk remember`, or a tool of ours. `person`: written into the file by somebody. Null: an undo brought it back, and who wrote it is not known. */
  readonly origin: 'agent' | 'person' | null;
  /** Who, and when it was committed; null if no commit tells. */
  readonly by: string | null;
  readonly time: string | null;
  /** The change of ours that wrote or committed it. */
  readonly change: string | null;
  readonly commit: string | null;
  /** What can be done about it. */
  readonly commands: readonly string[];
}

export async function memoryShow(at: Standpoint, { id }: MemoryShowRequest): Promise<ShownInFull> {
  const opened = await openHomeAnyhow(at);
  const note = requireMemory(await readMemories(opened), id);
  // Where it was first written down.
  const { path, line } = note.places.at(-1) ?? { path: '', line: 0 };
  const asked = { kind: 'line', path, line, of: 'home' } as const;
  const why = await explain(opened.world, opened.home, asked).catch(unlessBug(() => undefined));
  const isBroughtBack = why?.change?.startsWith('u-') === true;
  const pin = note.pinned === null ? ['pin'] : note.pinned === 'verb' ? ['unpin'] : [];
  return {
    ...shownMemory(note),
    details: note.details,
    origin: isBroughtBack ? null : why?.by === 'dreamkeeper' ? 'agent' : 'person',
    by: why?.author ?? null,
    time: why?.time ?? null,
    change: why?.change ?? null,
    commit: why?.commit ?? null,
    commands: [...[...pin, 'forget'].map((verb) => `dk memory ${verb} ${note.id}`), `dk why ${path}:${line}`],
  };
}
