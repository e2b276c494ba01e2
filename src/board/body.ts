// What stands below a heading: its own text, and the boxes in it.
import { readable } from './lines.ts';
import type { Board, Heading } from './parse.ts';

/** The lines of a heading's own text, up to the next heading of any level; drawers are left out. */
export function bodyOf(board: Board, heading: Heading): string[] {
  const next = board.headings[heading.index + 1];
  const lines = board.lines.slice(heading.line, next === undefined ? undefined : next.line - 1);
  const texts = lines.map(({ text }) => readable(text));
  const drawer = texts.findIndex((line) => /^\s*:PROPERTIES:\s*$/iu.test(line));
  const end = texts.findIndex((line, index) => index > drawer && /^\s*:END:\s*$/iu.test(line));
  return drawer === -1 || end === -1 ? texts : [...texts.slice(0, drawer), ...texts.slice(end + 1)];
}

/** The first box of a heading's own text that is not ticked; one that is ticked in part counts by the boxes below it. */
export function firstOpenBox(board: Board, heading: Heading): string | undefined {
  return bodyOf(board, heading)
    .flatMap((line) => /^\s*(?:[-+]|\d{1,3}[.)])\s+\[ \]\s+(\S.*)$/u.exec(line)?.[1]?.trim() ?? [])
    .at(0);
}
