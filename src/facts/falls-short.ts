// Commits that speak of a task, and do not finish it: they take it back, do its opposite, try or plan it, or do another one like it.
import type { Work } from './day-works.ts';
import type { TaskTopic } from './speaks-of.ts';
import { stemOf, topicOf } from './topic-words.ts';

/** `againstIt`: what was done for the task before does not count any more. `notYet`: it only does not count itself. */
export type Bearing = 'for' | 'againstIt' | 'notYet';

/** `isNumbered`: it names the issue of the task, so it is about the same thing whatever its words are. */
export function bearingOf(topic: TaskTopic, work: Work, isNumbered: boolean): Bearing {
  const { subject } = work.commit;
  if (takesBack(subject) && !takesBack(topic.task.title)) return 'againstIt';
  const said = [subject, ...work.askedText.split('\n')];
  if (givesUp(work) || said.some((each) => isOpposite(topic, each))) return 'againstIt';
  if (isRefused(topic, work)) return 'notYet';
  if (isNumbered) return 'for';
  return isOnlyMeant(topic, subject) || isOtherNumber(topic, subject) || isBeside(topic, subject) ? 'notYet' : 'for';
}

/** A revert of a revert brings back what it speaks of. */
function takesBack(subject: string): boolean {
  return (
    /^(?:revert(?:ed|s)?\b(?!:? "?revert\b)|back(?:ed)? out |undo |roll(?:ed)? back )/iu.test(saidIn(subject)) ||
    /^revert(?:\([^()]*\))?!?: (?!revert\b)/iu.test(subject)
  );
}

/** Taken out again, or given up: that speaks of a task, and does not finish it. */
function givesUp({ text, askedText }: Work): boolean {
  // "Can't reach a host" is how a person reports what is wrong; in a commit it says what was given up.
  const isSaid = /\b(?:g[ia]ve up|giving up|back(?:ed)? out|tak(?:e|en|ing) (?:it|this|that) out)\b/iu.test(
    `${text}\n${askedText}`,
  );
  return isSaid || /^(?:cannot|can't|could not) /imu.test(text);
}

/** Without `feat(table): ` and `[web] `. */
function saidIn(subject: string): string {
  return subject.replace(/^\[[^\]]{1,40}\]\s*/u, '').replace(/^[\w./*@-]{2,40}(?:\([^()]{1,60}\))?!?: +/u, '');
}

const poles: readonly (readonly [string, string])[] = [
  [
    'add support implement introduce enable allow create include show publish ship build restore keep',
    'remove drop delete disable retire hide forbid disallow unpublish',
  ],
  ['upgrade', 'downgrade'],
  ['raise increase', 'lower decrease reduce'],
];

/** "Drop support for Postgres 16" undoes "Support Postgres 16"; "Remove dead code from the table" does not undo "Add a table". */
function isOpposite({ task, title }: TaskTopic, subject: string): boolean {
  const [wanted, ...named] = wordsIn(task.title);
  const [done = '', ...object] = wordsIn(subject);
  const isAt = (words: string, word: string): boolean => words.split(' ').some((each) => stemOf(each) === stemOf(word));
  const isTurned = poles.some(
    ([one, other]) =>
      (isAt(one, wanted ?? '') && isAt(other, done)) ||
      (isAt(other, wanted ?? '') && isAt(one, done) && named.length > 0),
  );
  // "Remove x again": it was there.
  const isGone =
    /\bagain\b/iu.test(subject) && isAt(poles[0]?.[1] ?? '', done) && !isAt(poles[0]?.[1] ?? '', wanted ?? '');
  const first = object.find((word) => [...topicOf(word).values()].some((weight) => weight >= 1));
  return (isTurned || isGone) && first !== undefined && [...topicOf(first).keys()].every((stem) => title.has(stem));
}

function wordsIn(text: string): string[] {
  return saidIn(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_'’.-]+/u)
    .filter((word) => word !== '');
}

/** "Do not remove the cache" does not remove it, and "does not fix #12" does not fix it. */
function isRefused({ task, number }: TaskTopic, { text, commit: { subject } }: Work): boolean {
  const wanted = stemOf(wordsIn(task.title)[0] ?? '');
  const not = /\b(?:not|don['’]?t|never|no longer|won['’]?t|cannot|can['’]?t|stop(?:s|ped)?|no need to)\s+(\p{L}+)/giu;
  const refused = [...subject.matchAll(not)].map(([, verb = '']) => stemOf(verb.toLowerCase()));
  if (refused.includes(wanted)) return true;
  return (
    number !== undefined &&
    new RegExp(
      `(?:\\bnot|n['’]t|\\bnever|\\bcannot)\\s+(?:\\w+\\s+){0,2}(?:close|fix|resolve)\\w*:? (?:\\S+)?#${number}\\b|\\b(?:re-?open(?:s|ed)?|breaks?|blocked by|before|until):? (?:\\S+)?#${number}\\b`,
      'iu',
    ).test(text)
  );
}

/** Who begins so has something in mind; whoever has a task that begins so has done it. */
const meant =
  /^(?:(?:plan|propos|consider|discuss|try|attempt|investigat|explor|sketch|design|draft|reproduc|postpon|delay|defer|research|spik|prototyp|experiment|stub|scaffold|start|begin|continu)(?:e|es|s|ed|ing)?|tries|tried|todo|fixme|notes?|rfc|proposal|document(?:ed|s)?|describe[sd]?|mention(?:ed|s)?|maybe|almost|nearly|partial(?:ly)?|still)\b/iu;
/** And what says so further on. A test that fails is there before what makes it pass. */
const notYet =
  /\b(?:todo|fixme|not yet|failing (?:unit |regression )?tests?|(?:tests?|spec|repro(?:duction)?) for|still (?:no|not|fails?|failing|broken|open|missing)|partial(?:ly)?|almost|(?:step|phase|stage) \d+(?! of ))\b/iu;

function isOnlyMeant({ task, deed }: TaskTopic, subject: string): boolean {
  const said = saidIn(subject);
  const isTheirs = (found: string | undefined): boolean =>
    found === undefined ||
    wordsIn(task.title).some((word) => stemOf(word) === stemOf(found.toLowerCase().split(' ')[0] ?? ''));
  const [first, later] = [meant.exec(said)?.[0], notYet.exec(said)?.[0]];
  if (!isTheirs(first) && !(deed === 'document' && /^(?:doc|desc|ment)/iu.test(first ?? ''))) return true;
  if (!isTheirs(later) && !(deed === 'test' && /test|spec/iu.test(later ?? ''))) return true;
  // "1/3" and "step 2 of 4"; the last of them is the last.
  const [, at, of] = /\b(\d{1,2}) ?(?:\/|of) ?(\d{1,2})\b/u.exec(said) ?? [];
  return at !== undefined && Number(at) < Number(of) && !task.title.includes(`${at}`);
}

/** A new version of a package, a typo or a merge is seldom what was asked for, whatever was asked before it. */
function isBeside({ title }: TaskTopic, subject: string): boolean {
  const isSmall =
    /^(?:bump|(?:fix(?:ed|es)? )?(?:an? |some )?typos?\b|reformat|format|merge (?:branch|pull|remote|tag)|(?:chore|build)\(deps)/iu;
  return isSmall.test(subject) && ![...topicOf(subject).keys()].some((stem) => title.has(stem));
}

/** "Upgrade to React 18" is not "Upgrade to React 19". Where the commit has no number at all, it may be either. */
function isOtherNumber({ task }: TaskTopic, subject: string): boolean {
  const numbersIn = (text: string): readonly string[] => text.match(/(?<![#\w.-])\d+(?:\.\d+)*(?![\w-])/gu) ?? [];
  const [wanted, said] = [numbersIn(task.title), numbersIn(subject)];
  if (wanted.length === 0 || said.length === 0) return false;
  const isSame = (one: string, other: string): boolean =>
    one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
  return !wanted.some((one) => said.some((other) => isSame(one, other)));
}

/** Commits that a later one of them reverts, and that were not done again after it. What is reverted twice stands. */
export function revertedIn(works: readonly Work[]): ReadonlySet<Work> {
  const standing = new Map<string, Work>();
  const reverted = new Set<Work>();
  for (const work of works) {
    const { subject } = work.commit;
    const before = standing.get(/^Revert "(.+)"$/u.exec(subject)?.[1] ?? '');
    if (before !== undefined) reverted.add(before);
    const twice = standing.get(/^Revert "Revert "(.+)""$/u.exec(subject)?.[1] ?? '');
    if (twice !== undefined) reverted.delete(twice);
    standing.set(subject, work);
  }
  return reverted;
}
