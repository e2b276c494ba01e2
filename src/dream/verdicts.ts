// The builtin dreamer's verdicts: few, each with a reason that can be pointed at, and never one that names two tasks.
import { type Board, bodyOf, isFree, type Task, tasksOf, titlesOf } from '../board/board.ts';
import { type Facts, lookingDone, namedPath, textOf, underWay, wordsOf } from '../facts/facts.ts';
import { type DreamLine, hashOf, isDream } from '../journal/journal.ts';
import { present } from '../text/text.ts';
import { finishedNow } from './finished-now.ts';
import { type GivenVerdict, spelledVerdict } from './spelled-verdict.ts';

/** More moves than this do not count. */
const mostMoves = 5;
/** So many cycles and so many days without a sign, and a task is not really in flight. Three cycles may be one afternoon, and who is away for some days goes on later. */
const cyclesWithoutSign = 3;
const daysWithoutSign = 7;

export function judge(facts: Facts, doing: DreamLine['doing']): GivenVerdict[] {
  const { board } = facts;
  const keep = (why: string): GivenVerdict[] => [{ line: `keep course — ${why}`, task: null, from: null }];
  if (board === undefined) return keep('there is no board to move');
  const done = finishedNow(facts, board).slice(0, mostMoves);
  const given = present([...done, putDown(facts, board, doing), pickUp(facts, board)]).slice(0, mostMoves);
  if (given.length > 0) return given;
  const silent = doing.find(({ seen }) => !seen);
  if (silent !== undefined)
    return keep(`this cycle had no sign of "${silent.task}"; only after three such cycles and a week is it put down`);
  const open = tasksOf(board).filter(({ isDone }) => !isDone).length;
  return keep(
    doing.length > 0
      ? 'nothing speaks against what is in flight'
      : open > 0
        ? 'the order of the board stands'
        : tasksOf(board).length > 0
          ? 'nothing is open on the board'
          : 'the board is empty',
  );
}

/** What is in flight on the board, and whether this cycle did anything for it. */
export function signsOf(facts: Facts): DreamLine['doing'] {
  const { board, lastNight } = facts;
  if (board === undefined) return [];
  return underWay(facts).map((task) => {
    const body = hashOf(bodyOf(board, task).join('\n')).slice(0, 16);
    const before = lastNight?.doing.find((each) => each.task === task.title);
    // To begin a task, or to tick a box of it, is a sign of life as well.
    const isTouched = lastNight !== undefined && before?.body !== body;
    const landed = facts.spokenOf.includes(task.title);
    return { task: task.title, seen: isTouched || isWorkedOn(facts, board, task), ...(landed ? { landed } : {}), body };
  });
}

/** A commit, step or edit that shares a path or a telling word with it. A task without telling words gets the benefit of the doubt. */
function isWorkedOn(facts: Facts, board: Board, task: Task): boolean {
  const text = textOf(board, task);
  const words = wordsOf(text);
  if (words.size < 2 || isSpokenOf(text, words, facts.landed)) return true;
  const paths = [...facts.steps.edits.map(({ path }) => path), ...facts.inFlight];
  if (namedPath(text, paths) !== undefined) return true;
  const activity = wordsOf([...paths, ...facts.steps.records.map(({ target }) => target)].join('\n'));
  return [...words].some((word) => activity.has(word));
}

