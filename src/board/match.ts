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

/** A task with its title in the forms that are compared, each made once. */
interface Candidate {
  readonly task: Task;
  readonly key: string;
  readonly look: string;
}

/** Finds the task that `wanted` names: its title alone, or its title, a dash, and a reason. */
export function matchTask(board: Board, wanted: string, options: MatchOptions = {}): Match {
  const candidates = tasksOf(board)
    .filter((task) => task.title !== '')
    .map((task): Candidate => ({ task, key: matchKey(task.title).key, look: skeleton(task.title) }));
  const spellings = [wanted.trim(), ...unquoted(wanted.trim())];
  for (const [how, hits] of [
    ['exact', () => spellings.flatMap((text) => exactHits(candidates, text))],
    ['normalised', () => spellings.flatMap((text) => normalisedHits(board, candidates, text))],
    ['prefix', () => (options.prefix === true ? prefixHits(candidates, spellings[0] ?? '') : [])],
  ] as const) {
    const chosen = choose(hits());
    if (chosen === undefined) continue;
    if (Array.isArray(chosen)) return { kind: 'ambiguous', tasks: chosen, reason: 'more than one task has this title' };
    const twins = disguisesOf(candidates, chosen.task.title);
    if (twins.length > 0)
      return {
        kind: 'ambiguous',
        tasks: [chosen.task, ...twins],
        reason: 'another task has a title that looks the same',
      };
    return { kind: 'found', task: chosen.task, why: chosen.why, how };
  }
  const [lookAlike] = spellings.flatMap((text) => disguisesOf(candidates, text));
  if (lookAlike !== undefined)
    return { kind: 'unresolved', reason: `it only looks like "${lookAlike.title}" (letters of another script)` };
  return { kind: 'unresolved', reason: 'no task has this title' };
}

/** Tasks that a reader would take for this title although they are spelled in other letters. */
function disguisesOf(candidates: readonly Candidate[], title: string): Task[] {
  const { key } = matchKey(title);
  const look = skeleton(title);
  return candidates.filter((other) => other.look === look && other.key !== key).map(({ task }) => task);
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

function exactHits(candidates: readonly Candidate[], text: string): Hit[] {
  return candidates.flatMap(({ task }) => {
    const why = whatFollows(text, task.title, separators);
    return why === undefined ? [] : [{ task, length: task.title.length, why: text.slice(text.length - why).trim() }];
  });
}

/** As exact, with spelling laid aside: dashes, quotes, spaces, case, a leading state word, a priority, tags. */
function normalisedHits(board: Board, candidates: readonly Candidate[], text: string): Hit[] {
  const words = [...board.keywords.open, ...board.keywords.done].map((word) => word.toLowerCase());
  const whole = matchKey(text);
  const offsets = decorationsBefore(whole.key, words);
  return candidates.flatMap(({ task, key: title }) => {
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

function prefixHits(candidates: readonly Candidate[], text: string): Hit[] {
  const [before = ''] = separators.reduce((parts, separator) => [parts[0]?.split(separator)[0] ?? ''], [text]);
  return [text, before].flatMap((part) => {
    const beginning = matchKey(part.replace(/(?:…|\.\.\.)$/u, '')).key;
    if (beginning.length < 12) return [];
    const length = beginning.length;
    return candidates
      .filter(({ key }) => key.startsWith(beginning))
      .map(({ task }) => ({
        task,
        length,
        why: part === text ? '' : text.slice(part.length).replace(/^[\s—–-]+/u, ''),
      }));
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
