// One property of a heading set, in its drawer, which is made if there is none; no other byte changes.
import { oneLine } from '../text/text.ts';
import { bytesOf, insertLines } from './edit.ts';
import { readable, toByteText } from './lines.ts';
import type { Board, Heading } from './parse.ts';

export function withProperty(board: Board, heading: Heading, name: string, value: string): Uint8Array {
  const line = `:${name}: ${oneLine(value, 200)}`;
  const next = board.headings[heading.index + 1];
  const end = next === undefined ? board.lines.length : next.line - 1;
  const text = (index: number): string => readable(board.lines[index]?.text ?? '');
  const indexOf = (from: number, pattern: RegExp): number => {
    for (let index = from; index < end; index += 1) if (pattern.test(text(index))) return index;
    return -1;
  };
  const first = /^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):/u.test(text(heading.line)) ? heading.line + 1 : heading.line;
  const close = /^[ \t]*:PROPERTIES:[ \t]*$/iu.test(text(first)) ? indexOf(first, /^[ \t]*:END:[ \t]*$/iu) : -1;
  const startOf = (index: number): number => board.lines[index]?.start ?? board.text.length;
  if (close === -1) return insertLines(board, startOf(first), [':PROPERTIES:', line, ':END:']);
  const there = indexOf(first, new RegExp(`^[ \\t]*:${name}:(?:[ \\t]|$)`, 'iu'));
  const old = there === -1 || there > close ? undefined : board.lines[there];
  if (old === undefined) return insertLines(board, startOf(close), [line]);
  const indent = /^[ \t]*/u.exec(old.text)?.[0] ?? '';
  return bytesOf(board.text.slice(0, old.start) + indent + toByteText(line) + board.text.slice(old.end));
}
