// What was remembered: the notes of a home as they stand in their files, and whether they are pinned. Reading writes nothing.
import { tryOr } from '../errors/errors.ts';
import { type LedgerRead, memoryMarks } from '../journal/journal.ts';
import { notesFolder, notesIn, type WrittenNote } from '../memory/memory.ts';
import type { FoundHome, World } from '../world/world.ts';
import { homeBytes } from './home-text.ts';

/** One note, by its words. Where the same words stand twice they are one note in two places. */
export interface Note extends Pick<WrittenNote, 'id' | 'sha256' | 'text' | 'details'> {
  /** The day of its newest place, as its file is called; null for a file with another name. */
  readonly day: string | null;
  /** The newest first. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  /** By a verb, which the ledger knows; by whoever wrote the file; null if it is not. */
  readonly pinned: 'verb' | 'file' | null;
}

/** So many files are always read; more only as long as something that was pinned has not been found. */
const usualFiles = 60;
const mostFiles = 2000;

/** The notes of a home, the newest first. `all` reads every file. What cannot be read is left out. */
export function readNotes(
  world: World,
  home: FoundHome,
  ledger: LedgerRead,
  { all = false }: { readonly all?: boolean } = {},
): Note[] {
  const { pins } = memoryMarks(ledger);
  const wanted = new Set(pins.keys());
  const found = new Map<string, Note>();
  const names = (tryOr(() => world.files.list(home.home, notesFolder)) ?? []).filter((name) => name.endsWith('.md'));
  for (const [index, name] of newestFirst(names).slice(0, mostFiles).entries()) {
    if (!all && index >= usualFiles && wanted.size === 0) break;
    const path = `${notesFolder}/${name}`;
    for (const written of notesIn(homeBytes(world, home, path) ?? new Uint8Array()).toReversed()) {
      const { id, sha256, text, details, isMarked, line } = written;
      wanted.delete(id);
      const before = found.get(id);
      const pinned = pins.has(id) ? 'verb' : isMarked ? 'file' : (before?.pinned ?? null);
      const place = { path, line };
      found.set(
        id,
        before === undefined
          ? { id, sha256, text, details, day: dayOf(name), places: [place], pinned }
          : { ...before, places: [...before.places, place], pinned },
      );
    }
  }
  return [...found.values()];
}

/** Those with a day come first, the last day before the others. */
function newestFirst(names: readonly string[]): string[] {
  const dated = names.filter((name) => dayOf(name) !== null).toSorted();
  return [...dated.toReversed(), ...names.filter((name) => dayOf(name) === null).toSorted()];
}

function dayOf(name: string): string | null {
  return /^(\d{4}-\d\d-\d\d)\.md$/u.exec(name)?.[1] ?? null;
}

/** Of all that is pinned, no more than this, so that there is room for what is new. */
const mostPinnedChars = 1500;

/** What somebody is told of them: what is pinned, at whole length as far as it goes, then the newest; each once. */
export function toldNotes(notes: readonly Note[], most = 8): readonly Note[] {
  let room = mostPinnedChars;
  const pinned = notes.filter(({ pinned: by, text }) => {
    if (by === null || room < text.length) return false;
    room -= text.length;
    return true;
  });
  const others = notes.filter(({ pinned: by, day }) => by === null && day !== null);
  return [...pinned, ...others.slice(0, Math.max(0, most - pinned.length))];
}