/** Whether a commit shares a path, an issue's number or a telling word with a task. */
function isSpokenOf(text: string, words: ReadonlySet<string>, commits: Facts['landed']): boolean {
  const paths = commits.flatMap(({ files }) => files);
  const said = [...commits.map(({ subject, body }) => `${subject}\n${body}`), ...paths].join('\n');
  const spoken = wordsOf(said);
  const numbers = new Set(said.match(/#\d+\b/gu));
  return (
    namedPath(text, paths) !== undefined ||
    [...words].some((word) => spoken.has(word)) ||
    (text.match(/#\d+\b/gu) ?? []).some((number) => numbers.has(number))
  );
}

function putDown(facts: Facts, board: Board, doing: DreamLine['doing']): GivenVerdict | undefined {
  const { evidence, agent, commits, now } = facts;
  const dreams = evidence.filter(isDream).filter((line) => line.agent === agent);
  const since = new Date(Date.parse(now) - daysWithoutSign * 86_400_000).toISOString();
  // From the last night that is old enough, and two of them at least.
  const from = Math.min(
    dreams.findLastIndex(({ time }) => time <= since),
    dreams.length - cyclesWithoutSign + 1,
  );
  const nights = from < 0 ? [] : dreams.slice(from);
  if (nights.length === 0) return undefined;
  const unseen = doing.find(
    ({ task, seen }) => !seen && nights.every((night) => night.doing.some((each) => each.task === task && !each.seen)),
  );
  const task = underWay(facts).find(({ title }) => title === unseen?.task);
  // What a night overlooked, the newest commits still say.
  const newer = commits.filter(({ time }) => time >= (nights[0]?.time ?? ''));
  const text = task && textOf(board, task);
  // An objective is worked on by what lies below it.
  const hasBelow = tasksOf(board).some(({ parent }) => parent === task?.index);
  if (task === undefined || text === undefined || hasBelow || isSpokenOf(text, wordsOf(text), newer)) return undefined;
  return spelledVerdict(
    titlesOf(board),
    'put down',
    task,
    'no commit, step or edit spoke of it for a week and three cycles',
  );
}

function pickUp(facts: Facts, board: Board): GivenVerdict | undefined {
  const over = lookingDone(board, facts.looksDone);
  const isChosen = ({ state, index }: Task): boolean =>
    ['NEXT', 'DOING', 'STARTED'].includes(state) && !over.has(index);
  if (tasksOf(board).some(isChosen)) return undefined;
  const [best, second] = tasksNear(facts);
  // Two that fit equally well: which one is meant is not for us to guess.
  if (best === undefined || best.weight === second?.weight) return undefined;
  const why =
    best.path === undefined
      ? `the work in flight speaks of ${best.words.slice(0, 2).join(' and ')}`
      : `${best.path} is in flight`;
  return spelledVerdict(titlesOf(board), 'pick up', best.task, why);
}

/** A task that speaks of the work in flight: by a path, or by words that few other tasks have. */
export interface NearTask {
  readonly task: Task;
  readonly path: string | undefined;
  readonly words: readonly string[];
  readonly weight: number;
}

/** The open tasks an agent could pick up that are near the work in flight, the nearest first. */
export function tasksNear({ inFlight, project, agent, board, looksDone }: Facts): NearTask[] {
  if (board === undefined || inFlight.length === 0) return [];
  const over = lookingDone(board, looksDone);
  const open = tasksOf(board).filter(({ isDone, index }) => !isDone && !over.has(index));
  const parents = new Set(open.map(({ parent }) => parent));
  const work = wordsOf([...inFlight, project.branch ?? ''].join('\n'));
  const frequency = new Map<string, number>();
  // Read once: there may be thousands of tasks.
  const texts = new Map(
    open.map((task) => {
      const text = textOf(board, task);
      const words = [...wordsOf(text)].filter((word) => work.has(word));
      for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
      return [task, { text, words }];
    }),
  );
  const rareUpTo = Math.max(1, Math.floor(open.length / 10));
  return open
    .filter(
      (task) => task.state === 'TODO' && !task.isProtected && !parents.has(task.index) && isFree(board, task, agent),
    )
    .map((task): NearTask => {
      const { text, words: shared } = texts.get(task) ?? { text: '', words: [] };
      const path = namedPath(text, inFlight);
      const words = shared.filter((word) => (frequency.get(word) ?? 0) <= rareUpTo);
      return { task, path, words: words.toSorted(), weight: (path === undefined ? 0 : 100) + words.length };
    })
    .filter(({ path, words }) => path !== undefined || words.length >= 2)
    .toSorted((one, other) => other.weight - one.weight);
}
