// Verdicts: whether they are right and new, and whether what happened without a word was found.
import type { TaskState, Verdict } from '../arm.ts';
import { type Life, stateAt, type Truth } from '../life.ts';
import { type Counts, share } from './measure.ts';
import { words } from './says.ts';

/** Which verdict was given for a task, and what the board said then. */
export type Given = Map<string, TaskState | undefined>;

export function measureVerdicts(
  life: Life,
  truth: Truth,
  verdicts: readonly Verdict[],
  { moment, given }: { readonly moment: number; readonly given: Given },
): Counts {
  let right = 0;
  const found = new Set<string>();
  for (const { task: title, move } of verdicts) {
    const task = life.tasks.find((each) => words(each.title) === words(title));
    const state = task === undefined ? undefined : stateAt(task, moment);
    const key = `${move} ${title}`;
    const isRepeated = given.has(key) && given.get(key) === state;
    given.set(key, state);
    if (task === undefined || isRepeated) continue;
    const isFinished = truth.finished.includes(task);
    const isNext = task === truth.doing || (truth.doing === undefined && truth.next.includes(task.title));
    const isRight =
      (move === 'done' && truth.unsaid.includes(task)) ||
      (move === 'start' && !isFinished && isNext) ||
      (move === 'stop' && state === 'DOING' && task !== truth.doing && !isFinished);
    if (!isRight) continue;
    right += 1;
    found.add(key);
  }
  // Each is looked for on the first evening only: what is said once need not be said again.
  const news = [
    ...truth.unsaid.map(({ title }) => `done ${title}`),
    ...(truth.doing !== undefined && stateAt(truth.doing, moment) !== 'DOING' ? [`start ${truth.doing.title}`] : []),
  ].filter((key) => !given.has(`asked ${key}`));
  for (const key of news) given.set(`asked ${key}`, undefined);
  return new Map([
    ['verdict precision', share(right, verdicts.length)],
    ['verdict recall', share(news.filter((key) => found.has(key)).length, news.length)],
  ]);
}
