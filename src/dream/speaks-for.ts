// What of a cycle speaks for going on with a task, for letting it go, or for giving it up: a model's word alone moves nothing.
import { type Task, tasksOf } from '../board/board.ts';
import {
  type Facts,
  namedPath,
  nextTask,
  type SpokenFor,
  spokenFor,
  taskAsked,
  textOf,
  underWay,
  wordsOf,
  workIn,
} from '../facts/facts.ts';
import { matchKey } from '../text/text.ts';
import { boardNews } from './board-news.ts';
import { short } from './input.ts';
import { signsOf, tasksNear } from './verdicts.ts';

/** What the commits say of the open tasks; looked at when first asked, and then known. */
export type Spoken = (task: Task) => SpokenFor | undefined;

export function spokenIn(facts: Facts): Spoken {
  let known: ReadonlyMap<number, SpokenFor> | undefined;
  return ({ index }) => {
    if (facts.board === undefined) return undefined;
    known ??= spokenFor(facts, facts.board);
    return known.get(index);
  };
}

/** Each gives what speaks for it, in words of ours; undefined if nothing does. What is answered once is known. */
export interface Reasons {
  goOn(task: Task): string | undefined;
  letGo(task: Task): string | undefined;
  giveUp(task: Task, why: string): string | undefined;
}

export function reasonsIn(facts: Facts, spoken: Spoken): Reasons {
  const known = {
    signs: once(() => signsOf(facts)),
    near: once(() => new Set(tasksNear(facts).map(({ task }) => task.index))),
    asked: once(() => taskAsked(facts)?.index),
    prompts: once(() => facts.asked.map((text) => matchKey(text).key)),
    closed: once(() => boardNews(facts).closed),
    first: once(() => (underWay(facts).length > 0 || workIn(facts).length > 0 ? undefined : nextTask(facts)?.index)),
  };
  const isSeen = ({ title }: Task): boolean | undefined => known.signs().find(({ task }) => task === title)?.seen;
  return {
    goOn: (task) => {
      const by = workOn(facts, spoken, task);
      if (by !== undefined) return `this cycle worked on it: ${by}`;
      if (isSeen(task) === true) return 'this cycle worked on it';
      if (known.near().has(task.index)) return 'the work in flight speaks of it';
      if (known.asked() === task.index || isNamedIn(known.prompts(), task)) return 'a person asked for it';
      if (isAfter(facts, known.closed(), task)) return 'what comes before it was finished';
      if (known.first() === task.index) return 'the board has it first';
      // What is under way is gone on with, unless the work of this cycle was for another one.
      const isOther = known.signs().some(({ seen }) => seen);
      return isSeen(task) === false && !isOther ? 'it is under way on the board' : undefined;
    },
    letGo: (task) => {
      const words = blocked.exec(facts.board === undefined ? '' : textOf(facts.board, task))?.[0];
      if (words !== undefined) return `the board says "${words.toLowerCase()}" of it`;
      if (isSeen(task) !== false) return undefined;
      if (facts.landed.length > 0 || facts.steps.edits.length > 0)
        return 'the work of this cycle was for something else';
      const before = facts.lastNight?.doing.find((each) => each.task === task.title);
      return before?.seen === false ? 'no sign of it in two cycles' : undefined;
    },
    giveUp: (task, why) => relatedIn(facts, spoken, task, why),
  };
}

/** How people say on a board that something cannot go on. */
const blocked = /\b(?:blocked|on hold|waits? (?:for|on|until)|waiting (?:for|on)|depends on|not before)\b/iu;

function isNamedIn(prompts: readonly string[], { title }: Task): boolean {
  const key = matchKey(title).key;
  return key.length >= 8 && prompts.some((prompt) => prompt.includes(key));
}

/** The first thing of this cycle that was done for a task: a commit that speaks of it, or a file that it names by path or by two words. */
export function workOn(facts: Facts, spoken: Spoken, task: Task): string | undefined {
  const { board, steps, inFlight } = facts;
  const commit = spoken(task)?.commits.at(-1);
  if (commit !== undefined) return short(commit);
  if (board === undefined) return undefined;
  const text = textOf(board, task);
  const paths = [...new Set([...steps.edits.map(({ path }) => path), ...inFlight])];
  const words = wordsOf(text);
  return (
    namedPath(text, paths) ?? paths.find((path) => [...wordsOf(path)].filter((word) => words.has(word)).length >= 2)
  );
}

/** The next below the same objective, or one that names what was closed since the last dream. */
function isAfter({ board }: Facts, closed: readonly Task[], task: Task): boolean {
  if (board === undefined || closed.length === 0) return false;
  const text = matchKey(textOf(board, task)).key;
  const siblings = tasksOf(board).filter(({ parent }) => parent === task.parent);
  const before = siblings[siblings.findIndex(({ index }) => index === task.index) - 1];
  const isObjective = task.parent !== undefined && tasksOf(board).some(({ index }) => index === task.parent);
  return closed.some(
    ({ index, title }) =>
      (isObjective && before?.index === index) || (title.length >= 8 && text.includes(matchKey(title).key)),
  );
}

/** A commit, a file or another task that the reason names, and that has to do with the task: it says one of its telling words, or is for it. */
function relatedIn(facts: Facts, spoken: Spoken, task: Task, why: string): string | undefined {
  const { board } = facts;
  if (board === undefined) return undefined;
  const said = why.toLowerCase();
  const words = wordsOf(textOf(board, task));
  const isAbout = (text: string): boolean => [...wordsOf(text)].some((word) => words.has(word));
  const commit = [...facts.landed, ...facts.commits].find(
    ({ id, subject, body, files }) =>
      said.includes(id.slice(0, 7)) &&
      (spoken(task)?.commits.includes(id) === true || isAbout([subject, body, ...files].join('\n'))),
  );
  if (commit !== undefined) return short(commit.id);
  const paths = [
    ...facts.commits.flatMap(({ files }) => files),
    ...facts.project.changed.map(({ path }) => path),
    ...facts.steps.edits.map(({ path }) => path),
  ];
  const path = paths.find(
    (each) =>
      said.includes(each.toLowerCase()) && (namedPath(textOf(board, task), [each]) !== undefined || isAbout(each)),
  );
  if (path !== undefined) return path;
  // Of a task that is done or under way one may say that it makes another needless; of one that nobody began, only its owner.
  const begun = new Set(
    [...tasksOf(board).filter(({ isDone }) => isDone), ...underWay(facts)].map(({ index }) => index),
  );
  return tasksOf(board).find(
    ({ index, title }) =>
      index !== task.index &&
      begun.has(index) &&
      title.length >= 8 &&
      said.includes(title.toLowerCase()) &&
      isAbout(title),
  )?.title;
}

/** Works when it is asked for the first time. */
function once<Result>(work: () => Result): () => Result {
  let kept: { readonly result: Result } | undefined;
  return () => {
    kept ??= { result: work() };
    return kept.result;
  };
}
