// What the commits of a cycle say of each open task, for whoever calls it done by more than the rules.
import { type Board, bodyOf, type Task, tasksOf } from '../board/board.ts';
import { countFor, isOpenIn, saysMoreToCome } from './counted-work.ts';
import { type Topic, worksOf } from './day-works.ts';
import type { FinishSources } from './finished.ts';
import { closes, isOfBox, rarityAmong, topicOfTask } from './speaks-of.ts';
import { topicOf } from './topic-words.ts';

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
  const wordsOf = (task: Task): Topic => topicOf([task.title, ...bodyOf(board, task)].join('\n'));
  const rarity = rarityAmong(() => [...all.map(wordsOf), ...works.map(({ subject }) => subject)]);
  const { counted, against: takenBack } = countFor(topics, works, rarity);
  return new Map(
    topics.map((topic) => {
      const mine = counted.get(topic.task) ?? [];
      const last = mine.at(-1)?.work;
      const isClosed = mine.some(({ work, cover }) => closes(work, topic.number, cover));
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
