// Which task somebody means by its title. Exact, then normalised, the longest title first; never guessed.
import { matchKey, skeleton } from '../text/text.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

/** The task, and what stood behind its title (a verdict's reason). Not finding one is an answer. */
export type Match =
  | {
      readonly kind: 'found';
      readonly task: Task;
      readonly why: string;
      readonly how: 'exact' | 'normalised' | 'prefix';
    }
  | { readonly kind: 'ambiguous'; readonly tasks: readonly Task[]; readonly reason: string }
  | { readonly kind: 'unresolved'; readonly reason: string };

export interface MatchOptions {
  /** Also take a title's unique beginning, of at least 12 characters. Off for dreams unless their owner wants it. */
  readonly prefix?: boolean;
}

interface Hit {
  readonly task: Task;
  readonly length: number;
  readonly why: string;
}

const separators: readonly string[] = [' — ', ' – ', ' -- ', ' - '];
const plainSeparators: readonly string[] = [' -- ', ' - '];
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
  '=': '=',
  '~': '~',
};

/** Finds the task that `wanted` names: its title alone, or its title, a dash, and a reason. */
export function matchTask(board: Board, wanted: string, options: MatchOptions = {}): Match {
  const tasks = tasksOf(board).filter((task) => task.title !== '');
  const spellings = [wanted.trim(), ...unquoted(wanted.trim())];
  for (const [how, hits] of [
    ['exact', () => spellings.flatMap((text) => exactHits(tasks, text))],
    ['normalised', () => spellings.flatMap((text) => normalisedHits(board, tasks, text))],
    ['prefix', () => (options.prefix === true ? prefixHits(tasks, spellings[0] ?? '') : [])],
  ] as const) {
    const chosen = choose(hits());
    if (chosen === undefined) continue;
    if (Array.isArray(chosen)) return { kind: 'ambiguous', tasks: chosen, reason: 'more than one task has this title' };
    const twins = tasks.filter((task) => isDisguise(task.title, chosen.task.title));
    if (twins.length > 0)
      return {
        kind: 'ambiguous',
        tasks: [chosen.task, ...twins],
        reason: 'another task has a title that looks the same',
      };
    return { kind: 'found', task: chosen.task, why: chosen.why, how };
  }
  const lookAlike = tasks.find((task) => spellings.some((text) => isDisguise(task.title, text)));
  if (lookAlike !== undefined)
    return { kind: 'unresolved', reason: `it only looks like "${lookAlike.title}" (letters of another script)` };
  return { kind: 'unresolved', reason: 'no task has this title' };
}

/** The longest title wins; of tasks with the same title, the only open one. An array means that nobody can tell. */
function choose(hits: readonly Hit[]): Hit | Task[] | undefined {
  const longest = Math.max(...hits.map((hit) => hit.length));
  const best = hits.filter((hit) => hit.length === longest);
  const tasks = [...new Set(best.map((hit) => hit.task))];
  const open = tasks.filter((task) => !task.isDone);
  if (tasks.length > 1 && open.length !== 1) return tasks;
  return best.find((hit) => hit.task === (open[0] ?? tasks[0]));
}

function exactHits(tasks: readonly Task[], text: string): Hit[] {
  return tasks.flatMap((task) => {
    const why = whatFollows(text, task.title, separators);
    return why === undefined ? [] : [{ task, length: task.title.length, why: text.slice(text.length - why).trim() }];
  });
}

/** As exact, with spelling laid aside: dashes, quotes, spaces, case, a leading state word, a priority, tags. */
function normalisedHits(board: Board, tasks: readonly Task[], text: string): Hit[] {
  const words = [...board.keywords.open, ...board.keywords.done].map((word) => word.toLowerCase());
  const whole = matchKey(text);
  const offsets = decorationsBefore(whole.key, words);
  return tasks.flatMap((task) => {
    const title = matchKey(task.title).key;
    const tags = task.tags.length === 0 ? [] : [` :${task.tags.join(':').toLowerCase()}:`];
    const titles = decorationsBefore(title, words)
      .map((offset) => title.slice(offset))
      .filter((part) => part !== '');
    for (const offset of offsets) {
      for (const body of titles) {
        for (const tail of ['', ...tags]) {
          const rest = whatFollows(whole.key.slice(offset), body + tail, plainSeparators);
          if (rest === undefined) continue;
          const from =
            rest === 0 ? whole.original.length : (whole.at[whole.key.length - rest] ?? whole.original.length);
          return [{ task, length: body.length, why: whole.original.slice(from).trim() }];
        }
      }
    }
    return [];
  });
}

/** Where a title may begin if it is written with its keyword and priority before it: at 0, and after each of those. */
function decorationsBefore(key: string, words: readonly string[]): number[] {
  const offsets = [0];
  const keyword = words.find((word) => key.startsWith(`${word} `) || key.startsWith(`${word}: `));
  let at = 0;
  if (keyword !== undefined) {
    at = key.indexOf(' ') + 1;
    offsets.push(at);
  }
  if (/^\[#[a-z0-9]{1,2}\] /u.test(key.slice(at, at + 6))) offsets.push(at + key.slice(at).indexOf(' ') + 1);
  return offsets;
}

function prefixHits(tasks: readonly Task[], text: string): Hit[] {
  const [before = ''] = separators.reduce((parts, separator) => [parts[0]?.split(separator)[0] ?? ''], [text]);
  return [text, before].flatMap((part) => {
    const beginning = matchKey(part.replace(/(?:…|\.\.\.)$/u, '')).key;
    if (beginning.length < 12) return [];
    const length = beginning.length;
    return tasks
      .filter((task) => matchKey(task.title).key.startsWith(beginning))
      .map((task) => ({ task, length, why: part === text ? '' : text.slice(part.length).replace(/^[\s—–-]+/u, '') }));
  });
}

/** How many characters follow `title` and a separator in `text`; 0 if they are the same, undefined if `text` is about something else. */
function whatFollows(text: string, title: string, between: readonly string[]): number | undefined {
  if (!text.startsWith(title)) return undefined;
  if (text.length === title.length) return 0;
  const separator = between.find((candidate) => text.startsWith(candidate, title.length));
  return separator === undefined ? undefined : text.length - title.length - separator.length;
}

/** `"title" — why` → `title — why`. */
function unquoted(text: string): string[] {
  const closing = quotes[text[0] ?? ''];
  if (closing === undefined) return [];
  const end = text.lastIndexOf(closing);
  return end > 0 ? [text.slice(1, end) + text.slice(end + 1)] : [];
}

function isDisguise(one: string, other: string): boolean {
  return matchKey(one).key !== matchKey(other).key && skeleton(one) === skeleton(other);
}
