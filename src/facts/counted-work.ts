// Which piece of work counts for which open task, and how clearly it speaks of it.
import type { Task } from '../board/board.ts';
import { byItself, type Work } from './day-works.ts';
import { bearingOf, revertedIn } from './falls-short.ts';
import { isOtherDeed, onlyRefersTo, type Rarity, type Spoken, speaksOf, type TaskTopic } from './speaks-of.ts';

/** One rare word, nearly. */
export const least = 0.8;

export interface Counted extends Spoken {
  readonly work: Work;
  /** How much the same work speaks of the task that is nearest to it beside this one. */
  readonly rival: number;
}

export interface CountedFor {
  readonly counted: ReadonlyMap<Task, readonly Counted[]>;
  readonly touched: ReadonlySet<number>;
  readonly against: ReadonlySet<number>;
}

/**
 * Each piece of work counts for the task it speaks of most, and for others of which it says nearly all. What takes back, or turns around, what
 * a task asks for ends what counted for it until then; what comes later counts again.
 */
export function countFor(topics: readonly TaskTopic[], works: readonly Work[], rarity: Rarity): CountedFor {
  const counted = new Map<Task, readonly Counted[]>();
  const touched = new Set<number>();
  const against = new Set<number>();
  const reverted = revertedIn(works);
  for (const work of works) {
    if (reverted.has(work)) continue;
    const spoken = topics
      .map((topic) => ({ topic, ...speaksOf(topic, work, rarity) }))
      .toSorted((one, other) => other.score - one.score);
    // Who asked for two things at once has not got both with one commit that speaks of neither.
    const isOfMany = spoken.filter(({ topic, cover }) => cover >= 0.8 && !isSaidBy(topic, work, rarity)).length > 1;
    for (const [at, { topic, ...each }] of spoken.entries()) {
      const rival = spoken[at === 0 ? 1 : 0]?.score ?? 0;
      const isTheirs = each.score >= (at === 0 ? least : 1.6) && (at === 0 || each.cover >= 0.8 || each.isNumbered);
      if (!isTheirs || isOtherDeed(topic, work) || (isOfMany && !isSaidBy(topic, work, rarity))) continue;
      if (isRelease(work) && each.cover < 0.5) continue;
      const { task } = topic;
      const bearing = bearingOf(topic, work, each.isNumbered);
      if (bearing === 'for') {
        counted.set(task, [...(counted.get(task) ?? []), { ...each, work, rival }]);
        if (goesOnWith(each)) touched.add(task.index);
        against.delete(task.index);
      } else if (bearing === 'againstIt' && isClear({ ...each, work, rival }, topic.number)) {
        counted.delete(task);
        against.add(task.index);
      }
    }
  }
  return { counted, touched, against };
}

/** Whether more was done for a task than a word or two says. */
export function goesOnWith({ score, isNumbered }: Spoken): boolean {
  return isNumbered || score >= 1.2;
}

/** A release names what is in it, and does nothing for it. */
function isRelease({ commit: { subject } }: Work): boolean {
  return /^(?:chore(?:\(release\))?: )?(?:release|bump|prepare|publish|version|v?\d+\.\d+)\b/iu.test(subject);
}

/** Whether the commit says something of the task by itself: its words, or its paths. */
function isSaidBy(topic: TaskTopic, work: Work, rarity: Rarity): boolean {
  return work.asked.size === 0 || speaksOf(topic, byItself(work), rarity).score >= 0.4 * least;
}

/** Most of the title, or much of it by rare words that no other task has, or its number. */
export function isClear({ score, cover, rival, isNumbered, work }: Counted, number: string | undefined): boolean {
  return (
    (isNumbered && !onlyRefersTo(work, number)) ||
    cover >= 0.8 ||
    (cover >= 0.5 && score >= 1.6 && rival <= 0.75 * score) ||
    (cover >= 0.35 && score >= 2.4 && rival <= 0.5 * score)
  );
}

/** Somebody goes on in files that only the work on this task touched. */
export function isOpenIn(inFlight: readonly string[], mine: readonly Counted[], works: readonly Work[]): boolean {
  const own = new Set(mine.map(({ work }) => work));
  const isOthers = (path: string): boolean => works.some((work) => !own.has(work) && work.commit.files.includes(path));
  return inFlight.some((path) => mine.some(({ work }) => work.commit.files.includes(path)) && !isOthers(path));
}

/** "First step: …", "WIP", "for now": whoever says so is not done. */
export function saysMoreToCome({ text, askedText }: Work): boolean {
  const more =
    /\b(?:wip|initial|first (?:step|version|part)|start(?:s|ed|ing)? (?:of|on|with|in)|good start|part (?:\d|of)|groundwork|prepar(?:e|es|ing|ation)|towards|(?:closer|nearer) to|for now|half|begin(?:ning)?)\b/iu;
  return more.test(`${text}\n${askedText}`);
}
