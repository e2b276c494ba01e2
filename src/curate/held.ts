// What there is to put in order: the entries of MEMORY.md, under their ids, and which of them a sleep may touch.
import { hash } from 'node:crypto';
import type { Memories } from '../facts/facts.ts';
import { unitsWritten } from '../journal/journal.ts';
import { isProtected, memoryPath, type Origin, type PlacedMemory } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';

export interface Held {
  readonly id: string;
  /** Of its words. */
  readonly sha256: string;
  /** What it says, in one line. */
  readonly text: string;
  /** As it stands in the file: all its lines, without the last line end. */
  readonly raw: string;
  readonly section: readonly string[];
  readonly origin: Origin | null;
  /** When it was first spoken of; null if nobody knows. */
  readonly time: string | null;
  /** The newest day on which notes have it, if any do. */
  readonly day: string | null;
  /** A sleep may change it: it is an agent's or its own, not pinned, and plain text. */
  readonly isOurs: boolean;
  /** Its words stand somewhere else, too. */
  readonly isElsewhere: boolean;
  /** One sentence in one line, so that its words can be put differently. */
  readonly isPlain: boolean;
  readonly from: number;
}

/** In the order of the file. */
export function heldIn(content: Uint8Array, { notes, placed, ledger }: Memories): Held[] {
  const written = unitsWritten(ledger);
  const bySha = new Map(notes.map((note) => [note.sha256, note]));
  const here = placed.filter(({ path }) => path === memoryPath);
  return here.flatMap((memory) => {
    const note = bySha.get(memory.sha256) ?? notes.find(({ id }) => id === memory.id);
    if (note === undefined) return [];
    const raw = rawOf(content, memory);
    const isMine = !isProtected({ origin: note.origin, isPinned: note.pinned !== null }) && !memory.isMarked;
    return [
      {
        ...{ id: note.id, sha256: memory.sha256, text: memory.text, raw: raw ?? '', section: memory.section },
        ...{ origin: note.origin, time: timeOf(note), day: note.day, from: memory.from },
        // The ledger knows an entry by its sentence alone: lines below it are a person's, unless a sleep wrote them just so.
        isOurs:
          isMine &&
          raw !== undefined &&
          note.sha256 === memory.sha256 &&
          (memory.details.length === 0 || written.has(hash('sha256', raw, 'hex'))),
        isElsewhere: note.places.length > 1 || here.some((each) => each !== memory && each.sha256 === memory.sha256),
        isPlain:
          raw !== undefined &&
          !raw.includes('\n') &&
          memory.details.length === 0 &&
          (memory.kind === 'item' || memory.kind === 'paragraph'),
      },
    ];
  });
}

/** Whether it was said again on a later day: then whatever changed in between may have been taken back. */
export const isSaidSince = ({ day }: Held, time: string | null): boolean =>
  day !== null && time !== null && day > time.slice(0, 10);

/** When what was taken over was written, nobody knows. */
export function timeOf({ origin, time }: Pick<Memories['notes'][number], 'origin' | 'time'>): string | null {
  return origin === 'import' ? null : time;
}

/** Undefined if its bytes are no UTF-8: nobody could write them again. */
function rawOf(content: Uint8Array, { from, to }: PlacedMemory): string | undefined {
  const bytes = Buffer.from(content.subarray(from, to));
  const text = decodeUtf8(bytes);
  return Buffer.from(text).equals(bytes) ? text.replace(/\r?\n$/u, '') : undefined;
}
