// Work of a day: tasks begun and finished, with a word and without; files, commits; checks that fail and recover, also behind a pipe.
import type { TaskState } from '../arm.ts';
import type { Dice } from '../random.ts';
import { boardState, type Story, type TaskDraft } from './draft.ts';
import { artefacts, checkCommands, deeds } from './trades.ts';

const open: ReadonlySet<TaskState> = new Set(['TODO', 'NEXT', 'DOING']);

export function tellTask(story: Story, task: TaskDraft, state: TaskState): void {
  const from = story.tell({ kind: 'task', title: task.title, state });
  task.states.push({ state, from });
}

/** The board as a person keeps it: new tasks, wishes, and what is closed later than it was finished. */
export function tellBoard(story: Story, dice: Dice): void {
  const openTasks = (): TaskDraft[] =>
    story.tasks.filter((task) => open.has(boardState(task)) && task.finished === undefined);
  const wanted = story.day === 0 ? 6 : openTasks().length < 8 && dice.chance(0.6) ? 1 : 0;
  for (let count = 0; count < wanted; count += 1) {
    const title = newTitle(story, dice);
    if (title === undefined) break;
    const task: TaskDraft = { title, states: [], worked: [] };
    story.tasks.push(task);
    tellTask(story, task, 'TODO');
  }
  const waiting = openTasks().filter((task) => boardState(task) === 'TODO' && !isUnderWay(task));
  if (waiting.length > 2 && dice.chance(0.3)) tellTask(story, dice.pick(waiting), 'NEXT');
  for (const task of story.tasks)
    if (task.closeOn === story.day && open.has(boardState(task))) tellTask(story, task, 'DONE');
  const idle = openTasks().filter((task) => !isUnderWay(task));
  if (idle.length > 5 && dice.chance(0.12)) tellTask(story, dice.pick(idle), 'CANCELLED');
}

function newTitle(story: Story, dice: Dice): string | undefined {
  for (let tries = 0; tries < 60; tries += 1) {
    const title = `${dice.pick(deeds)[0]} ${dice.pick(artefacts)[0]}`;
    if (!story.tasks.some((task) => task.title === title)) return title;
  }
  return undefined;
}

export function isUnderWay({ worked, finished }: TaskDraft): boolean {
  const last = worked.at(-1);
  return finished === undefined && last !== undefined && last.until === undefined;
}

/** The task that is worked on, begun now if there is none. */
export function taskOfDay(story: Story, dice: Dice): TaskDraft | undefined {
  const under = story.tasks.find((task) => isUnderWay(task) && open.has(boardState(task)));
  if (under !== undefined) return under;
  const ready = story.tasks.filter((task) => task.finished === undefined && open.has(boardState(task)));
  const task = ready.find((each) => boardState(each) === 'NEXT') ?? ready[0];
  if (task === undefined) return undefined;
  task.worked.push({ from: story.moment });
  // One in five is begun without a word.
  if (dice.chance(0.8) && boardState(task) !== 'DOING') tellTask(story, task, 'DOING');
  return task;
}

/** Some hours of work on a task. */
export function tellWork(story: Story, task: TaskDraft, dice: Dice): void {
  const [artefact, other, file] = artefacts.find(([name]) => task.title.endsWith(` ${name}`)) ??
    artefacts[0] ?? ['', '', ''];
  // What is broken is looked at first.
  const broken = stillBroken(story);
  const command = broken ?? dice.pick(checkCommands);
  story.tell({ kind: 'step', tool: 'read', target: file, exit: 0, output: '' });
  edit(story, file, artefact);
  if (dice.chance(0.35)) edit(story, file.replace(/(\.\w+)$/u, '.test$1'), artefact);
  const isRed = dice.chance(broken === undefined ? 0.35 : 0.2);
  runCheck(story, command, !isRed, dice.chance(0.4));
  let isMended = !isRed;
  if (isRed && dice.chance(0.65)) {
    edit(story, file, `${artefact}, mended`);
    runCheck(story, command, true, dice.chance(0.3));
    isMended = true;
  }
  if (!isMended || !dice.chance(0.8)) return;
  const isFinished = dice.chance(0.45);
  const deed = deeds.find(([name]) => task.title.startsWith(name));
  const subject = isFinished
    ? `${deed?.[1] ?? 'Finish the'} ${other}`
    : `${dice.pick(['Groundwork for the', 'Half of the', 'Towards the'])} ${other}`;
  const files = story.edits.filter(({ until }) => until === undefined);
  const paths = [...new Set(files.map(({ path }) => path))];
  story.tell({ kind: 'step', tool: 'bash', target: `git commit -m "${subject}"`, exit: 0, output: '' });
  const until = story.tell({
    ...{ kind: 'commit', subject, body: '', by: 'agent' },
    files: paths.map((path) => ({ path, text: story.files.get(path) ?? '' })),
  });
  for (const each of files) each.until = until;
  if (!isFinished) return;
  task.finished = until;
  const last = task.worked.at(-1);
  if (last !== undefined) last.until = until;
  // A third of what is finished is finished without a word; the person closes it days later.
  if (dice.chance(0.65)) tellTask(story, task, 'DONE');
  else task.closeOn = story.day + dice.between(2, 4);
}

function stillBroken(story: Story): string | undefined {
  const last = new Map(story.checks.map(({ command, hasPassed }) => [command, hasPassed]));
  return [...last].findLast(([, hasPassed]) => !hasPassed)?.[0];
}

function edit(story: Story, path: string, what: string): void {
  const lines = (story.files.get(path) ?? `# ${path}\n`).split('\n').slice(0, 30);
  const text = `${lines.join('\n').trimEnd()}\nstep ${story.moment}: ${what}\n`;
  story.files.set(path, text);
  const from = story.tell({ kind: 'file', path, text, by: 'agent' });
  story.tell({ kind: 'step', tool: 'edit', target: path, exit: 0, output: '' });
  story.edits.push({ path, from });
}

/** Behind a pipe the shell sees 0, whatever happened. */
function runCheck(story: Story, command: string, hasPassed: boolean, isPiped: boolean): void {
  const from = story.tell({
    ...{ kind: 'step', tool: 'bash', target: isPiped ? `${command} 2>&1 | tail -5` : command },
    exit: isPiped || hasPassed ? 0 : 1,
    output: outputOf(command, hasPassed),
  });
  story.checks.push({ command, from, hasPassed });
}

function outputOf(command: string, hasPassed: boolean): string {
  if (command === 'npx tsc --noEmit')
    return hasPassed
      ? ''
      : 'src/main.ts(12,5): error TS2322: Type string is not assignable to type number.\nFound 1 error in src/main.ts:12';
  if (command === 'pytest -q') return hasPassed ? '41 passed in 2.10s' : '1 failed, 40 passed in 2.31s';
  if (command === 'npm run lint')
    return hasPassed
      ? 'Checked 80 files in 120ms. No fixes applied.'
      : 'Checked 80 files in 120ms. No fixes applied.\nFound 2 errors.';
  if (command === 'make check') return hasPassed ? 'all checks passed' : 'make: *** [Makefile:7: check] Error 1';
  return hasPassed ? '# tests 41\n# pass 41\n# fail 0' : '# tests 41\n# pass 40\n# fail 1';
}
