// The notes in a file, each with its place in the bytes, so that one can be taken out and no other byte moves.
import { createHash } from 'node:crypto';
import { decodeUtf8, oneLine } from '../text/text.ts';

/** One bullet, with the indented lines below it. */
export interface WrittenNote {
  /** `m-` and eight characters of the hash of its words: the same words are the same note, wherever they stand. */
  readonly id: string;
  /** The hash itself, as the ledger keeps it. */
  readonly sha256: string;
  /** What the bullet says, in one line. */
  readonly text: string;
  /** The lines below that belong to it. */
  readonly details: readonly string[];
  /** Pinned by whoever wrote it: `#pin` at the end of the line, or a section "Pinned". */
  readonly isMarked: boolean;
  /** The number of its line, from 1. */
  readonly line: number;
  /** Its bytes, with the end of its last line. */
  readonly from: number;
  readonly to: number;
}

/** What a note goes by: its words, however they are spaced, and without the mark that pins it. */
export function noteIdentity(words: string): Pick<WrittenNote, 'id' | 'sha256'> {
  const hash = createHash('sha256').update(oneLine(words).replace(mark, '')).digest();
  return { id: `m-${base32(hash.subarray(0, 5))}`, sha256: hash.toString('hex') };
}

/** In order. What stands in a block of code is no note; what is indented belongs to the bullet above it. */
export function notesIn(content: Uint8Array): WrittenNote[] {
  const notes: WrittenNote[] = [];
  let open: WrittenNote | undefined;
  let fence: string | undefined;
  let pinnedBelow: number | undefined;
  for (const { text, line, from, to } of linesOf(content)) {
    if (open !== undefined && /^(?:\t| {2})\s*\S/u.test(text)) {
      open = { ...open, details: [...open.details, text.trimEnd()], to };
      notes[notes.length - 1] = open;
      continue;
    }
    // A blank line ends nothing: what is indented behind it still belongs to the bullet.
    if (text.trim() === '') continue;
    open = undefined;
    const [, ticks] = /^ {0,3}(`{3,}|~{3,})/u.exec(text) ?? [];
    if (fence !== undefined) {
      if (ticks?.startsWith(fence) === true && text.trim() === ticks) fence = undefined;
      continue;
    }
    if (ticks !== undefined) {
      fence = ticks;
      continue;
    }
    const [, hashes, title = ''] = /^(#{1,6})\s+(.*?)[\s#]*$/u.exec(text) ?? [];
    if (hashes !== undefined) {
      if (pinnedBelow === undefined || hashes.length <= pinnedBelow)
        pinnedBelow = /^pinned$/iu.test(title) ? hashes.length : undefined;
      continue;
    }
    const said = /^[-*+]\s+(.+)$/u.exec(text)?.[1]?.trim();
    if (said === undefined || said === '') continue;
    const words = oneLine(said);
    const isMarked = pinnedBelow !== undefined || mark.test(words);
    open = { ...noteIdentity(words), text: words.replace(mark, ''), details: [], isMarked, line, from, to };
    notes.push(open);
  }
  return notes;
}

/** The file without this note, wherever it stands in it; undefined if nothing is left. The same bytes if it is not there. */
export function withoutNote(content: Uint8Array, id: string): Uint8Array | undefined {
  const gone = notesIn(content).filter((note) => note.id === id);
  if (gone.length === 0) return content;
  const kept = gone.map(({ from }, at) => content.subarray(gone[at - 1]?.to ?? 0, from));
  const left = Buffer.concat([...kept, content.subarray(gone.at(-1)?.to ?? 0)]);
  return left.length === 0 ? undefined : left;
}

/** At the end of a note, by whoever writes into the file. */
const mark = /(?:^|\s)#pin$/iu;

interface Line {
  readonly text: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** By bytes: whatever encoding a line is in, its place is known. A byte order mark belongs to no line. */
function* linesOf(content: Uint8Array): Generator<Line> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  let from = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  for (let line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end + 1;
    yield { text: decodeUtf8(bytes.subarray(from, to)).replace(/\r?\n$|\r$/u, ''), line, from, to };
    from = to;
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function base32(bytes: Uint8Array): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/gu) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}
