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
  // The same for ASCII, as nearly all texts are: the classes of all letters take long to be made ready, and longer to be looked through.
  if (/^[\0-\x7f]*$/.test(text)) return new Set(plainWords(text));
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

function plainWords(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]{4,}/g) ?? [];
  return words
    .map((word) => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word))
    .filter((word) => !stop.has(word) && !/^[0-9]+$/.test(word));
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
  // Whoever names a path says its last part as it is.
  const likely = paths.filter((path) => text.includes(path.slice(path.lastIndexOf('/') + 1)));
  if (likely.length === 0) return undefined;
  const named = pathsIn(text);
  return likely.find((path) => named.some((name) => path === name || path.endsWith(`/${name}`)));
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
