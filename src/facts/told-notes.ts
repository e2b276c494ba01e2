// Which memories somebody is told, if nobody knows more: what is pinned, and the newest notes.
import type { Note } from './notes.ts';

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
