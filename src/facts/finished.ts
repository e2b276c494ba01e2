// Which open tasks are done: commits since the last dream say so, and nothing on the board says otherwise.
//
// Each commit is held, with what was asked for before it, against every open task, and counts for the one it speaks of most. A task of which its
// commits speak clearly may be done: nobody is told to go on with it, and nobody says it is done, either. If they close its issue, or say nearly
// all of its title, a second look makes sure: a night later, when no more was done for it. (Many a first try to close something was not the last.)
import { createHash } from 'node:crypto';
import { type Board, bodyOf, type Task, tasksOf } from '../board/board.ts';
import type { DreamLine } from '../journal/journal.ts';
import type { LoggedCommit } from '../world/world.ts';
import { type Counted, countFor, goesOnWith, isClear, isOpenIn, least, saysMoreToCome } from './counted-work.ts';
import { type Asked, asAsked, byItself, type Topic, type Work, wishSince, worksOf } from './day-works.ts';
import { revertedIn } from './falls-short.ts';
import {
  closes,
  isOfBox,
  onlyRefersTo,
  type Rarity,
  rarityAmong,
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

export interface Finished {
  /** The open tasks that are or may be finished, in the order of the board. */
  readonly finished: readonly FinishedTask[];
  /** The open tasks of which commits of this cycle speak, by their titles: whether anything is left of them, nobody knows. */
  readonly spokenOf: readonly string[];
}

export function finishedIn(sources: FinishSources): Finished {
  const { board, lastNight, isNight } = sources;
  if (board === undefined) return { finished: [], spokenOf: [] };
  const { found, touched, against, spokenOf } = finishedNow(sources, board);
  const now = new Map(found.map((each) => [each.task, each]));
  // What a night said stands until somebody moves the task.
  const then = new Map((lastNight?.finished ?? []).map((each) => [each.task, each]));
  const finished = tasksOf(board).flatMap((task): FinishedTask[] => {
    const { title, state, isDone } = task;
    if (isDone) return [];
    const [fresh, earlier] = [now.get(title), against.has(task.index) ? undefined : then.get(title)];
    if (earlier?.from !== state) return fresh === undefined ? [] : [fresh];
    if (earlier.isSure || fresh === undefined || fresh.commit === null) {
      const isStill = isNight && isStrong(earlier) && !touched.has(task.index);
      // What made it sure is what finished it; a later commit may only be near it.
      const said = earlier.isSure && earlier.commit !== null ? earlier : (fresh ?? earlier);
      return [{ ...said, isSure: earlier.isSure || fresh?.isSure === true || isStill }];
    }
    return [fresh];
  });
  return { finished, spokenOf };
}

interface Now extends Pick<Finished, 'spokenOf'> {
  readonly found: readonly FinishedTask[];
  /** The tasks that some work of this cycle counts for, by their index. */
  readonly touched: ReadonlySet<number>;
  /** Those that were taken back, or turned into their opposite: what was said of them before does not hold. */
  readonly against: ReadonlySet<number>;
}

function finishedNow({ landed, lastBefore, asked, inFlight, lastNight }: FinishSources, board: Board): Now {
  const all = tasksOf(board);
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const topics = all.filter(({ isDone }) => !isDone).map((task) => topicOfTask(board, task));
  const works = worksOf(landed, asked, lastBefore);
  const textOf = (task: Task): Topic => topicOf([task.title, ...bodyOf(board, task)].join('\n'));
  const rarity = rarityAmong(() => [...all.map(textOf), ...works.map(({ subject }) => subject)]);
  const { counted, touched, against } = countFor(topics, works, rarity);
  // Whoever was asked for something else since the last commit has that in flight.
  let wish: Work | undefined;
  const isOtherWish = (topic: TaskTopic): boolean => {
    wish ??= wishSince(landed[0]?.time ?? lastBefore, asked);
    return wish.asked.size > 0 && speaksOf(topic, wish, rarity).score < least;
  };
  const known = lastNight?.open === undefined ? undefined : new Set(lastNight.open);
  const found = topics.flatMap((topic): FinishedTask[] => {
    const { task, number } = topic;
    const mine = counted.get(task) ?? [];
    const [best] = mine.toSorted((one, other) => other.score * other.cover - one.score * one.cover);
    const below = byParent.get(task.index) ?? [];
    const hasOpenBelow = below.some(({ isDone }) => !isDone);
    const isOpen = isOpenIn(inFlight, mine, works);
    const closing = mine.findLast(({ work, cover }) => closes(work, number, cover))?.work;
    // Whoever says that it is closed is believed more than files that lie open.
    const isGoingOn = isOpen && closing === undefined && !isOtherWish(topic);
    if (hasOpenBelow || isGoingOn) return [];
    const byBoard = doneByBoard(below, topic, known);
    if (byBoard !== undefined) return [{ task: task.title, from: task.state, commit: null, ...byBoard }];
    if (best === undefined) return [];
    // Of a commit that has only a word of it, nobody says that it finished the task.
    const last = closing ?? mine.findLast(goesOnWith)?.work ?? best.work;
    const isWhole =
      topic.openBoxes.every((box) => mine.some(({ work }) => isOfBox(box, work, rarity))) && !saysMoreToCome(last);
    if (closing === undefined && !(isWhole && isClear(best, number))) return [];
    const isNew = known !== undefined && !known.has(markOf(task.title));
    return [
      {
        task: task.title,
        from: task.state,
        // The one that says it best is the one to look at, not a later one about its edges.
        commit: (closing ?? best.work).commit.id,
        why:
          closing !== undefined
            ? `it closes #${number}`
            : isNew && !isAskedFor(topic, best.work, rarity)
              ? weak
              : reasonOf(best, topic, rarity),
        isSure: false,
      },
    ];
  });
  const reverted = revertedIn(works);
  const standing = works.filter((work) => !reverted.has(work) && !/^revert\b/iu.test(work.commit.subject));
  const isSpokenOf = (topic: TaskTopic): boolean =>
    touched.has(topic.task.index) || standing.some((work) => isNearBox(topic, work, rarity));
  return { found, touched, against, spokenOf: topics.filter(isSpokenOf).map(({ task: { title } }) => title) };
}

/** It says a box of the task, and something of the task as well: "docs" alone may be anybody's. */
function isNearBox(topic: TaskTopic, work: Work, rarity: Rarity): boolean {
  return (
    topic.openBoxes.some((box) => isOfBox(box, work, rarity)) && speaksOf(topic, work, rarity).score >= 0.6 * least
  );
}

const weak = 'it speaks of it';

/** Three rare words that are nobody else's say more than half of a title in everyday ones. */
function reasonOf({ score, cover, rival, isNumbered, work }: Counted, topic: TaskTopic, rarity: Rarity): string {
  const { number } = topic;
  if (onlyRefersTo(work, number)) return weak;
  // A number that comes with no word of the task is often that of a first part of it.
  if (isNumbered && cover >= 0.2) return `it names #${number}`;
  const own = speaksOf(topic, byItself(work), rarity);
  const isNearest = rival <= (score >= 1.6 ? 0.75 : 0.5) * score;
  if (cover >= 0.8 && !isNearest) return weak;
  // What was asked for is private: that it was is all that is said.
  if (cover >= 0.8 && own.cover < 0.8) return 'it came when that was asked for';
  if (cover >= 0.8) return saysJustThat(topic, work) ? 'it says just that' : 'it says nearly all of it';
  if (cover >= 0.5 && isNearest && score >= 2.2 && own.score >= 1.6) return 'it says most of it';
  const isOfNoOther = rival <= 0.4 * score || (rival <= 0.5 * score && own.score >= 1.6);
  return isOfNoOther && (score >= 3 || (score >= 2.5 && cover >= 0.6)) ? 'it speaks of it and of nothing else' : weak;
}

/** The subject is about nothing else, and says it as done: "Dark mode: fix a typo" is not "Dark mode", and "We should localize it" is a plan. */
function saysJustThat({ title }: TaskTopic, { subject, commit }: Work): boolean {
  const isTalk =
    /\?|\b(?:will|would|should|could|might|ask|why|if|when|because|reported|mock|crash(?:es)?|fails?|typo|rename|comment|plan(?:ned)?|next (?:week|month))\b/iu;
  let [shared, all] = [0, 0];
  for (const [stem, weight] of subject) {
    all += weight;
    if (title.has(stem)) shared += weight;
  }
  return title.size > 1 && shared >= 0.7 * all && !isTalk.test(commit.subject);
}

/** A task that came in this cycle may have been written down after the commit, as what is left to do; not if it was asked for before it. */
function isAskedFor(topic: TaskTopic, work: Work, rarity: Rarity): boolean {
  const { cover, isNumbered } = speaksOf(topic, asAsked(work), rarity);
  return isNumbered || cover >= 0.8;
}

/** What the board says, a closed issue, and a commit that says the title itself are plain; the rest is likely, and a person closes it. */
export function isPlain({ why }: Pick<FinishedTask, 'why'>): boolean {
  return !['it names #', 'it came when', 'it speaks of', 'it says most', 'it says nearly'].some((begin) =>
    why.startsWith(begin),
  );
}

/** Whether a second look is worth it. */
function isStrong({ why, commit }: Pick<FinishedTask, 'why' | 'commit'>): boolean {
  return commit !== null && why !== weak && why !== onAnother;
}

/**
 * What the board says by itself: every box ticked, or every task below it done. Of the latter nobody is sure at once, because more may come below
 * it: only if there were several, and all of them were done when the last night looked (`known` has what was open then).
 */
function doneByBoard(
  below: readonly Task[],
  { task, hasBoxes, openBoxes }: TaskTopic,
  known: ReadonlySet<string> | undefined,
): Pick<FinishedTask, 'why' | 'isSure'> | undefined {
  if (openBoxes.length > 0 || below.some(({ isDone }) => !isDone)) return undefined;
  if (hasBoxes) return { why: 'all its boxes are ticked', isSure: true };
  if (below.length === 0) return undefined;
  const wasSo = known?.has(markOf(task.title)) === true && !below.some(({ title }) => known.has(markOf(title)));
  return { why: 'all below it is done', isSure: below.length > 1 && wasSo };
}
