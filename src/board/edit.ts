// Edits of the file: each is a splice at known places, so that no other byte can change.
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { lineEndOf, toByteText } from './lines.ts';
import { type Board, type Heading, parseBoard, type Task } from './parse.ts';

/** Replaces a task's keyword; with `suffix`, also adds that to the title, before any tags. */
export function withState(board: Board, task: Task, keyword: string, suffix = ''): Uint8Array {
  const { keyword: old } = task.parts;
  if (old === undefined) throw new TypeError('a task has a keyword');
  const { text } = board;
  const at = titleEnd(board, task);
  return bytesOf(text.slice(0, old.start) + keyword + text.slice(old.end, at) + toByteText(suffix) + text.slice(at));
}

/** Where a title ends. A task without one has blanks there, and the tags right behind them. */
export function titleEnd({ text }: Board, { parts: { keyword, title } }: Task): number {
  let at = title.end;
  while (at > (keyword?.end ?? 0) && /[ \t]/u.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

/** ` — why`, made so that a heading ending in it still has the same parts: one line, nothing that reads as tags. Empty if nothing is left. */
export function whySuffix(why: string): string {
  const reason = oneLine(why, 200).replace(/[\s:]+$/u, '');
  return reason === '' ? '' : ` — ${reason}`;
}

export interface NewTask {
  readonly title: string;
  readonly state: string;
  readonly priority?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The heading it goes under; without one, the section called `board`. */
  readonly under?: Heading | undefined;
}

/** Adds a task as the last child of its parent. A title that would be read as something else is refused, not bent. */
export function withTask(board: Board, task: NewTask): Uint8Array {
  const title = oneLine(task.title);
  const parent = task.under ?? sectionCalled(board, 'board');
  const level = (parent?.level ?? 1) + 1;
  const tags = task.tags === undefined || task.tags.length === 0 ? '' : ` :${task.tags.join(':')}:`;
  const priority = task.priority === undefined ? '' : `[#${task.priority}] `;
  const heading = `${'*'.repeat(level)} ${task.state} ${priority}${title}${tags}`;
  const lines = parent === undefined ? ['* board', heading] : [heading];
  const log = parent === undefined ? sectionCalled(board, 'log') : undefined;
  const at = log === undefined ? endOf(board, parent) : (board.lines[log.line - 1]?.start ?? board.text.length);
  const changed = insertLines(board, at, lines);

  const added = parseBoard(changed).headings.find((other) => other.parts.title.start > at && other.title === title);
  const isAsMeant =
    title !== '' &&
    added?.state === task.state &&
    added.priority === task.priority &&
    added.tags.join(':') === (task.tags ?? []).join(':');
  if (!isAsMeant) {
    throw new DreamkeeperError(
      'E_BAD_TITLE',
      `"${printSafe(oneLine(task.title, 80))}" would not be read back as this title`,
      { hint: 'A title may not be empty, start with [#A] or end with :tags:. Use --priority and --tag for those.' },
    );
  }
  return changed;
}

/** A line of the log. */
export function dashOf(date: string, who: string, text: string): string {
  return `- ${date} (${oneLine(who, 64)}): ${oneLine(text, 2000)}`;
}

/** Adds one dated dash to the section called `log`, which is made if there is none. */
export function withLogLine(board: Board, date: string, who: string, text: string): Uint8Array {
  const dash = dashOf(date, who, text);
  const log = sectionCalled(board, 'log');
  if (log === undefined) return insertLines(board, endOf(board, undefined), ['* log', dash]);
  // The log's own text ends where its first child begins, if somebody put headings under it.
  const firstChild = board.headings[log.index + 1];
  const hasChild = firstChild !== undefined && firstChild.index < log.subtreeEnd;
  return insertLines(board, hasChild ? lastContent(board, log.line, firstChild.line - 1) : endOf(board, log), [dash]);
}

/** The first level-1 heading with this title, whatever its case. */
export function sectionCalled(board: Board, title: string): Heading | undefined {
  return board.headings.find(
    (heading) => heading.level === 1 && heading.state === undefined && heading.title.toLowerCase() === title,
  );
}

/** Where something at the end of a heading's subtree (or of the file) goes: after its last line with content. */
export function endOf(board: Board, heading: Heading | undefined): number {
  const next = heading === undefined ? undefined : board.headings[heading.subtreeEnd];
  return lastContent(board, heading?.line ?? 0, next === undefined ? board.lines.length : next.line - 1);
}

/** The end of the last line with content among lines `from + 1` to `to`; at least the end of line `from`. */
function lastContent(board: Board, from: number, to: number): number {
  let line = to;
  while (line > from && board.lines[line - 1]?.text.trim() === '') line -= 1;
  return line === 0 ? (board.lines[0]?.start ?? board.text.length) : (board.lines[line - 1]?.next ?? board.text.length);
}

export function insertLines(board: Board, at: number, lines: readonly string[]): Uint8Array {
  const lineEnd = lineEndOf(board.text);
  const before = board.text.slice(0, at);
  const isAfterLine = before === '' || before.endsWith('\n') || at === board.lines[0]?.start;
  const inserted = lines.map((line) => toByteText(line) + lineEnd).join('');
  return bytesOf(before + (isAfterLine ? '' : lineEnd) + inserted + board.text.slice(at));
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
