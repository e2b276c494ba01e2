// Which task somebody means by its title. Exact, then normalised, the longest title first; never guessed.
import { matchKey, skeleton } from '../text/text.ts';
import type { Board, Task } from './parse.ts';
import { type Candidate, decorationsBefore, type Titles, titlesOf } from './titles.ts';

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
  readonly how: 'exact' | 'normalised' | 'prefix';
  /** Of the title in its normalised form, so that spellings can be compared. */
  readonly length: number;
  readonly why: string;
}

const separators: readonly string[] = [' — ', ' – ', ' -- ', ' - '];
const plainSeparators: readonly string[] = [' -- ', ' - '];
/** Each with the sign that closes it. */
const quotes: readonly string[] = ['""', "''", '``', '“”', '‘’', '«»', '==', '~~'];

/** Finds the task that `wanted` names: its title alone, or its title, a dash, and a reason. */
export function matchTask(board: Board, wanted: string, options: MatchOptions = {}): Match {
  return matchAmong(titlesOf(board), wanted, options);
}

/** The same for whoever has more than one name to look up on a board. */
export function matchAmong(titles: Titles, wanted: string, options: MatchOptions = {}): Match {
  const { candidates } = titles;
  const spellings = [wanted.trim(), ...unquoted(wanted.trim())];
  const named = spellings.flatMap((text) => [...exactHits(candidates, text), ...normalisedHits(titles, text)]);
  const hits = named.length === 0 && options.prefix === true ? prefixHits(candidates, spellings[0] ?? '') : named;
  const chosen = choose(hits);
  if (Array.isArray(chosen)) return { kind: 'ambiguous', tasks: chosen, reason: 'more than one task has this title' };
  if (chosen !== undefined) {
    const twins = disguisesOf(titles, chosen.task.title);
    if (twins.length > 0)
      return {
        kind: 'ambiguous',
        tasks: [chosen.task, ...twins],
        reason: 'another task has a title that looks the same',
      };
    return { kind: 'found', task: chosen.task, why: chosen.why, how: chosen.how };
  }
  const [lookAlike] = spellings.flatMap((text) => disguisesOf(titles, text));
  if (lookAlike !== undefined)
    return { kind: 'unresolved', reason: `it only looks like "${lookAlike.title}" (letters of another script)` };
  return { kind: 'unresolved', reason: 'no task has this title' };
}

/** Tasks that a reader would take for this title although they are spelled in other letters. */
function disguisesOf({ alike }: Titles, title: string): Task[] {
  const { key } = matchKey(title);
  return (alike.get(skeleton(title)) ?? []).filter((other) => other.key !== key).map(({ task }) => task);
}

/**
 * The longest title wins, however it is spelled; of equally long ones those that are spelled exactly; of tasks with the same title the
 * only open one. An array means that nobody can tell.
 */
function choose(hits: readonly Hit[]): Hit | Task[] | undefined {
  const longest = hits.reduce((most, hit) => Math.max(most, hit.length), 0);
  const longestHits = hits.filter((hit) => hit.length === longest);
  const exact = longestHits.filter((hit) => hit.how === 'exact');
  const best = exact.length > 0 ? exact : longestHits;
  const tasks = [...new Set(best.map((hit) => hit.task))];
  const open = tasks.filter((task) => !task.isDone);
  if (tasks.length > 1 && open.length !== 1) return tasks;
  return best.find((hit) => hit.task === (open[0] ?? tasks[0]));
}

function exactHits(candidates: readonly Candidate[], text: string): Hit[] {
  return candidates.flatMap(({ task, name, key }): Hit[] => {
    const why = whatFollows(text, name, separators);
    return why === undefined
      ? []
      : [{ task, how: 'exact', length: key.length, why: text.slice(text.length - why).trim() }];
  });
}

/** As exact, with spelling laid aside: dashes, quotes, spaces, case, a leading state word, a priority, tags. */
function normalisedHits({ words, candidates }: Titles, text: string): Hit[] {
  const whole = matchKey(text);
  const parts = decorationsBefore(whole.key, words).map((offset) => whole.key.slice(offset));
  return candidates.flatMap(({ task, spellings }): Hit[] => {
    for (const part of parts) {
      for (const spelling of spellings) {
        const rest = whatFollows(part, spelling.text, plainSeparators);
        if (rest === undefined) continue;
        const from = rest === 0 ? whole.original.length : (whole.at[whole.key.length - rest] ?? whole.original.length);
        return [{ task, how: 'normalised', length: spelling.length, why: whole.original.slice(from).trim() }];
      }
    }
    return [];
  });
}

function prefixHits(candidates: readonly Candidate[], text: string): Hit[] {
  const before = separators.reduce((part, separator) => part.split(separator)[0] ?? '', text);
  return [text, before].flatMap((part) => {
    const beginning = matchKey(part.replace(/(?:…|\.\.\.)$/u, '')).key;
    const { length } = beginning;
    if (length < 12) return [];
    const why = part === text ? '' : text.slice(part.length).replace(/^[\s—–-]+/u, '');
    const begun = candidates.filter(({ key }) => key.startsWith(beginning));
    return begun.map(({ task }): Hit => ({ task, how: 'prefix', length, why }));
  });
}

/** How many characters follow `title` and a separator in `text`; 0 if they are the same, undefined if `text` is about something else. */
function whatFollows(text: string, title: string, between: readonly string[]): number | undefined {
  if (!text.startsWith(title)) return undefined;
  if (text.length === title.length) return 0;
  const separator = between.find((candidate) => text.startsWith(candidate, title.length));
  return separator === undefined ? undefined : text.length - title.length - separator.length;
}

/** `"title" — why` → `title — why`: the closing quote is the first one with nothing or a separator behind it. */
function unquoted(text: string): string[] {
  const closing = quotes.find(([opening]) => opening === text[0])?.[1];
  if (closing === undefined) return [];
  for (let end = text.indexOf(closing, 1); end !== -1; end = text.indexOf(closing, end + 1)) {
    const rest = text.slice(end + 1);
    if (rest.trim() === '' || separators.some((separator) => rest.startsWith(separator)))
      return [text.slice(1, end) + rest];
  }
  return [];
}
