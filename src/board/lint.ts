// What is odd about a board, said with its line. Nothing here is repaired: a person decides.
import { hasInvisible, matchKey, skeleton } from '../text/text.ts';
import { usualStates } from './keywords.ts';
import { readable } from './lines.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

export interface LintFinding {
  readonly code: string;
  readonly line: number;
  readonly message: string;
}

/** Looks at a board by itself. */
export function lintBoard(board: Board): LintFinding[] {
  return [...lintFile(board), ...lintLines(board), ...lintTasks(board)].toSorted((one, other) => one.line - other.line);
}

/** Tasks that stood on an earlier version and are gone from this one: states are moved, tasks are never deleted. */
export function lintDeleted(before: Board, now: Board): LintFinding[] {
  const left = new Map<string, number>();
  const cancelled = new Set<string>();
  for (const { title, state } of now.headings) {
    const { key } = matchKey(title);
    left.set(key, (left.get(key) ?? 0) + 1);
    // A cancelled task has its reason at the end of its title; any dash may be where that begins.
    if (state?.startsWith('CANCEL') === true)
      for (let at = key.indexOf(' - '); at !== -1; at = key.indexOf(' - ', at + 1)) cancelled.add(key.slice(0, at));
  }
  return tasksOf(before).flatMap((task) => {
    const { key } = matchKey(task.title);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    const lives = count > 0 || cancelled.has(key);
    // It has no line any more; 0 says so.
    const message = `"${task.title}" (line ${task.line} of the last commit) is gone; tasks are moved to a done state, not deleted or renamed`;
    return lives ? [] : [{ code: 'task-deleted', line: 0, message }];
  });
}

function lintFile(board: Board): LintFinding[] {
  const findings: LintFinding[] = [];
  if (!board.keywords.declared) {
    findings.push({ code: 'no-todo-line', line: 1, message: 'no #+TODO: line, so the usual states are assumed' });
  }
  if (readable(board.text).includes('\uFFFD')) {
    const line = board.lines.findIndex(({ text }) => readable(text).includes('\uFFFD')) + 1;
    findings.push({ code: 'bad-encoding', line, message: 'bytes that are not UTF-8; they are kept as they are' });
  }
  for (const first of board.blocks.unclosed) {
    const message = 'this block is never closed, so it counts as plain text';
    findings.push({ code: 'unclosed-block', line: first + 1, message });
  }
  for (const line of board.unclosedDrawers) {
    findings.push({ code: 'unclosed-drawer', line, message: 'the :PROPERTIES: under this heading never :END:s' });
  }
  return findings;
}

function lintLines(board: Board): LintFinding[] {
  const findings: LintFinding[] = [];
  for (const [index, { text }] of board.lines.entries()) {
    const line = index + 1;
    if (/^\*+\t/u.test(text))
      findings.push({ code: 'tab-after-stars', line, message: 'a heading needs a space after its stars, not a tab' });
    if (text.includes('\r')) findings.push({ code: 'lone-cr', line, message: 'a carriage return inside a line' });
  }
  for (const { first, last } of board.blocks.blocks) {
    const hidden = board.lines.slice(first + 1, last).filter(({ text }) => /^\*+ +[A-Z]{3,} /u.test(text)).length;
    const message = `${hidden} lines in this block look like tasks, but are not`;
    if (hidden > 0) findings.push({ code: 'tasks-in-block', line: first + 1, message });
  }
  return findings;
}

function lintTasks(board: Board): LintFinding[] {
  const findings: LintFinding[] = [];
  const known = new Set([...board.keywords.open, ...board.keywords.done].map(readable));
  const byTitle = new Map<string, Task>();
  const bySkeleton = new Map<string, Task>();
  for (const task of tasksOf(board)) {
    const say = (code: string, message: string): unknown => findings.push({ code, line: task.line, message });
    const [first = ''] = task.title.split(/[\s:]/u);
    if (known.has(first)) say('double-keyword', `the title starts with another state, ${first}`);
    if (task.title === '') say('no-title', 'a task without a title cannot be named by anybody');
    if (hasInvisible(task.title)) say('invisible', 'the title has characters that cannot be seen');
    const twin = byTitle.get(matchKey(task.title).key);
    const disguise = bySkeleton.get(skeleton(task.title));
    if (twin !== undefined && !(twin.isDone && task.isDone))
      say('duplicate-title', `the same title as line ${twin.line}`);
    else if (twin === undefined && disguise !== undefined)
      say('look-alike', `looks like line ${disguise.line}, in letters of another script`);
    if (twin === undefined) byTitle.set(matchKey(task.title).key, task);
    if (disguise === undefined) bySkeleton.set(skeleton(task.title), task);
  }
  for (const heading of board.headings) {
    const word = heading.state === undefined ? /^([A-Z]{3,}) /u.exec(heading.title)?.[1] : undefined;
    if (word === undefined || !usualStates.includes(word)) continue;
    const message = `${word} is not in this file's #+TODO: line, so this is no task`;
    findings.push({ code: 'undeclared-state', line: heading.line, message });
  }
  return findings;
}
