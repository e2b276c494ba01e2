// How much a piece of work speaks of a task: by words that few others use, by the number of its issue, and by what kind of deed it was.
import { type Board, bodyOf, type Task } from '../board/board.ts';
import type { Topic, Work } from './day-works.ts';
import { topicOf } from './topic-words.ts';

export interface TaskTopic {
  readonly task: Task;
  readonly title: Topic;
  /** Body and boxes. */
  readonly more: Topic;
  readonly number: string | undefined;
  readonly deed: Deed | undefined;
  readonly openBoxes: readonly string[];
  readonly hasBoxes: boolean;
}

export interface Spoken {
  readonly score: number;
  /** How much of the title it has, from 0 to 1. */
  readonly cover: number;
  readonly words: readonly string[];
  /** It names the issue of the task. */
  readonly isNumbered: boolean;
}

/** How rare a word is here: 1 for one that is in two texts, say a task and a commit; less for what is in many. */
export type Rarity = (stem: string) => number;

/** What is done to a thing. Where a task and a commit each say one, they must say the same. */
type Deed = 'document' | 'test' | 'remove' | 'release';

const deeds: readonly (readonly [Deed, RegExp, RegExp])[] = [
  // In a task; in a commit.
  [
    'document',
    /\b(?:document(?:ed|ation)?|docs?|readme|guide|tutorial|notes for|explain)\b/iu,
    /\b(?:document(?:ed|ation|ing)?|docs?|readme|guide|tutorial|changelog)\b/iu,
  ],
  ['test', /\b(?:tests?|coverage|spec)\b/iu, /\b(?:tests?|coverage|specs?)\b/iu],
  [
    'remove',
    /^(?:\S+: )?(?:remove|drop|delete|get rid of|no more|retire|deprecate|stop|kill)\b/iu,
    /\b(?:remov(?:e[sd]?|ing|al)|drop(?:s|ped|ping)?|delet(?:e[sd]?|ing)|rid of|replac(?:e[sd]?|ing)|without|retire[sd]?|deprecate[sd]?|stop(?:s|ped)?|no longer|revert)\b/iu,
  ],
  [
    'release',
    /^(?:\S+: )?(?:release|publish|announce|ship|tag|cut)\b/iu,
    /\b(?:release|publish|bump|version|announce)/iu,
  ],
];

export function topicOfTask(board: Board, task: Task): TaskTopic {
  const body = bodyOf(board, task);
  const boxes = body.flatMap((line) => {
    const [, mark, text] = /^\s*[-+*] \[([ xX-])\] (.*)$/u.exec(line) ?? [];
    return text === undefined ? [] : [{ text, isOpen: mark === ' ' || mark === '-' }];
  });
  // Most nights nothing landed, and nobody asks for the words of a thousand tasks.
  let [title, more]: (Topic | undefined)[] = [];
  return {
    task,
    get title() {
      title ??= topicOf(task.title);
      return title;
    },
    get more() {
      more ??= topicOf(body.join('\n'));
      return more;
    },
    number: numberOf(task.title, body),
    get deed() {
      return deeds.find(([, inTask]) => inTask.test(task.title))?.[0];
    },
    openBoxes: boxes.filter(({ isOpen }) => isOpen).map(({ text }) => text),
    hasBoxes: boxes.length > 0,
  };
}

