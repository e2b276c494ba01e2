// Verdicts: whether they are right and new, and whether what happened without a word was found before the board said it.
import type { TaskState, Verdict } from '../arm.ts';
import { type Life, stateAt, type Truth } from '../life.ts';
import { type Counts, share } from './measure.ts';
import { words } from './says.ts';

/** What was said until now: which verdict when the board said what; and what waits to be found, or was. */
export interface Given {
  readonly said: Map<string, TaskState | undefined>;
  readonly waiting: Set<string>;
  readonly found: Set<string>;
}

export function measureVerdicts(
  life: Life,
  truth: Truth,
  verdicts: readonly Verdict[],
  { moment, given }: { readonly moment: number; readonly given: Given },
): Counts {
  let right = 0;
  const rightly = new Set<string>();
  for (const { task: title, move } of verdicts) {
    const task = life.tasks.find((each) => words(each.title) === words(title));
    const state = task === undefined ? undefined : stateAt(task, moment);
    const key = `${move} ${task?.title ?? title}`;
    const isRepeated = given.said.has(key) && given.said.get(key) === state;
    given.said.set(key, state);
    if (task === undefined || isRepeated) continue;
    const isFinished = truth.finished.includes(task);
    const isNext = task === truth.doing || (truth.doing === undefined && truth.next.includes(task.title));
    const isRight =
      (move === 'done' && truth.unsaid.includes(task)) ||
      (move === 'start' && !isFinished && isNext) ||
      (move === 'stop' && state === 'DOING' && task !== truth.doing && !isFinished);
    if (!isRight) continue;
    right += 1;
    rightly.add(key);
  }
  return new Map([
    ['verdict precision', share(right, verdicts.length)],
    ['verdict recall', foundOf(life, truth, rightly, { moment, given })],
  ]);
}

/** Each counts once: on the evening on which it is found, or on which it is too late because the board says it by now. */
function foundOf(
  life: Life,
  truth: Truth,
  rightly: ReadonlySet<string>,
  { moment, given }: { readonly moment: number; readonly given: Given },
): ReturnType<typeof share> {
  const { doing } = truth;
  const isUntold = doing !== undefined && stateAt(doing, moment) !== 'DOING';
  const now = new Set([
    ...truth.unsaid.map(({ title }) => `done ${title}`),
    ...(isUntold ? [`start ${doing.title}`] : []),
  ]);
  for (const key of now) if (!given.found.has(key)) given.waiting.add(key);
  const found = [...given.waiting].filter((key) => rightly.has(key));
  const isLast = moment === life.days.at(-1)?.end;
  const missed = [...given.waiting].filter((key) => !rightly.has(key) && (isLast || !now.has(key)));
  for (const key of [...found, ...missed]) given.waiting.delete(key);
  for (const key of found) given.found.add(key);
  return share(found.length, found.length + missed.length);
}
