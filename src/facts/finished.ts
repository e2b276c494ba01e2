// Which open tasks are done: commits since the last dream say so, and nothing on the board says otherwise.
//
// Each commit is held, with what was asked for before it, against every open task, and counts for the one it speaks of most. A task of which its
// commits speak clearly may be done: nobody is told to go on with it, and nobody says it is done, either. If they close its issue, or say nearly
// all of its title, a second look makes sure: a night later, when no more was done for it. (Many a first try to close something was not the last.)
import { createHash } from 'node:crypto';
import { type Board, bodyOf, type Task, tasksOf } from '../board/board.ts';
import type { DreamLine } from '../journal/journal.ts';
import type { LoggedCommit } from '../world/world.ts';
import { type Asked, byItself, type Work, wishSince, worksOf } from './day-works.ts';
import { bearingOf, revertedIn } from './falls-short.ts';
import {
  closes,
  isOfBox,
  isOtherDeed,
  onlyRefersTo,
  type Rarity,
  rarityAmong,
  type Spoken,
  speaksOf,
  type TaskTopic,
  topicOfTask,
} from './speaks-of.ts';
import { onAnother } from './still-landed.ts';
import { topicOf } from './topic-words.ts';

/** An open task that commits finished, or may have. */
export interface FinishedTask {
  /** Its title, and the state it still has. */
  readonly task: string;
  readonly from: string;
  /** The commit that finished it; null if the board itself says so. */
  readonly commit: string | null;
  /** What says so, in our words: `it closes #12`, `all its boxes are ticked`. */
  readonly why: string;
  /** Else it only may be. */
  readonly isSure: boolean;
}

export interface FinishSources {
  readonly board: Board | undefined;
  /** What landed since the last dream, newest first, and the time of the last commit before that. */
  readonly landed: readonly LoggedCommit[];
  readonly lastBefore: string;
  /** What was asked for in the last days. */
  readonly asked: readonly Asked[];
  /** Files that are changed and not committed: who goes on in them has not finished. */
  readonly inFlight: readonly string[];
  readonly lastNight: DreamLine | undefined;
  /** A new night looks a second time at what the last one said; whoever only wakes does not. */
  readonly isNight: boolean;
}

/** What a night keeps of an open task, to know it again. */
export function markOf(title: string): string {
  return createHash('sha256').update(title).digest('hex').slice(0, 8);
}

/** The open tasks that are or may be finished, in the order of the board. */
export function finishedIn(sources: FinishSources): FinishedTask[] {
  const { board, lastNight, isNight } = sources;
  if (board === undefined) return [];
  const { found, touched, against } = finishedNow(sources, board);
  const now = new Map(found.map((each) => [each.task, each]));
  // What a night said stands until somebody moves the task.
  const then = new Map((lastNight?.finished ?? []).map((each) => [each.task, each]));
  return tasksOf(board).flatMap((task): FinishedTask[] => {
    const { title, state, isDone } = task;
    if (isDone) return [];
    const [fresh, earlier] = [now.get(title), against.has(task.index) ? undefined : then.get(title)];
    if (earlier?.from !== state) return fresh === undefined ? [] : [fresh];
    if (earlier.isSure || fresh === undefined || fresh.commit === null) {
      const isStill = isNight && isStrong(earlier) && !touched.has(task.index);
      return [{ ...(fresh ?? earlier), isSure: earlier.isSure || fresh?.isSure === true || isStill }];
    }
    return [fresh];
  });
}

/** One rare word, nearly. */
const least = 0.8;

interface Counted extends Spoken {
  readonly work: Work;
  /** How much the same work speaks of the task that is nearest to it beside this one. */
  readonly rival: number;
}

interface Now {
  readonly found: readonly FinishedTask[];
  /** The tasks that some work of this cycle counts for, by their index. */
  readonly touched: ReadonlySet<number>;
  /** Those that were taken back, or turned into their opposite: what was said of them before does not hold. */
  readonly against: ReadonlySet<number>;
}

interface CountedFor {
  readonly counted: ReadonlyMap<Task, readonly Counted[]>;
  readonly touched: ReadonlySet<number>;
  readonly against: ReadonlySet<number>;
}

