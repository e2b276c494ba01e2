// Holds what was told against what really happened.
import { type ToldDay, titleOf } from './live.ts';
import { begunOn, finishedOn, type RealTask, type Stretch } from './stretch.ts';

/** All counts; rates are made of them when they are printed. */
export interface Score {
  readonly days: number;
  readonly daysInFlight: number;
  /** Tasks that were finished while they stood open on the board, and those of them that were said to be. */
  readonly finished: number;
  readonly recognised: number;
  /** The same with those that were said to be perhaps done; all of which that was ever said, and what of it was not. */
  readonly suspected: number;
  readonly saidPerhaps: number;
  readonly falselyPerhaps: number;
  /** All that was said to be finished, and what of it was not. */
  readonly saidDone: number;
  readonly falselyDone: number;
  /** Verdicts that ask for a move; those that moved something on the board, and what of that was wrong. */
  readonly moves: number;
  readonly made: number;
  readonly wrongMoves: number;
  /** Moves that the person made later, and those of them that a night had said before. */
  readonly trueMoves: number;
  readonly foreseen: number;
  /** DOING, next action, goals that name a task already finished; and those beside which it says to see what is left of it. */
  readonly namedFinished: number;
  readonly namedInDoubt: number;
  readonly junkFirst: number;
  /** Days with something in flight whose next action was what really came next. */
  readonly nextRight: number;
  /** Each thing that was wrong, in words. */
  readonly faults: readonly string[];
}

/** Nights until the person keeps the board by themselves. */
const nightsToTell = 2;

