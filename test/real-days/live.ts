// Lives a stretch: a person and their agent commit what was really committed, leave open what they went on with, sleep, and wake.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveTask, parseBoard, tasksOf } from '../../src/board/board.ts';
import { type DreamEntry, parseEntry } from '../../src/journal/journal.ts';
import { type Woken, wakeUp } from '../../src/wake/wake.ts';
import { type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { type Contents, contents } from './content.ts';
import { begunOn, finishedOn, type RealCommit, type RealTask, type Stretch } from './stretch.ts';

/** One day as it was told, beside what really came next. */
export interface ToldDay {
  readonly day: number;
  readonly entry: DreamEntry;
  readonly woken: Woken;
  /** What was open when it slept: files of the commit that really came next. */
  readonly open: readonly string[];
  /** Files that are nobody's work. */
  readonly junk: readonly string[];
  readonly next: RealCommit | undefined;
  /** What the board called DOING or NEXT in the evening, and each task's state. */
  readonly states: ReadonlyMap<string, string>;
}

/** A person puts a task on DONE so many mornings after it was done: boards are kept late. */
const tickedAfter = 2;
const settings = '\nverdicts:\n  moves: apply\n  done: apply\n';

/** The title as the board has it. */
export const titleOf = ({ title, issue }: RealTask): string => (issue === undefined ? title : `${title} (#${issue})`);

export async function liveStretch(box: Sandbox, stretch: Stretch): Promise<ToldDay[]> {
  const files = contents(stretch.paths);
  const isThere = ({ added }: RealTask): boolean => added === undefined || added <= (stretch.days[0]?.date ?? '');
  const lived = await liveDay(box, stretch.name, {
    shape: 'nested',
    board: boardOf(stretch.tasks.filter(isThere), stretch.tasks),
    before: Object.fromEntries(stretch.paths.map((path) => [path, files.now(path) ?? ''])),
    day: [],
  });
  const config = join(lived.home.home, 'dreamkeeper.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/^verdicts: .*$/mu, '') + settings);
  const random = seeded(stretch.name);
  // Names that do not come round in so long a life.
  const bytes = (count: number): string =>
    Array.from({ length: count }, () =>
      Math.floor(random() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('');
  const at = (time: string): ReturnType<Lived['at']> => {
    const standing = lived.at(time);
    return { ...standing, world: { ...standing.world, random: bytes } };
  };
  const told: ToldDay[] = [];
  // What the first commit of a day came from may have been asked for the evening before.
  let isAsked = false;
  for (const [day, { date, commits }] of [...stretch.days, dayAfter(stretch)].entries()) {
    const clock = clockOf(`${date}T00:00:00.000Z`);
    if (day > 0) keepBoard(lived, stretch, day);
    for (const [at, commit] of commits.entries()) {
      const prompt = at === 0 && isAsked ? undefined : stretch.prompts[commit.id];
      if (prompt !== undefined) lived.happen({ at: clock.at(minutesBefore(commit.time, 12)), prompt });
      work(lived, files, commit, stretch.commands, clock, random);
    }
    const next = stretch.days[day + 1]?.commits[0];
    const isBegun = next !== undefined && random() >= 0.25;
    const asked = isBegun ? stretch.prompts[next.id] : undefined;
    isAsked = isBegun;
    if (asked !== undefined) lived.happen({ at: clock.after(300), prompt: asked });
    const open = isBegun ? begin(lived, files, next, clock, random) : [];
    const junk = random() < 0.4 ? ['debug.log'] : [];
    for (const path of junk) lived.happen({ at: clock.after(20), write: path, content: 'noise\n' });
    const states = statesOn(lived);
    const { receipt, text } = await sleepOnce(at(clock.after(60)), { env: {} });
    const read = parseEntry(Buffer.from(text ?? ''));
    if (receipt.outcome !== 'ran' || read.kind !== 'dream')
      throw new Error(`${stretch.name} ${date}: ${receipt.message}`);
    const woken = await wakeUp(at(clock.after(600)));
    told.push({ day, entry: read.entry, woken, open, junk, next, states });
    for (const path of open) restore(lived, files, path, clock.after(1));
    for (const path of junk) lived.happen({ at: clock.after(1), delete: path });
  }
  return told;
}

/** A history is cut somewhere. What was done on its last day gets a second night, as in life: one more day, with a commit that is nobody's task. */
function dayAfter({ days, paths }: Stretch): Stretch['days'][number] {
  const date = new Date(Date.parse(days.at(-1)?.date ?? '') + 86_400_000).toISOString().slice(0, 10);
  const path = paths.find((each) => /^\.(?:git|editor|docker)|^licen[cs]e/iu.test(each)) ?? '.editorconfig';
  const commit = {
    id: '0'.repeat(40),
    time: `${date}T10:00:00.000Z`,
    subject: 'Spaces at the ends of lines',
    body: '',
  };
  return { date, commits: [{ ...commit, files: [[path, 1, 1]] }] };
}

const minutesBefore = (time: string, minutes: number): string =>
  new Date(Date.parse(time) - minutes * 60_000).toISOString();

/** Times that only go on: asked for a moment, it is that one, or just after the last that was given. */
function clockOf(start: string): { at(time: string): string; after(seconds: number): string } {
  let last = Date.parse(start);
  const give = (time: number): string => {
    last = Math.max(last + 1000, time);
    return new Date(last).toISOString();
  };
  return { at: (time) => give(Date.parse(time)), after: (seconds) => give(last + seconds * 1000) };
}

/** As agents do it: read, edit, check through a pipe, sometimes mend, commit. */
function work(
  lived: Lived,
  files: Contents,
  { time, subject, body, files: changed }: RealCommit,
  commands: readonly string[],
  clock: ReturnType<typeof clockOf>,
  random: () => number,
): void {
  clock.at(minutesBefore(time, 10));
  for (const [path] of changed.slice(0, 3)) lived.happen({ at: clock.after(5), read: path });
  for (const [index, [path, added, removed]] of changed.entries()) {
    const content = files.after(path, added, removed);
    if (content === undefined) {
      if (files.now(path) !== undefined) lived.happen({ at: clock.after(2), delete: path });
    } else lived.happen({ at: clock.after(2), ...(index < 8 ? { edit: path } : { write: path }), content });
    files.keep(path, content);
  }
  const command = commands[Math.floor(random() * commands.length)];
  if (command !== undefined && random() < 0.6) {
    const isPlain = random() < 0.2;
    if (isPlain && random() < 0.5) lived.happen({ at: clock.after(20), run: command, exit: 1 });
    lived.happen({ at: clock.after(20), run: isPlain ? command : `${command} 2>&1 | tail -20`, exit: 0 });
  }
  const message = body === '' ? subject : `${subject}\n\n${body}`;
  if (changed.length > 0) lived.happen({ at: clock.at(time), commit: message });
}

/** Begins what comes next, and leaves it open: half of its files, four at most. */
function begin(
  lived: Lived,
  files: Contents,
  { files: changed }: RealCommit,
  clock: ReturnType<typeof clockOf>,
  random: () => number,
): string[] {
  const some = changed.slice(0, Math.min(4, Math.ceil(changed.length / 2)));
  const open = some.filter(([path, added, removed]) => {
    const content = files.after(path, added, removed, 0.3 + random() * 0.5);
    if (content === undefined) return false;
    lived.happen({ at: clock.after(30), edit: path, content });
    return true;
  });
  return open.map(([path]) => path);
}

function restore(lived: Lived, files: Contents, path: string, at: string): void {
  const before = files.now(path);
  lived.happen(before === undefined ? { at, delete: path } : { at, write: path, content: before });
}

/** The person's morning: what was begun is DOING, what was done the day before yesterday is ticked off, what came up is added. */
function keepBoard({ home }: Lived, stretch: Stretch, day: number): void {
  const path = join(home.home, 'plan.org');
  let bytes: Uint8Array = readFileSync(path);
  const move = (task: RealTask, from: readonly string[], to: string): void => {
    const board = parseBoard(bytes);
    const found = tasksOf(board).find(({ title, state }) => title === titleOf(task) && from.includes(state));
    const moved = found === undefined ? undefined : moveTask(board, found, to);
    if (moved?.kind === 'applied') bytes = moved.bytes;
  };
  for (const task of stretch.tasks) {
    const [begun, finished] = [begunOn(stretch, task), finishedOn(stretch, task)];
    if (finished !== undefined && finished + tickedAfter <= day)
      move(task, ['TODO', 'NEXT', 'DOING', 'WAITING'], 'DONE');
    else if (begun !== undefined && begun < day && finished !== begun) move(task, ['TODO', 'NEXT'], 'DOING');
    for (const [box, commit] of Object.entries(task.truth.boxesDone ?? {}))
      if (stretch.days.slice(0, day).some(({ commits }) => commits.some(({ id }) => id === commit)))
        bytes = Buffer.from(Buffer.from(bytes).toString('utf8').replace(`- [ ] ${box}\n`, `- [x] ${box}\n`));
  }
  const before = stretch.days[day - 1]?.date ?? '';
  const today = stretch.days[day]?.date ?? '';
  const came = stretch.tasks.filter(({ added }) => added !== undefined && added > before && added <= today);
  writeFileSync(path, Buffer.concat([bytes, Buffer.from(boardOf(came, stretch.tasks))]));
}

function statesOn({ home }: Lived): ReadonlyMap<string, string> {
  return new Map(
    tasksOf(parseBoard(readFileSync(join(home.home, 'plan.org')))).map(({ title, state }) => [title, state]),
  );
}

/** Tasks as org writes them, children below their parents. */
export function boardOf(tasks: readonly RealTask[], all: readonly RealTask[]): string {
  const isChild = ({ parent }: RealTask): boolean => tasks.some(({ title }) => title === parent);
  const lines = (task: RealTask, level: number): string =>
    [
      `${'*'.repeat(level)} ${task.state} ${titleOf(task)}`,
      ...(task.body === undefined ? [] : [task.body]),
      ...(task.boxes ?? []).map((box) => `- [ ] ${box}`),
      '',
    ].join('\n') +
    all
      .filter((child) => child.parent === task.title && tasks.includes(child))
      .map((child) => lines(child, level + 1))
      .join('');
  return tasks
    .filter((task) => !isChild(task))
    .map((task) => lines(task, 1))
    .join('');
}

/** Chance that is always the same for one name. */
function seeded(name: string): () => number {
  let state = [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
