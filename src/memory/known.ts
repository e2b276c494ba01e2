// Which memory is which: by its words, and where a person changed those, by what they were like when the ledger last spoke of them.
import { identityOf, otherIdOf } from './identity.ts';
import type { WrittenNote } from './notes-in.ts';
import { likeness, sketchOf } from './sketch.ts';

/** A memory in a file of the home. */
export type PlacedMemory = WrittenNote & { readonly path: string };

/** What the ledger keeps of where a memory stood and what it was like; never its words. */
export interface MemoryRecord {
  readonly path: string;
  /** Hash of the titles above it. */
  readonly section: string;
  readonly sketch: string;
  /** Short hashes of those beside it that are like it, so that none of them is ever taken for it. */
  readonly beside?: string[];
}

/** A memory that the ledger speaks of. */
export interface KnownMemory {
  readonly id: string;
  readonly sha256: string;
  readonly path?: string | undefined;
  readonly section?: string | undefined;
  readonly sketch?: string | undefined;
  readonly beside?: readonly string[] | undefined;
}

/** From here on, what changed is an edit of what was there. */
const sameFrom = 0.6;

export function recordOf(memory: PlacedMemory, all: readonly PlacedMemory[]): MemoryRecord {
  const sketch = sketchOf(memory.text);
  const section = sectionOf(memory);
  const near = all.filter((each) => isIn(each, memory.path, section));
  // In a section with very many, those that stand next to it.
  const at = Math.max(0, near.findIndex(({ sha256 }) => sha256 === memory.sha256) - mostBeside / 2);
  const beside = near
    .slice(near.length > mostBeside ? Math.min(at, near.length - mostBeside) : 0)
    .slice(0, mostBeside)
    .filter((each) => each.sha256 !== memory.sha256 && isLike(sketchOf(each.text), sketch));
  const marks = [...new Set(beside.map(markOf))].slice(0, 20);
  return { path: memory.path, section, sketch, ...(marks.length === 0 ? {} : { beside: marks }) };
}

const mostBeside = 200;

/** The same of many at once: each is looked at once, and in a section with very many nobody says what is beside them. */
export function recordsOf(these: readonly PlacedMemory[], all: readonly PlacedMemory[]): MemoryRecord[] {
  const sketches = new Map(all.map((each) => [each.sha256, sketchOf(each.text)]));
  const sections = Map.groupBy(all, (each) => placeOf({ path: each.path, section: sectionOf(each) }));
  return these.map((memory) => {
    const sketch = sketches.get(memory.sha256) ?? sketchOf(memory.text);
    const section = sectionOf(memory);
    const near = sections.get(placeOf({ path: memory.path, section })) ?? [];
    const beside = (near.length > mostBeside ? [] : near).filter(
      (each) => each.sha256 !== memory.sha256 && isLike(sketches.get(each.sha256) ?? '', sketch),
    );
    const marks = [...new Set(beside.map(markOf))].slice(0, 20);
    return { path: memory.path, section, sketch, ...(marks.length === 0 ? {} : { beside: marks }) };
  });
}

export interface Identified {
  /** As they were given, each under the id by which it is known. */
  readonly memories: readonly (PlacedMemory & { readonly isEdited: boolean })[];
  /** Known ones whose words, and words like them, stand nowhere among these. */
  readonly gone: readonly KnownMemory[];
}

/**
 * The same words are the same memory. Else the only one in the same section that is new there and like it is an edit of it; if there are several,
 * or it could be an edit of several, nobody guesses. What is neither is a new memory, and the one that is not there any more is gone.
 */