function finishedNow({ landed, lastBefore, asked, inFlight, lastNight }: FinishSources, board: Board): Now {
  const all = tasksOf(board);
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const topics = all.filter(({ isDone }) => !isDone).map((task) => topicOfTask(board, task));
  const works = worksOf(landed, asked, lastBefore);
  const texts = all.map((task) => topicOf([task.title, ...bodyOf(board, task)].join('\n')));
  const rarity = rarityAmong([...texts, ...works.map(({ subject }) => subject)]);
  const { counted, touched, against } = countFor(topics, works, rarity);
  // Whoever was asked for something else since the last commit has that in flight.
  const wish = wishSince(landed[0]?.time ?? lastBefore, asked);
  const isOtherWish = wish.asked.size > 0;
  const known = lastNight?.open === undefined ? undefined : new Set(lastNight.open);
  const found = topics.flatMap((topic): FinishedTask[] => {
    const { task, number } = topic;
    const mine = counted.get(task) ?? [];
    const [best] = mine.toSorted((one, other) => other.score * other.cover - one.score * one.cover);
    const below = byParent.get(task.index) ?? [];
    const hasOpenBelow = below.some(({ isDone }) => !isDone);
    const isOpen = isOpenIn(inFlight, mine, works);
    const closing = mine.findLast(({ work }) => closes(work, number))?.work;
    // Whoever says that it is closed is believed more than files that lie open.
    const isGoingOn = isOpen && closing === undefined && !(isOtherWish && speaksOf(topic, wish, rarity).score < least);
    if (hasOpenBelow || isGoingOn) return [];
    const byBoard = doneByBoard(below, topic);
    if (byBoard !== undefined) return [{ task: task.title, from: task.state, commit: null, ...byBoard }];
    if (best === undefined) return [];
    const last = closing ?? mine.at(-1)?.work ?? best.work;
    const isWhole =
      topic.openBoxes.every((box) => mine.some(({ work }) => isOfBox(box, work, rarity))) && !saysMoreToCome(last);
    if (closing === undefined && !(isWhole && isClear(best, number))) return [];
    const isNew = known !== undefined && !known.has(markOf(task.title));
    return [
      {
        task: task.title,
        from: task.state,
        commit: last.commit.id,
        // A task that came in this cycle may have been written down after the commit: as what is left to do.
        why: closing !== undefined ? `it closes #${number}` : isNew ? weak : reasonOf(best, topic, rarity),
        isSure: false,
      },
    ];
  });
  return { found, touched, against };
}

const weak = 'it speaks of it';

/** Three rare words that are nobody else's say more than half of a title in everyday ones. */
function reasonOf({ score, cover, rival, isNumbered, work }: Counted, topic: TaskTopic, rarity: Rarity): string {
  const { number } = topic;
  if (onlyRefersTo(work, number)) return weak;
  if (isNumbered) return `it names #${number}`;
  // What was asked for is private: that it was is all that is said.
  if (cover >= 0.8 && speaksOf(topic, byItself(work), rarity).cover < 0.8) return 'it came when that was asked for';
  if (cover >= 0.8) return 'it says nearly all of it';
  return score >= 3 && rival <= 0.4 * score ? 'it speaks of it and of nothing else' : weak;
}

/** Whether a second look is worth it. */
function isStrong({ why, commit }: Pick<FinishedTask, 'why' | 'commit'>): boolean {
  return commit !== null && why !== weak && why !== onAnother;
}

/** What the board says by itself: every box ticked, or every task below it done. Of the latter nobody is sure: more may come below it. */
function doneByBoard(
  below: readonly Task[],
  { hasBoxes, openBoxes }: TaskTopic,
): Pick<FinishedTask, 'why' | 'isSure'> | undefined {
  if (openBoxes.length > 0 || below.some(({ isDone }) => !isDone)) return undefined;
  if (hasBoxes) return { why: 'all its boxes are ticked', isSure: true };
  return below.length > 0 ? { why: 'all below it is done', isSure: false } : undefined;
}

/** What the commits of a cycle say of one open task: for whoever calls it done by more than these rules. */
export interface SpokenFor {
  /** The ids of those that count for it, the oldest first. */
  readonly commits: readonly string[];
  /** What speaks against its being done, whatever they say; undefined if nothing does. */
  readonly against: string | undefined;
}

