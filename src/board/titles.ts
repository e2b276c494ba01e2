// The titles of a board in the forms in which they are compared, made once however many names are looked up in them.
import { matchKey, skeleton } from '../text/text.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

/** A task under one of its names. */
export interface Candidate {
  readonly task: Task;
  readonly name: string;
  readonly key: string;
  /** The key without the keyword and priority it may itself begin with, each with and without the task's tags behind it. */
  readonly spellings: readonly { readonly text: string; readonly length: number }[];
}

export interface Titles {
  /** The board's keywords, in lower case. */
  readonly words: readonly string[];
  readonly candidates: readonly Candidate[];
  /** Those that a hasty reader would take for each other. */
  readonly alike: ReadonlyMap<string, readonly Candidate[]>;
}

export function titlesOf(board: Board): Titles {
  const words = [...board.keywords.open, ...board.keywords.done].map((word) => word.toLowerCase());
  const candidates: Candidate[] = [];
  const alike = new Map<string, Candidate[]>();
  for (const task of tasksOf(board)) {
    if (task.title === '') continue;
    for (const name of namesOf(task)) {
      const { key } = matchKey(name);
      const candidate = { task, name, key, spellings: spellingsOf(task, key, words) };
      const look = skeleton(name);
      candidates.push(candidate);
      const others = alike.get(look);
      if (others === undefined) alike.set(look, [candidate]);
      else others.push(candidate);
    }
  }
  return { words, candidates, alike };
}

/** A cancelled task has its reason at the end of its title, and is still known by what it was called before. */
function namesOf(task: Task): string[] {
  const reason = task.state === 'CANCELLED' || task.state === 'CANCELED' ? task.title.lastIndexOf(' — ') : -1;
  return reason > 0 ? [task.title, task.title.slice(0, reason)] : [task.title];
}

function spellingsOf({ tags }: Task, key: string, words: readonly string[]): Candidate['spellings'] {
  const tails = ['', ...(tags.length === 0 ? [] : [` :${tags.join(':').toLowerCase()}:`])];
  return decorationsBefore(key, words)
    .map((offset) => key.slice(offset))
    .filter((body) => body !== '')
    .flatMap((body) => tails.map((tail) => ({ text: body + tail, length: body.length })));
}

/** Where a title may begin if it is written with its keyword and priority before it: at 0, and after each of those. */
export function decorationsBefore(key: string, words: readonly string[]): number[] {
  const offsets = [0];
  const keyword = words.find(
    (word) =>
      key.startsWith(word) && (key[word.length] === ' ' || (key[word.length] === ':' && key[word.length + 1] === ' ')),
  );
  let at = 0;
  if (keyword !== undefined) {
    at = key.indexOf(' ') + 1;
    offsets.push(at);
  }
  if (/^\[#[a-z0-9]{1,2}\] /u.test(key.slice(at, at + 6))) offsets.push(at + key.slice(at).indexOf(' ') + 1);
  return offsets;
}