export function identify(known: readonly KnownMemory[], written: readonly PlacedMemory[]): Identified {
  const byHash = new Map(known.map((each) => [each.sha256, each.id]));
  const hashes = new Set(written.map(({ sha256 }) => sha256));
  // Earlier versions knew a note by its first line, and kept no more of it than that.
  const byOpening = new Map(
    known.flatMap(({ sha256, sketch, id }) => (sketch === undefined && !hashes.has(sha256) ? [[sha256, id]] : [])),
  );
  const exactly = (each: PlacedMemory): string | undefined =>
    byHash.get(each.sha256) ?? (byOpening.size === 0 ? undefined : byOpening.get(identityOf(each.opening).sha256));
  const exact = written.map(exactly);
  const there = new Set(exact);
  const missing = known.filter(({ id }) => !there.has(id));
  const free = missing.length === 0 ? [] : written.filter((_, at) => exact[at] === undefined);
  const edited = editsAmong(missing, free);
  const taken = new Set([...there, ...edited.values()]);
  // Two texts can be made whose ids are the same: an id is that of whoever had it first, and says nothing of the other.
  const owners = new Map(known.map(({ id, sha256 }) => [id, sha256]));
  const memories = written.map((each, at) => {
    const id = exact[at] ?? edited.get(each.sha256);
    if (id !== undefined) return { ...each, id, isEdited: edited.has(each.sha256) };
    const owner = owners.get(each.id);
    // Its words once belonged to one that has others now, or its id is another's.
    if (taken.has(each.id) || (owner !== undefined && owner !== each.sha256))
      return { ...each, id: otherIdOf(each.text), isEdited: false };
    owners.set(each.id, each.sha256);
    return { ...each, isEdited: false };
  });
  return { memories, gone: missing.filter(({ id }) => !taken.has(id)) };
}

/** Whether two texts, by their sketches, are so like each other that one could be an edit of the other. */
export function areAlike(one: string, other: string): boolean {
  return isLike(one, other);
}

/** Whether a text is like any of these, wherever they stand: then it may be an edit of one. */
export function isLikeAny(text: string, known: readonly Pick<KnownMemory, 'sketch'>[]): boolean {
  const sketch = sketchOf(text);
  return known.some((each) => each.sketch !== undefined && isLike(each.sketch, sketch));
}

/** By the hash of the words that are new, which known memory they are an edit of. The same words in two places are one. */
function editsAmong(missing: readonly KnownMemory[], free: readonly PlacedMemory[]): Map<string, string> {
  const wanted = new Set(missing.map(placeOf));
  const there = new Map<string, Map<string, string>>();
  for (const each of free) {
    const place = placeOf({ path: each.path, section: sectionOf(each) });
    if (!wanted.has(place)) continue;
    const beside = there.get(place) ?? new Map<string, string>();
    there.set(place, beside.set(each.sha256, sketchOf(each.text)));
  }
  const claims = missing.map((each) => ({
    id: each.id,
    hashes: candidates(each, there.get(placeOf(each)) ?? new Map()),
  }));
  const counts = new Map<string, number>();
  for (const hash of claims.flatMap(({ hashes }) => hashes)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return new Map(
    claims.flatMap(({ id, hashes: [only, ...others] }) =>
      only === undefined || others.length > 0 || counts.get(only) !== 1 ? [] : [[only, id]],
    ),
  );
}

/** In a section with more that is new than this, nobody looks for what was there before. */
const mostNew = 2000;

function candidates({ sketch, beside = [] }: KnownMemory, there: ReadonlyMap<string, string>): string[] {
  if (sketch === undefined || there.size > mostNew) return [];
  return [...there].flatMap(([sha256, its]) =>
    !beside.includes(sha256.slice(0, 8)) && isLike(its, sketch) ? [sha256] : [],
  );
}

const placeOf = ({ path, section }: Pick<KnownMemory, 'path' | 'section'>): string => `${section} ${path}`;
const isLike = (one: string, other: string): boolean => likeness(one, other) >= sameFrom;
const markOf = ({ sha256 }: PlacedMemory): string => sha256.slice(0, 8);
const isIn = (memory: PlacedMemory, path: string, section: string): boolean =>
  memory.path === path && sectionOf(memory) === section;

/** The titles above it, as the ledger names them. */
export function sectionOf({ section }: PlacedMemory): string {
  return identityOf(section.join('\n')).sha256.slice(0, 8);
}
