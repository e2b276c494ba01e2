// What the ledger says of memories: which it knows, which are pinned, and which are gone. What was taken back counts for nothing.
import type { LedgerRead } from './ledger.ts';
import type { MemoryUpkeep, NoteLine, PinLine, Tombstone } from './ledger-lines.ts';
import { isOfMemory } from './line-kinds.ts';
import { deedOf, deedsIn, type MemoryDeeds } from './memory-deeds.ts';
import { sketchFrom, sweepIn } from './sweep-part.ts';

/** A memory that the ledger knows, as it last spoke of it. */
export interface MarkedMemory extends Pick<NoteLine, 'sha256' | 'path' | 'section' | 'sketch' | 'beside'> {
  readonly id: string;
  /** Whose words they are; a person's, if they were changed since they were kept. */
  readonly origin: NoteLine['origin'] | 'person';
  /** When it was first spoken of. */
  readonly time: string;
  /** The words that it was about when it was last written down. */
  readonly concepts: readonly string[];
  /** It was written down after a pack, or another memory, had said it. What was there before is no echo, however often it is said again. */
  readonly isEcho: boolean;
}

export interface MemoryMarks {
  /** By the id of the memory, the line that pinned it. */
  readonly pins: ReadonlyMap<string, PinLine>;
  /** By the id of the memory, the line that says so. It may have been written down again since. */
  readonly forgotten: ReadonlyMap<string, Tombstone>;
  readonly known: ReadonlyMap<string, MarkedMemory>;
  /** When it was noticed that somebody had taken it out. */
  readonly gone: ReadonlyMap<string, string>;
  /** What those that are forgotten or gone were like, by their ids; of some nothing is known but the hash. */
  readonly removed: ReadonlyMap<string, Pick<MarkedMemory, 'sha256' | 'sketch'>>;
}

const nothingKnown = { origin: undefined, concepts: [], isEcho: false } as const;

/** The last word on each counts; whoever forgets something does not want it pinned, either. */
export function memoryMarks(ledger: LedgerRead): MemoryMarks {
  const pins = new Map<string, PinLine>();
  const forgotten = new Map<string, Tombstone>();
  const known = new Map<string, MarkedMemory>();
  const gone = new Map<string, string>();
  const removed = new Map<string, Pick<MarkedMemory, 'sha256' | 'sketch'>>();
  const remove = (id: string, sha256: string): void => {
    removed.set(id, { sha256, sketch: known.get(id)?.sketch ?? removed.get(id)?.sketch });
  };
  /** What others did to the files stays true, whatever became of the change that tells of it. */
  const keepUp = ({ edited, gone: lost }: MemoryUpkeep, time: string): void => {
    for (const { memory: id, ...rest } of edited) {
      const before = known.get(id);
      // The words are no longer those that somebody was known to have written.
      const { time: since, origin, concepts, isEcho } = before ?? { time, ...nothingKnown };
      const isSame = before?.sha256 === rest.sha256;
      // What somebody changed is said by somebody.
      const now = isSame ? { origin, isEcho } : { origin: 'person' as const, isEcho: false };
      known.set(id, { ...rest, id, time: since, concepts, ...now });
      gone.delete(id);
      if (!forgotten.has(id)) removed.delete(id);
    }
    for (const { memory, sha256: last } of lost) {
      const before = known.get(memory);
      remove(memory, last);
      // Only the very same words bring it back: another branch, or an undo.
      if (before !== undefined) {
        const { sha256, time: since, origin, concepts, isEcho } = before;
        known.set(memory, { id: memory, sha256, time: since, origin, concepts, isEcho });
      }
      gone.set(memory, time);
    }
  };
  /** What was put in order: the ids stay, the words are others. */
  const putInOrder = ({ left, came }: MemoryDeeds, time: string): void => {
    for (const { memory } of left) known.delete(memory);
    for (const { memory: id, day, ...rest } of came) {
      const first = day === undefined ? time : `${day}T00:00:00.000Z`;
      const { time: since, concepts, isEcho } = known.get(id) ?? { time: first, ...nothingKnown };
      known.set(id, { ...rest, id, time: since, concepts, isEcho });
      gone.delete(id);
    }
  };
  /** A sweep found words for those that had none. */
  const tag = (acts: readonly unknown[] | undefined, time: string): void => {
    for (const { memory: id, sketch, ...rest } of sweepIn(acts)?.tagged ?? []) {
      const before = known.get(id) ?? { ...nothingKnown, ...rest, sketch: sketchFrom(sketch), id, time };
      if (before.concepts.length === 0 && !gone.has(id) && !forgotten.has(id))
        known.set(id, { ...before, concepts: rest.concepts });
    }
  };
  const undone = undoneIn(ledger);
  for (const line of ledger.lines) {
    if (
      (line.kind === 'night' || line.kind === 'whose' || line.kind === 'adopted' || isOfMemory(line)) &&
      line.memories !== undefined
    )
      keepUp(line.memories, line.time);
    if (undone.has(line.id)) continue;
    if (line.kind === 'night') for (const { deeds } of deedsIn(line.acts)) putInOrder(deeds, line.time);
    if (line.kind === 'review' || line.kind === 'whose' || line.kind === 'adopted') {
      const deed = deedOf(line.memory);
      if (deed !== undefined) putInOrder(deed, line.time);
    }
    if (line.kind === 'night') tag(line.acts, line.time);
    if (!isOfMemory(line)) continue;
    const { memory: id } = line;
    if (line.kind === 'tombstone') {
      pins.delete(id);
      remove(id, line.sha256);
      known.delete(id);
      forgotten.set(id, line);
      continue;
    }
    gone.delete(id);
    if (!forgotten.has(id)) removed.delete(id);
    const { sha256, path, section, sketch, beside, origin, concepts, time, told } = line;
    const before = known.get(id);
    const isSame = before?.sha256 === sha256;
    known.set(id, {
      ...{ id, sha256, path, section, sketch, beside, time: before?.time ?? time },
      origin: origin ?? (isSame ? before.origin : undefined),
      concepts: concepts ?? before?.concepts ?? [],
      isEcho: before === undefined ? told === true : before.isEcho,
    });
    if (line.kind === 'pin' && line.pinned) pins.set(id, line);
    else if (line.kind === 'pin') pins.delete(id);
  }
  return { pins, forgotten, known, gone, removed };
}

/** All that is taken back right now, found in one go. */
function undoneIn({ lines }: LedgerRead): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const line of lines) {
    if (line.kind !== 'undo') continue;
    for (const id of line.undid) {
      if (line.redo) undone.delete(id);
      else undone.add(id);
    }
  }
  return undone;
}
