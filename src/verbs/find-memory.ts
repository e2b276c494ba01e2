// Which memory somebody means by an id, in words that help where there is none.
import { DreamkeeperError } from '../errors/errors.ts';
import type { Memories, Note } from '../facts/facts.ts';
import { oneLine, printSafe } from '../text/text.ts';

/** One memory, as programs see it. */
export interface ShownMemory {
  readonly id: string;
  /** The day it was written down, by the name of its file; null if that says nothing. */
  readonly day: string | null;
  readonly text: string;
  readonly pinned: boolean;
  /** `verb`: by `dk memory pin`, known to the ledger. `file`: by `#pin` or a section "Pinned" in the file itself. */
  readonly pinnedBy: 'verb' | 'file' | null;
  readonly kind: Note['kind'];
  /** The titles of the headings above it, the outermost first. */
  readonly section: readonly string[];
  /** Whose words they are: `agent` by `dk remember` or a tool of ours, `untrusted` if half of it was said before by the web or a foreign tool, `sleep`, `import`, or a `person`'s. Null if neither the ledger nor the history tells. `list` asks only the ledger. */
  readonly origin: Note['origin'];
  /** When it was written down, as far as ledger or history know. */
  readonly time: string | null;
  /** Where it stands, the newest first, `MEMORY.md` last. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
}

export function shownMemory({ id, day, text, kind, section, pinned, places, origin, time }: Note): ShownMemory {
  return { id, day, text, kind, section, pinned: pinned !== null, pinnedBy: pinned, origin, time, places };
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
  const lost = marks.gone.get(wanted);
  throw new DreamkeeperError('E_NO_SUCH_MEMORY', `no memory has the id "${shown}"`, {
    hint:
      gone === undefined
        ? lost === undefined
          ? 'Run `dk memory list` to see their ids.'
          : `Somebody deleted it from its file; Dreamkeeper noticed on ${lost.slice(0, 10)}.`
        : `It was forgotten on ${gone.time.slice(0, 10)}; \`dk undo ${gone.id}\` brings it back.`,
  });
}

function beginningWith(notes: readonly Note[], wanted: string): Note[] {
  return notes.filter(({ id }) => id.startsWith(wanted));
}

const named = ({ id, text }: Note): string => `${id} ("${printSafe(oneLine(text, 30))}")`;
