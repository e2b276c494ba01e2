// What was remembered: a file a day, a bullet each. Nothing that stands there is touched when one is added.
import { decodeUtf8, oneLine } from '../text/text.ts';
import { notesIn } from './notes-in.ts';
import { notesFolder } from './path.ts';

/** `notes/2026-06-10.md`, by the day in UTC. */
export function noteFile(now: Date): string {
  return `${notesFolder}/${now.toISOString().slice(0, 10)}.md`;
}

/** The file with one bullet more; as it is if it has that bullet already. */
export function withNote(content: Uint8Array | undefined, text: string): Uint8Array {
  const before = decodeUtf8(content ?? new Uint8Array());
  const bullet = `- ${oneLine(text, longestNote)}`;
  if (before.split(/\r?\n/u).includes(bullet)) return content ?? new Uint8Array();
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = before === '' || before.endsWith('\n') ? '' : end;
  return Buffer.concat([content ?? new Uint8Array(), Buffer.from(`${gap}${bullet}${end}`)]);
}

export const longestNote = 1000;

/** The bullets of a note, in order. */
export function bulletsIn(text: string): string[] {
  return notesIn(Buffer.from(text)).map((note) => oneLine(note.text, longestNote));
}

/** More than anybody looks at beside a note that was just written down. */
const mostLast = 256;
/** A line that says something and is no bullet at the margin. */
const other = /^(?!- \S)[^\n]*\S/mu;

/**
 * The last lines of a file that is nothing but bullets, each in a line: they say what they say with all the others before them, so a day with
 * many notes costs no more than one with few. Any other file is given whole.
 */
export function lastOf(content: Uint8Array): Uint8Array {
  if (other.test(decodeUtf8(content))) return content;
  let from = content.length;
  for (let lines = 0; lines <= mostLast && from > 0; lines += 1)
    from = from < 2 ? 0 : content.lastIndexOf(10, from - 2) + 1;
  return content.subarray(from);
}
