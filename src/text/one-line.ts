// Text that has to fit on one line, or into a length, without a character cut in half.
import { normaliseText } from './normalise.ts';

/** Cuts at a grapheme, so that no emoji or accent is halved; the result is at most `max` UTF-16 units long, the ellipsis included. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const room = max - 1;
  let end = 0;
  // A slice a little longer than the room is enough to see the last boundary inside it.
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, room + 64))) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Normalises text, folds all white space into single spaces, and cuts it. */
export function oneLine(text: string, max: number = Number.POSITIVE_INFINITY): string {
  return cut(normaliseText(text).replace(/\s+/gu, ' ').trim(), max);
}

/** As many lines from the start as fit into a length, line ends included. */
export function wholeLines(lines: readonly string[], most: number): string[] {
  let room = most;
  const fitting = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < -1;
  });
  return fitting === -1 ? [...lines] : lines.slice(0, fitting);
}
