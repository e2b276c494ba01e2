// The dated dash of a finished task in the log: written, found again and taken out.
import { bytesOf, dashOf, sectionCalled, whySuffix, withLogLine } from './edit.ts';
import { readable } from './lines.ts';
import type { Board } from './parse.ts';

/** When and by whom a task was finished. */
export interface DoneDash {
  /** A day, as `2026-06-10`. */
  readonly date: string;
  readonly who: string;
}

/** What the log says of a finished task. */
export function doneText(title: string, why = ''): string {
  return `done: ${title}${whySuffix(why)}`;
}

export function withDoneDash(board: Board, { date, who }: DoneDash, title: string, why = ''): Uint8Array {
  return withLogLine(board, date, who, doneText(title, why));
}

/** The board without that dash, whatever reason stands in it; as it is if somebody took it out. */
export function withoutDoneDash(board: Board, { date, who }: DoneDash, title: string): Uint8Array {
  const log = sectionCalled(board, 'log');
  if (log === undefined) return board.bytes;
  const dash = dashOf(date, who, doneText(title));
  const next = board.headings[log.subtreeEnd];
  const found = board.lines.slice(log.line, next === undefined ? undefined : next.line - 1).findLast(({ text }) => {
    const line = readable(text);
    return line === dash || line.startsWith(`${dash} — `);
  });
  return found === undefined ? board.bytes : bytesOf(board.text.slice(0, found.start) + board.text.slice(found.next));
}

/** The commit that a reason begins with: all of it that a verdict puts into the log, for the rest is others' words. */
export function commitIn(why: string): string {
  return /^[0-9a-f]{7,40}(?![\p{L}\p{N}])/u.exec(why)?.[0] ?? '';
}
