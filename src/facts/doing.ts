// What is under way, in the order in which it is to be gone on with: that first whose files are open, or that a person asked for.
import { type Board, isFree, type Task, tasksOf, underWayOf } from '../board/board.ts';
import { matchKey } from '../text/text.ts';
import type { Facts } from './facts-types.ts';
import { workIn } from './in-flight.ts';
import { lookingDone } from './looks-done.ts';
import { notUnderWay } from './not-under-way.ts';
import { namedPath, textOf, textStillOpen } from './related.ts';
import { issueOf, issuesIn } from './speaks-of.ts';
import { topicOf } from './topic-words.ts';
import { concernsIn } from './wishes.ts';

type Known = Pick<
  Facts,
  'board' | 'agent' | 'looksDone' | 'news' | 'evidence' | 'inFlight' | 'loose' | 'project' | 'wanted'
>;

/** The tasks under way, without what looks done, the likeliest first; those of which nothing speaks keep the order of the board. */
export function underWay(facts: Known): readonly Task[] {
  const { board, agent } = facts;
  if (board === undefined) return [];
  const tasks = underWayOf(board, agent, notUnderWay(board, facts));
  if (tasks.length < 2) return tasks;
  const weighed = weighing(facts, board, tasks);
  return tasks
    .map((task) => ({ task, weight: weighed(task) }))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ task }) => task);
}

/** The task under way that the files in flight are for; undefined if they do not say so by a path, or by two words that few tasks have. */
export function taskInFlight(facts: Known): Task | undefined {
  const { board } = facts;
  const work = workIn(facts);
  const [task] = underWay(facts);
  if (board === undefined || task === undefined || work.length === 0) return undefined;
  return weighing({ ...facts, wanted: undefined }, board, leavesOf(board))(task) >= 2 ? task : undefined;
}

/** The open task that the last prompt names: by its issue (if no other has the same), by its title, or by two telling words that no other open task has, and no other one does as well. */
export function taskAsked({
  board,
  agent,
  looksDone,
  wanted,
}: Pick<Known, 'board' | 'agent' | 'looksDone' | 'wanted'>): Task | undefined {
  if (board === undefined || wanted === undefined) return undefined;
  const concern = concernsIn(wanted).join('\n');
  const asked = matchKey(concern).key;
  const askedWords = tokensIn(concern);
  const over = lookingDone(board, looksDone);
  const open = leavesOf(board).filter(
    (task) => !task.isProtected && !over.has(task.index) && isFree(board, task, agent),
  );
  const issues = issuesIn(concern);
  const byIssue = issues.size === 0 ? [] : open.filter((task) => issues.has(issueOf(board, task) ?? ''));
  if (byIssue.length > 0) return byIssue.length === 1 ? byIssue[0] : undefined;
  const byTitle = open.filter(({ title }) => title.length >= 4 && asked.includes(matchKey(title).key));
  if (byTitle.length > 0) return byTitle.toSorted((one, other) => other.title.length - one.title.length)[0];
  const rare = rareWords(board, leavesOf(board), askedWords);
  const [best, second] = open
    .map((task) => ({ task, words: rare(task).length }))
    .toSorted((one, other) => other.words - one.words);
  return best !== undefined && best.words >= 2 && best.words > (second?.words ?? 0) ? best.task : undefined;
}

/** Several tasks are under way, files lie open, and nothing says for which of them. */
export function isOneOfMany(facts: Known): boolean {
  const isUnknown = facts.wanted === undefined && underWay(facts).length > 1 && workIn(facts).length > 0;
  return isUnknown && taskInFlight(facts) === undefined;
}

/** What is under way first has no word of what was asked last, and no file in flight speaks for it. */
export function isBesides(facts: Known): boolean {
  const { board, wanted } = facts;
  const [task] = underWay(facts);
  if (board === undefined || wanted === undefined || task === undefined) return false;
  const about = taskAsked(facts);
  // A word in common says little where another task has more of them.
  if (about !== undefined) return about.index !== task.index && taskInFlight(facts) === undefined;
  const asked = tokensIn(wanted);
  const isNamed = [...tokensIn(textOf(board, task))].some((word) => asked.has(word));
  return !isNamed && taskInFlight(facts) === undefined;
}

/** Open tasks without open ones below them: a task has its words from what it lies under. */
function leavesOf(board: Board): Task[] {
  const open = tasksOf(board).filter(({ isDone }) => !isDone);
  const parents = new Set(open.map(({ parent }) => parent));
  return open.filter(({ index }) => !parents.has(index));
}

/** Which of the words `said` a task has, and no other of `among`. */
function rareWords(board: Board, among: readonly Task[], said: ReadonlySet<string>): (task: Task) => string[] {
  // Most tasks have none of them, which is seen sooner than a text is taken apart.
  const beginnings = [...said].map((word) => word.slice(0, 3));
  const wordsOf = (task: Task): string[] => {
    const text = textStillOpen(board, task).toLowerCase();
    return beginnings.some((begin) => text.includes(begin)) ? [...tokensIn(text)].filter((word) => said.has(word)) : [];
  };
  const words = new Map(among.map((task) => [task.index, wordsOf(task)]));
  const shared = new Map<string, number>();
  for (const own of words.values()) for (const word of own) shared.set(word, (shared.get(word) ?? 0) + 1);
  return (task) => (words.get(task.index) ?? wordsOf(task)).filter((word) => (shared.get(word) ?? 1) < 2);
}

/** How much speaks for a task: a file in flight that it names, a prompt that names it, telling words that no other of `among` has. */
function weighing(facts: Known, board: Board, among: readonly Task[]): (task: Task) => number {
  const { project, wanted } = facts;
  const work = workIn(facts);
  // A branch is named for what is done on it.
  const rare = rareWords(
    board,
    among,
    tokensOfPaths([...work.filter((path) => !ofEverything.test(path)), project.branch ?? '']),
  );
  const concern = concernsIn(wanted ?? '').join('\n');
  const asked = matchKey(concern).key;
  const rareAsked = rareWords(board, concern === '' ? [] : among, tokensIn(concern));
  return (task) => {
    const path = namedPath(textOf(board, task), work) === undefined ? 0 : 100;
    const title = asked !== '' && task.title.length >= 4 && asked.includes(matchKey(task.title).key) ? 50 : 0;
    return path + title + rare(task).length + rareAsked(task).length;
  };
}

/** Files that work of every kind touches: their names speak for no task, unless it names them itself. */
const ofEverything =
  /(?:^|\/)(?:package(?:-lock)?\.json|[\w.-]*lock(?:\.yaml|\.json|b)?|go\.(?:mod|sum)|Cargo\.toml|pyproject\.toml|requirements[^/]*\.txt|mix\.exs|Gemfile|(?:readme|changelog)[^/]*)$/iu;

/** Words of every day and of every project tell nothing. */
const everywhere: ReadonlySet<string> = new Set(
  'src lib app doc docs test tests md ts js tsx jsx py go rs css html json'.split(' '),
);

function tokensIn(text: string): Set<string> {
  return new Set([...topicOf(text)].flatMap(([stem, weight]) => (weight < 1 || everywhere.has(stem) ? [] : [stem])));
}

function tokensOfPaths(paths: readonly string[]): Set<string> {
  const parts = paths.map((path) => path.replaceAll(/[/._-]/gu, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  return new Set([...tokensIn(paths.join('\n')), ...tokensIn(parts.join('\n'))]);
}