export function judge(stretch: Stretch, told: readonly ToldDay[]): Score {
  const byTitle = new Map(stretch.tasks.map((task) => [titleOf(task), task]));
  const faults: string[] = [];
  const fault = (day: number, what: string): void => {
    faults.push(`${stretch.name} day ${day}: ${what}`);
  };
  const isFinishedBy = (task: RealTask | undefined, day: number): boolean => {
    const on = task === undefined ? undefined : finishedOn(stretch, task);
    return on !== undefined && on <= day;
  };
  const said = told.flatMap(({ day, entry }) =>
    entry.verdicts.flatMap((line) => {
      const [, verb, rest = ''] = /^(pick up|put down|cancel|done): (.*)$/u.exec(line) ?? [];
      const title = [...byTitle.keys()]
        .filter((each) => rest.replaceAll('"', '').startsWith(each.replaceAll('"', '')))
        .toSorted((a, b) => b.length - a.length)[0];
      return verb === undefined || title === undefined ? [] : [{ day, verb, title, task: byTitle.get(title) }];
    }),
  );
  const done = said.filter(({ verb }) => verb === 'done');
  const falselyDone = done.filter(({ day, task }) => !isFinishedBy(task, day));
  for (const { day, title } of falselyDone) fault(day, `not done: ${title}`);
  const isWrong = ({ day, verb, task }: (typeof said)[number]): boolean => {
    if (task === undefined) return true;
    const begun = begunOn(stretch, task);
    const isWorkedOn = task.truth.commits.some((id) =>
      told
        .slice(Math.max(0, day), day + 3)
        .some((each) => stretch.days[each.day]?.commits.some((commit) => commit.id === id)),
    );
    if (verb === 'done') return !isFinishedBy(task, day);
    if (verb === 'pick up') return begun === undefined || isFinishedBy(task, day) || !isWorkedOn;
    return verb === 'put down' ? isWorkedOn || isFinishedBy(task, day) : true;
  };
  const made = said.filter(({ day, verb, title }) =>
    told[day]?.woken.verdicts.some(({ move, result, task }) => move === verb && task === title && result === 'applied'),
  );
  const wrong = made.filter(isWrong);
  for (const { day, verb, title } of wrong) fault(day, `wrong: ${verb} ${title}`);

  // By the day on which each was first told, sure or not.
  const perhaps = new Map<string, number>();
  for (const { day, woken } of told)
    for (const { task } of woken.looksDone) if (!perhaps.has(task)) perhaps.set(task, day);
  for (const { day, title } of done) perhaps.set(title, Math.min(day, perhaps.get(title) ?? day));
  const falselyPerhaps = [...perhaps].filter(([title, day]) => !isFinishedBy(byTitle.get(title), day));

  let [finished, recognised, suspected, trueMoves, foreseen] = [0, 0, 0, 0, 0];
  for (const task of stretch.tasks) {
    const [begun, on] = [begunOn(stretch, task), finishedOn(stretch, task)];
    const saidBy = (verb: string, from: number, to: number): boolean =>
      said.some((each) => each.task === task && each.verb === verb && each.day >= from && each.day <= to);
    const isOpen = (day: number): boolean => told[day]?.states.has(titleOf(task)) === true;
    if (on !== undefined && isOpen(on)) {
      finished += 1;
      if ((perhaps.get(titleOf(task)) ?? Number.POSITIVE_INFINITY) <= on + nightsToTell - 1) suspected += 1;
      const isTold = saidBy('done', on, on + nightsToTell - 1);
      if (isTold) recognised += 1;
      else fault(on, `missed: ${task.title}`);
      trueMoves += 1;
      if (isTold) foreseen += 1;
    }
    // Begun, and not finished on the same day: the person calls it DOING the next morning.
    if (begun !== undefined && begun !== on && isOpen(begun) && ['TODO', 'NEXT'].includes(task.state)) {
      trueMoves += 1;
      if (saidBy('pick up', begun - 1, begun)) foreseen += 1;
    }
  }

  let [namedFinished, namedInDoubt, junkFirst, nextRight] = [0, 0, 0, 0];
  for (const { day, entry, woken, open, junk, next } of told.slice(0, stretch.days.length)) {
    // To close a task is what one does with a finished one.
    const goals = entry.goals.filter((goal) => !goal.startsWith('close "'));
    const inEntry = [entry.carry.doing, entry.carry.next, ...goals].map((name) => ({
      name,
      around: [...goals, entry.carry.next, ...entry.carry.other].join('\n'),
    }));
    const inPack = [woken.carry.doing, woken.carry.next].map((name) => ({ name, around: woken.pack }));
    for (const { name, around } of [...inEntry, ...inPack]) {
      const title = [...byTitle].find(([each, task]) => isFinishedBy(task, day) && name?.includes(each) === true)?.[0];
      if (title === undefined) continue;
      const isInDoubt = around.includes('see what is left of');
      if (isInDoubt) namedInDoubt += 1;
      else namedFinished += 1;
      fault(day, `named though finished${isInDoubt ? ', in doubt' : ''}: ${name}`);
    }
    if (
      junk.some((path) => woken.carry.next.includes(path) || (woken.carry.midFlight[0] === path && open.length > 0))
    ) {
      junkFirst += 1;
      fault(day, `junk first: ${woken.carry.next}`);
    }
    if (open.length === 0 || next === undefined) continue;
    const isSameTask = stretch.tasks.some(
      (task) => task.truth.commits.includes(next.id) && woken.carry.next.includes(titleOf(task)),
    );
    const named = next.files.filter(([path]) => woken.carry.next.includes(path)).length;
    if (isSameTask || named * 2 >= Math.min(next.files.length, 6)) nextRight += 1;
    else fault(day, `next was "${next.subject}", told: ${woken.carry.next}`);
  }
  return {
    days: stretch.days.length,
    daysInFlight: told.filter(({ open, next }) => open.length > 0 && next !== undefined).length,
    finished,
    recognised,
    suspected,
    saidPerhaps: perhaps.size,
    falselyPerhaps: falselyPerhaps.length,
    saidDone: done.length,
    falselyDone: falselyDone.length,
    moves: said.length,
    made: made.length,
    wrongMoves: wrong.length,
    trueMoves,
    foreseen,
    namedFinished,
    namedInDoubt,
    junkFirst,
    nextRight,
    faults,
  };
}
