// Which memory somebody means by an id, in words that help where there is none.
import { asWritten, madeHere, wholeLedger } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Note, readNotes } from '../facts/facts.ts';
import { type MemoryMarks, memoryMarks, readLedger } from '../journal/journal.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { OpenHome } from '../wire/wire.ts';

/** One memory, as programs see it. */
export interface ShownMemory {
  readonly id: string;
  /** The day it was written down, by the name of its file; null if that says nothing. */
  readonly day: string | null;
  readonly text: string;
  readonly pinned: boolean;
  /** `verb`: by `dk memory pin`, known to the ledger. `file`: by `#pin` or a section "Pinned" in the file itself. */
  readonly pinnedBy: 'verb' | 'file' | null;
  /** Where it stands, the newest first. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
}

export interface Memories {
  /** The newest first. */
  readonly notes: readonly Note[];
  readonly marks: MemoryMarks;
}

export async function readMemories({ world, home }: Pick<OpenHome, 'world' | 'home'>): Promise<Memories> {
  const open = () => world.git.open(home.repository, home.privateDir);
  const ledger = asWritten(readLedger(await wholeLedger(world, home, open)), madeHere(world, home));
  return { notes: readNotes(world, home, ledger, { all: true }), marks: memoryMarks(ledger) };
}

export function shownMemory({ id, day, text, pinned, places }: Note): ShownMemory {
  return { id, day, text, pinned: pinned !== null, pinnedBy: pinned, places };
}

/** The memory of this id, or the only one whose id begins so. */
export function requireMemory({ notes, marks }: Memories, given: string): Note {
  const wanted = given.trim().toLowerCase();
  const exact = notes.filter(({ id }) => id === wanted);
  const meant = exact.length > 0 || !/^m-[a-z2-7]{2,7}$/u.test(wanted) ? exact : beginningWith(notes, wanted);
  const [note, ...others] = meant;
  if (note !== undefined && others.length === 0) return note;
  const shown = printSafe(oneLine(given, 40));
  if (note !== undefined)
    throw new DreamkeeperError('E_NO_SUCH_MEMORY', `${meant.length} memories begin with ${shown}`, {
      hint: `They are ${meant.slice(0, 5).map(named).join(', ')}.`,
    });
  const gone = marks.forgotten.get(wanted);
  throw new DreamkeeperError('E_NO_SUCH_MEMORY', `no memory goes by "${shown}"`, {
    hint:
      gone === undefined
        ? 'Run `dk memory list` to see their ids.'
        : `It was forgotten on ${gone.time.slice(0, 10)}; \`dk undo ${gone.id}\` brings it back.`,
  });
}

function beginningWith(notes: readonly Note[], wanted: string): Note[] {
  return notes.filter(({ id }) => id.startsWith(wanted));
}

const named = ({ id, text }: Note): string => `${id} ("${printSafe(oneLine(text, 30))}")`;
