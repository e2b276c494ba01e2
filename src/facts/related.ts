// Whether a task and some work speak of the same thing: a path, or words that few others use.
import { type Board, bodyOf, type Task } from '../board/board.ts';

const stop: ReadonlySet<string> = new Set(
  `
    about after again also before been being build change clean each file files
    find first from have index into just last like main make more move need
    next only other over page some source still task test tests than that them
    then there these they this update when where which with work write your
    objective todo doing done html json lib src
  `
    .trim()
    .split(/\s+/u),
);

/** The telling words of a text: four letters or more, in lower case, `CamelCase` and `snake_case` taken apart, plurals folded. */
export function wordsOf(text: string): Set<string> {
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{4,}/gu);
  return new Set(
    (words ?? [])
      .map((word) => word.replace(/(?<=.{4})s$/u, ''))
      .filter((word) => !stop.has(word) && !/^\d+$/u.test(word)),
  );
}

/**
 * The paths that a text names: with a slash, or with an extension. Taken from whole runs of letters, so that a very long one takes no
 * longer than it is.
 */
export function pathsIn(text: string): string[] {
  const runs = text.match(/[\p{L}\p{N}_.@+/-]+/gu) ?? [];
  return runs.flatMap((run) =>
    run
      .split(/\/{2,}/u)
      .map((part) => part.replace(/^\/|\/$/gu, '').replace(/(?<!\.)\.+$/u, ''))
      .filter((part) => part.includes('/') || /[\p{L}\p{N}_@+-]\.[A-Za-z][A-Za-z0-9]{0,7}$/u.test(part)),
  );
}

/** The path among `paths` that a text names, whole or by its end. */
export function namedPath(text: string, paths: readonly string[]): string | undefined {
  const named = pathsIn(text);
  return paths.find((path) => named.some((name) => path === name || path.endsWith(`/${name}`)));
}

/** All that a task says. */
export function textOf(board: Board, task: Task): string {
  return [task.title, ...task.tags, ...bodyOf(board, task)].join('\n');
}

/** What it still asks for: the boxes that are ticked speak of what is done. */
export function textStillOpen(board: Board, task: Task): string {
  const body = bodyOf(board, task).filter((line) => !/^\s*[-+*] \[[xX]\] /u.test(line));
  return [task.title, ...task.tags, ...body].join('\n');
}