/** The issue of a task: in its title, or on a line of its own below it. What it is blocked by, or like, is another one. */
function numberOf(title: string, body: readonly string[]): string | undefined {
  const own =
    /^\s*(?:[-+*]\s+)?(?:(?:issue|ticket|bug|pr|pull request|closes|fixes)\b:?\s*)?(?:#|https?:\/\/\S{1,200}\/(?:issues|pull|merge_requests)\/)(\d{1,6})\s*$/iu;
  const inTitle = /(?<![\w/.-])#(\d{1,6})\b/u.exec(title)?.[1];
  return inTitle ?? body.map((line) => own.exec(line)?.[1]).find((found) => found !== undefined);
}

/** The number of the issue that a task is for. */
export function issueOf(board: Board, task: Task): string | undefined {
  return numberOf(task.title, bodyOf(board, task));
}

/** The numbers of all issues that a text names: `#12`, or the address of one. */
export function issuesIn(text: string): Set<string> {
  const named = /(?<![\w/.-])#(\d{1,6})\b|https?:\/\/\S{1,200}\/(?:issues|pull|pulls|merge_requests)\/(\d{1,6})\b/gu;
  return new Set([...text.matchAll(named)].flatMap(([, short, long]) => short ?? long ?? []));
}

/** Words are rare by how few of these texts have them. The texts are read when somebody asks for the first time. */
export function rarityAmong(textsOf: () => readonly Topic[]): Rarity {
  let rarity: Rarity | undefined;
  return (stem) => {
    rarity ??= rarityIn(textsOf());
    return rarity(stem);
  };
}

function rarityIn(texts: readonly Topic[]): Rarity {
  const counts = new Map<string, number>();
  for (const text of texts) for (const stem of text.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const most = Math.log(1 + texts.length / 2);
  return (stem) => Math.log(1 + texts.length / (counts.get(stem) ?? 1)) / most;
}

/** `#12`, and not `owner/other#12`. */
function numberIn(number: string): string {
  return `(?<![\\w/.-])#${number}\\b`;
}

/** The address of an issue on the web. Of which project it is, nobody asks here: so it says less than a number. */
function addressIn(number: string): string {
  return `https?://\\S{1,200}/(?:issues|pull|pulls|merge_requests)/${number}\\b`;
}

/** As much as more than two rare words. */
const byNumber = 2.4;

export function speaksOf({ title, more, number }: TaskTopic, work: Work, rarity: Rarity): Spoken {
  let [score, whole, found] = [0, 0, 0];
  let isNumbered = false;
  const words: string[] = [];
  for (const [stem, weight] of new Map([...more, ...title])) {
    const isTitle = title.has(stem);
    const rare = weight * rarity(stem) * (isTitle ? 1 : 0.6);
    const said = saidIn(work, stem);
    if (isTitle) whole += rare;
    if (said === 0) continue;
    score += rare * said;
    if (isTitle) found += rare * said;
    words.push(stem);
  }
  // By its address alone it may be another project's issue.
  const which = number === undefined ? undefined : `${numberIn(number)}${found > 0 ? `|${addressIn(number)}` : ''}`;
  if (which !== undefined && new RegExp(which, 'u').test(`${work.text}\n${work.askedText}`)) {
    score += byNumber;
    isNumbered = true;
    words.push(`#${number}`);
  }
  return { score, cover: whole === 0 ? 0 : found / whole, words, isNumbered };
}

function saidIn({ subject, asked, body, goesOn, paths }: Work, stem: string): number {
  if (subject.has(stem) || asked.has(stem)) return 1;
  if (body.has(stem)) return 0.8;
  if (goesOn.has(stem)) return 0.5;
  return paths.has(stem) ? 0.4 : 0;
}

/** Whether the work says, in words, at least half of a box. */
export function isOfBox(box: string, work: Work, rarity: Rarity): boolean {
  let [whole, found] = [0, 0];
  for (const [stem, weight] of topicOf(box)) {
    whole += weight * rarity(stem);
    if (saidIn(work, stem) >= 0.8) found += weight * rarity(stem);
  }
  return whole > 0 && found >= 0.5 * whole;
}

/**
 * `closes #12`. That it is the pull request of that number says less: those come in parts. By an address it closes a task of which it has a word as
 * well (`cover`): the issue may be another project's.
 */
export function closes({ text }: Work, number: string | undefined, cover: number): boolean {
  if (number === undefined) return false;
  // "Does not fix #12", "partly fixes #12", "to fix #12", "when somebody fixes #12", a quoted "fixes #12" and "closes #12 only in part" close nothing.
  const before =
    'not|never|cannot|partly|partially|half|almost|will|would|could|should|might|may|to|if|when|once|until|somebody|someone|who';
  const hardly = String.raw`(?<!(?:\b(?:${before})|n['’]t)\s+(?:\w+\s+)?|["'\x60“‘])`;
  const partly = String.raw`(?!\s*,?\s*(?:only\s+)?(?:in part|partly|partially|half)\b|\s+only\b)`;
  const which = cover >= 0.2 ? `(?:${numberIn(number)}|${addressIn(number)})` : numberIn(number);
  return new RegExp(`${hardly}\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? ${which}${partly}`, 'iu').test(text);
}

/** `see #12`, `part of #12`: whoever says so has more to come. */
export function onlyRefersTo({ text }: Work, number: string | undefined): boolean {
  if (number === undefined) return false;
  const which = `(?:${numberIn(number)}|${addressIn(number)})`;
  return new RegExp(`\\b(?:see|cf|refs?|references?|part of|towards?|related to|relates to):? ${which}`, 'iu').test(
    text,
  );
}

/** Whether a task and a piece of work are about different deeds: to document a thing is not to mend it. */
export function isOtherDeed({ deed }: TaskTopic, { text, commit: { files } }: Work): boolean {
  if (deed === undefined) return false;
  const isInFiles =
    deed === 'document'
      ? files.some((path) => /\.(?:md|rst|txt|adoc|org|html)$|(?:^|\/)docs?\//iu.test(path))
      : deed === 'test' && files.some((path) => /(?:^|[/_.-])(?:tests?|specs?)(?:[/_.-]|$)/iu.test(path));
  return !isInFiles && deeds.every(([each, , inCommit]) => each !== deed || !inCommit.test(text));
}
