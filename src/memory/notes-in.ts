// The notes in a file: its bullets, each with the indented lines below it, so that one can be taken out and no other byte moves.
import { type Entry, entriesIn } from './entries.ts';
import { type Identity, identityOf } from './identity.ts';
import { withEntry } from './parts.ts';
import { memoryPath } from './path.ts';
import { wordsPromoted } from './promoted.ts';

/** A memory as it stands in a file. */
export type WrittenNote = Entry & Identity;

/**
 * What is remembered in a file of a home, in order. In `MEMORY.md` all that it says: headings are only where it stands. In a file of notes its
 * bullets. What stands in HTML or in front matter is neither.
 */
export function memoriesIn(path: string, content: Uint8Array): WrittenNote[] {
  return path === memoryPath ? entriesIn(content).filter(isSaid).map(asPromoted).map(identified) : notesIn(content);
}

/** In order. What stands in a block of code is no note; what is indented belongs to the bullet above it. */
export function notesIn(content: Uint8Array): WrittenNote[] {
  const isBullet = (entry: Entry): boolean =>
    entry.kind === 'item' && isSaid(entry) && '-*+'.includes(String.fromCharCode(content[entry.from] ?? 0));
  return entriesIn(content).filter(isBullet).map(identified);
}

const isSaid = ({ kind, text }: Entry): boolean => kind !== 'heading' && kind !== 'html' && text !== '';

const asPromoted = (entry: Entry): Entry => ({
  ...entry,
  text: wordsPromoted(entry.text),
  opening: wordsPromoted(entry.opening),
});

const identified = (entry: Entry): WrittenNote => ({ ...entry, ...identityOf(entry.text) });

/** The file without some of its memories; undefined if nothing is left. The same bytes if there are none, or if one cannot go without harm to another. */
export function withoutMemories(
  path: string,
  content: Uint8Array,
  isMeant: (memory: WrittenNote) => boolean,
): Uint8Array | undefined {
  let left = content;
  for (const entry of memoriesIn(path, content).filter(isMeant).toReversed()) {
    const without = withEntry(left, entry, new Uint8Array());
    if (without === undefined) return content;
    left = without;
  }
  return left.length === 0 && content.length > 0 ? undefined : left;
}
