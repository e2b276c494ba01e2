// What is remembered: notes and `MEMORY.md` as they stand in their files, under the ids by which they are known, and whether they are pinned. Reading writes nothing.
import { tryOr } from '../errors/errors.ts';
import { type LedgerRead, type MemoryMarks, type MemoryUpkeep, memoryMarks } from '../journal/journal.ts';
import {
  type Identified,
  identify,
  memoriesIn,
  memoryPath,
  notesFolder,
  type Origin,
  type PlacedMemory,
  recordOf,
  sectionOf,
} from '../memory/memory.ts';
import type { FoundHome, World } from '../world/world.ts';
import { homeBytes } from './home-text.ts';

/** One memory. Where the same words stand twice they are one memory in two places. */
export interface Note extends Pick<PlacedMemory, 'id' | 'sha256' | 'text' | 'details' | 'kind' | 'section'> {
  /** The day of its newest place, as its file of notes is called; null for any other file. */
  readonly day: string | null;
  /** The newest first, `MEMORY.md` last. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  /** By a verb, which the ledger knows; by whoever wrote the file; null if it is not. */
  readonly pinned: 'verb' | 'file' | null;
  /** Whose words they are, as far as the ledger tells: a person's, if somebody changed them. Null if it does not know, and then they count as a person's. */
  readonly origin: Origin | null;
  /** When the ledger first spoke of it. */
  readonly time: string | null;
  /** What it was about when it was written down, as the ledger tells. */
  readonly concepts: readonly string[];
  /** It was written down after a pack, or another memory, had said it. */
  readonly isEcho: boolean;
}

export interface Remembered {
  /** Notes, the newest first; then `MEMORY.md`, from its top. */
  readonly notes: readonly Note[];
  /** What became of memories that the ledger knows; whoever writes there next says so. */
  readonly upkeep: MemoryUpkeep;
  /** Every place that was read. */
  readonly placed: readonly PlacedMemory[];
}

/** As a line of the ledger has it: not at all, if there is nothing to say. */
export function upkeepOf(upkeep: MemoryUpkeep | undefined): { readonly memories?: MemoryUpkeep } {
  return upkeep === undefined || upkeep.edited.length + upkeep.gone.length === 0 ? {} : { memories: upkeep };
}

/** So many files are always read; more only as long as something that was pinned has not been found. */
const usualFiles = 60;
const mostFiles = 2000;
/** Of one file; no memory is longer. */
const mostBytes = 4 * 1024 * 1024;

/** `all` reads every file, `only` just these. What cannot be read is left out. */
export function readNotes(
  world: World,
  home: FoundHome,
  ledger: LedgerRead,
  { all = false, only }: { readonly all?: boolean; readonly only?: ReadonlySet<string> } = {},
): Remembered {
  const marks = memoryMarks(ledger);
  const names = (tryOr(() => world.files.list(home.home, notesFolder)) ?? []).filter((name) => name.endsWith('.md'));
  const paths = newestFirst(names).map((name) => `${notesFolder}/${name}`);
  const isLeft = (path: string): boolean => only !== undefined && !only.has(path);
  const pinnedIn = new Set([...marks.pins.keys()].map((id) => marks.known.get(id)?.path));
  const wanted = new Set([...marks.pins.values()].filter(({ path }) => path === undefined).map(({ sha256 }) => sha256));
  const placed: PlacedMemory[] = [];
  const read = new Set<string>();
  const readOne = (path: string): void => {
    read.add(path);
    const written = memoriesIn(path, (homeBytes(world, home, path) ?? new Uint8Array()).subarray(0, mostBytes));
    for (const each of path === memoryPath ? written : written.toReversed()) {
      wanted.delete(each.sha256);
      placed.push({ ...each, path });
    }
  };
  for (const [index, path] of paths.slice(0, mostFiles).entries())
    if (!isLeft(path) && (all || index < usualFiles || wanted.size > 0 || pinnedIn.has(path))) readOne(path);
  if (!isLeft(memoryPath)) readOne(memoryPath);
  const there = new Set(paths);
  const identified = identify([...marks.known.values()], placed);
  // Of a file that was not read, nobody knows what is missing in it.
  const isLost = (path: string | undefined): boolean => path !== undefined && (read.has(path) || !there.has(path));
  const gone = identified.gone.filter(({ path }) => isLost(path));
  const moved = movedAmong(identified.memories, marks);
  return {
    notes: together(identified.memories, marks),
    upkeep: {
      edited: identified.memories
        .filter((each) => each.isEdited || moved.has(each))
        .slice(0, mostTold)
        .map((each) => ({ memory: each.id, sha256: each.sha256, ...recordOf(each, placed) })),
      gone: gone.slice(0, mostTold).map(({ id, sha256 }) => ({ memory: id, sha256 })),
    },
    placed,
  };
}

/** Those that stand elsewhere in the very same words, or are back: from there on they are edited. Each once. */
function movedAmong(memories: Identified['memories'], { known, gone }: MemoryMarks): ReadonlySet<PlacedMemory> {
  const isThere = new Set<string>();
  const elsewhere = new Map<string, PlacedMemory>();
  for (const each of memories) {
    const mark = known.get(each.id);
    if (mark === undefined || mark.sha256 !== each.sha256 || (mark.path === undefined && !gone.has(each.id))) continue;
    if (mark.path === each.path && mark.section === sectionOf(each)) isThere.add(each.id);
    else elsewhere.set(each.id, each);
  }
  return new Set([...elsewhere].flatMap(([id, each]) => (isThere.has(id) ? [] : [each])));
}

/** In one line of the ledger; the next one tells the others. */
const mostTold = 200;

function together(memories: Identified['memories'], { pins, known }: MemoryMarks): Note[] {
  const found = new Map<string, Note>();
  for (const { id, sha256, text, details, kind, section, isMarked, isEdited, path, line } of memories) {
    const before = found.get(id);
    const pinned = pins.has(id) ? 'verb' : isMarked ? 'file' : (before?.pinned ?? null);
    const place = { path, line };
    if (before !== undefined) {
      found.set(id, { ...before, places: [...before.places, place], pinned });
      continue;
    }
    const mark = known.get(id);
    const origin = isEdited ? 'person' : mark?.sha256 === sha256 ? (mark.origin ?? null) : null;
    const about = { id, sha256, text, details, kind, section, day: dayOf(path), places: [place], pinned };
    const isEcho = mark?.isEcho === true && mark.sha256 === sha256;
    found.set(id, { ...about, origin, time: mark?.time ?? null, concepts: mark?.concepts ?? [], isEcho });
  }
  return [...found.values()];
}

/** Those with a day come first, the last day before the others. */
function newestFirst(names: readonly string[]): string[] {
  const isDay = (name: string): boolean => dayOf(`${notesFolder}/${name}`) !== null;
  const dated = names.filter(isDay).toSorted();
  return [...dated.toReversed(), ...names.filter((name) => !isDay(name)).toSorted()];
}

function dayOf(path: string): string | null {
  return /^notes\/(\d{4}-\d\d-\d\d)\.md$/u.exec(path)?.[1] ?? null;
}
