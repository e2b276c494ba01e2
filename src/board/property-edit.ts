// One property of a heading set in its drawer, which is made if there is none, or a claim taken out of it; no other byte changes.
import { oneLine } from '../text/text.ts';
import { bytesOf, insertLines } from './edit.ts';
import { type Line, readable, toByteText } from './lines.ts';
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

/** Whoever claimed a task has it no more: `:AGENT:` goes out of its drawer, and the drawer with it if nothing else is in it. */
export function withoutClaim(board: Board, heading: Heading): Uint8Array {
  const drawer = drawerOf(board, heading);
  const kept = drawer.slice(1, -1).filter(({ text }) => !/^[ \t]*:AGENT:(?:[ \t]|$)/iu.test(text));
  if (kept.length === drawer.length - 2 || drawer.length === 0) return board.bytes;
  const [first, last] = [drawer[0]?.start ?? 0, drawer.at(-1)?.next ?? 0];
  const lines = kept.length === 0 ? [] : [drawer[0], ...kept, drawer.at(-1)];
  const left = lines.map((line) => (line === undefined ? '' : board.text.slice(line.start, line.next))).join('');
  return bytesOf(board.text.slice(0, first) + left + board.text.slice(last));
}

/** The lines of its drawer, from its first to its last; none if there is none, or one that holds more than properties. */
function drawerOf(board: Board, heading: Heading): readonly Line[] {
  const next = board.headings[heading.index + 1];
  const body = board.lines.slice(heading.line, next === undefined ? undefined : next.line - 1);
  const first = /^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):/u.test(body[0]?.text ?? '') ? 1 : 0;
  if (!/^[ \t]*:PROPERTIES:[ \t]*$/iu.test(body[first]?.text ?? '')) return [];
  const last = body.findIndex((line, index) => index > first && !/^[ \t]*:[A-Za-z][\w-]*:(?:[ \t]|$)/u.test(line.text));
  const lines = body.slice(first, last === -1 ? undefined : last);
  const end = lines.findIndex(({ text }) => /^[ \t]*:END:[ \t]*$/iu.test(text));
  return end === -1 ? [] : lines.slice(0, end + 1);
}
