// Which lines lie inside `#+begin_… / #+end_…` blocks, where nothing is a heading or a setting.
import type { Line } from './lines.ts';

const begin = /^[ \t]*#\+begin(?:_([^\s:]+)|(:))(?=[ \t]|$)/iu;
const end = /^[ \t]*#\+end(?:_([^\s:]+)|(:))[ \t]*$/iu;

/** Line numbers (from 0) of a block's first and last line. */
export interface Block {
  readonly first: number;
  readonly last: number;
}

/** The blocks of a file, and the lines that begin one which is never closed. */
export interface Blocks {
  readonly blocks: readonly Block[];
  readonly unclosed: readonly number[];
}

/**
 * Finds blocks in one pass from below and one from above.
 *
 * A block ends at the first `#+end_` of its own kind. If another `#+begin_` of that kind comes first, this one was never closed, and
 * counts for nothing: one forgotten line must not swallow the board below it.
 */
export function findBlocks(lines: readonly Line[]): Blocks {
  const endsAt = new Map<number, number | undefined>();
  const nextMark = new Map<string, { readonly line: number; readonly isEnd: boolean }>();
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const text = lines[index]?.text ?? '';
    if (!text.includes('#+')) continue;
    const opening = begin.exec(text);
    const closing = opening === null ? end.exec(text) : null;
    const kind = (opening ?? closing)
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.toLowerCase();
    if (kind === undefined) continue;
    if (opening !== null) {
      const mark = nextMark.get(kind);
      endsAt.set(index, mark?.isEnd === true ? mark.line : undefined);
    }
    nextMark.set(kind, { line: index, isEnd: closing !== null });
  }
  const blocks: Block[] = [];
  const unclosed: number[] = [];
  let inside = -1;
  for (const [first, last] of [...endsAt].toSorted(([one], [other]) => one - other)) {
    if (first <= inside) continue;
    if (last === undefined) unclosed.push(first);
    else {
      blocks.push({ first, last });
      inside = last;
    }
  }
  return { blocks, unclosed };
}