/** The same for every open task, by its index. What was asked for is private, and no evidence here. */
export function spokenFor(
  { landed, inFlight }: Pick<FinishSources, 'landed' | 'inFlight'>,
  board: Board,
): ReadonlyMap<number, SpokenFor> {
  const all = tasksOf(board);
  const topics = all.filter(({ isDone }) => !isDone).map((task) => topicOfTask(board, task));
  const works = worksOf(landed, []);
  const texts = all.map((task) => topicOf([task.title, ...bodyOf(board, task)].join('\n')));
  const rarity = rarityAmong([...texts, ...works.map(({ subject }) => subject)]);
  const { counted, against: takenBack } = countFor(topics, works, rarity);
  return new Map(
    topics.map((topic) => {
      const mine = counted.get(topic.task) ?? [];
      const last = mine.at(-1)?.work;
      const isClosed = mine.some(({ work }) => closes(work, topic.number));
      const isBoxOpen = topic.openBoxes.some((box) => !mine.some(({ work }) => isOfBox(box, work, rarity)));
      const against = topics.some(({ task: { parent } }) => parent === topic.task.index)
        ? 'something below it is still open'
        : isOpenIn(inFlight, mine, works)
          ? 'files of this work are still changed and not committed'
          : takenBack.has(topic.task.index)
            ? 'a later commit takes it back'
            : isClosed
              ? undefined
              : isBoxOpen
                ? 'a box of it is still open'
                : last !== undefined && saysMoreToCome(last)
                  ? 'its last commit says that more is to come'
                  : undefined;
      return [topic.task.index, { commits: mine.map(({ work }) => work.commit.id), against }];
    }),
  );
}

/**
 * Each piece of work counts for the task it speaks of most, and for others of which it says nearly all. What takes back, or turns around, what
 * a task asks for ends what counted for it until then; what comes later counts again.
 */
function countFor(topics: readonly TaskTopic[], works: readonly Work[], rarity: Rarity): CountedFor {
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
      const { task } = topic;
      const bearing = bearingOf(topic, work, each.isNumbered);
      if (bearing === 'for') {
        counted.set(task, [...(counted.get(task) ?? []), { ...each, work, rival }]);
        touched.add(task.index);
        against.delete(task.index);
      } else if (bearing === 'againstIt' && isClear({ ...each, work, rival }, topic.number)) {
        counted.delete(task);
        against.add(task.index);
      }
    }
  }
  return { counted, touched, against };
}

/** Whether the commit says something of the task by itself: its words, or its paths. */
function isSaidBy(topic: TaskTopic, work: Work, rarity: Rarity): boolean {
  return work.asked.size === 0 || speaksOf(topic, byItself(work), rarity).score >= 0.4 * least;
}

/** Most of the title, or much of it by rare words that no other task has, or its number. */
function isClear({ score, cover, rival, isNumbered, work }: Counted, number: string | undefined): boolean {
  return (
    (isNumbered && !onlyRefersTo(work, number)) ||
    cover >= 0.8 ||
    (cover >= 0.5 && score >= 1.6 && rival <= 0.75 * score) ||
    (cover >= 0.35 && score >= 2.4 && rival <= 0.5 * score)
  );
}

/** Somebody goes on in files that only the work on this task touched. */
function isOpenIn(inFlight: readonly string[], mine: readonly Counted[], works: readonly Work[]): boolean {
  const own = new Set(mine.map(({ work }) => work));
  const isOthers = (path: string): boolean => works.some((work) => !own.has(work) && work.commit.files.includes(path));
  return inFlight.some((path) => mine.some(({ work }) => work.commit.files.includes(path)) && !isOthers(path));
}

/** "First step: …", "WIP", "for now": whoever says so is not done. */
function saysMoreToCome({ text, askedText }: Work): boolean {
  const more =
    /\b(?:wip|initial|first (?:step|version|part)|start(?:s|ed|ing)? (?:of|on|with|in)|good start|part (?:\d|of)|groundwork|prepar(?:e|es|ing|ation)|towards|for now|half|begin(?:ning)?)\b/iu;
  return more.test(`${text}\n${askedText}`);
}
