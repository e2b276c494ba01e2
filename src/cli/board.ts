// `dk board`: the plan listed, filtered, moved, added to, logged in and looked over.
import type { Command } from 'commander';
import { oneLine } from '../text/text.ts';
import { board, boardLint, boardNext, type ListedBoard, type ShownPlan, type ShownTask } from '../verbs/verbs.ts';
import { addBoardChanges } from './board-change.ts';
import { noVerb } from './no-verb.ts';
import { type Painted, paint, type Terminal } from './terminal.ts';

interface ListOptions {
  readonly state?: string;
  readonly tag?: string;
  readonly agent?: string;
  readonly open?: boolean;
  readonly json?: boolean;
}

export function addBoard(program: Command, terminal: Terminal): void {
  const verbs = program
    .command('board')
    .summary('the to-do file: list, move, done, add, log, lint')
    .description(
      'The board is the to-do file, plan.org. Without one of the commands below this lists the tasks, with the same options as `list`.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk board                              all tasks, and what to do next\n  dk board list --state NEXT,DOING      some of them\n  dk board add "honest faq" --under "objective: page completeness"\n  dk board move "honest faq" DOING      by its title, or a beginning that no other title has\n  dk board move "honest faq" CANCELLED --why "nobody asks"\n  dk board done "honest faq"             with a dated line in the log\n  dk board log "audited the pricing page"\n  dk board lint                         what looks odd\n',
    );
  verbs
    .command('list', { isDefault: true })
    .argument('[verb...]')
    .description('List tasks.')
    .option('--state <states>', 'only these states, separated by commas')
    .option('--tag <tag>', 'only tasks with this tag')
    .option('--agent <name>', 'only tasks claimed by this agent')
    .option('--open', 'only what is still to be done')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board list --open --tag urgent --json\n')
    .action(async ([verb]: string[], options: ListOptions) => {
      if (verb !== undefined) throw noVerb(verb, verbs);
      const { state, tag, agent, open } = options;
      const listed = await board(terminal.standpoint(), { states: state?.split(','), tag, agent, open });
      if (options.json === true) return terminal.json(listed);
      list(listed, state !== undefined || tag !== undefined || agent !== undefined, terminal);
    });
  verbs
    .command('next')
    .description(
      'Print the task to do next: the first that is NEXT, otherwise the first TODO. If it has open tasks below it, the first of those.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board next --json\n')
    .action(async (options: { readonly json?: boolean }) => {
      const next = await boardNext(terminal.standpoint());
      if (options.json === true) return terminal.json(next);
      const { task, backlog, mayBeDone } = next;
      const left =
        mayBeDone.length === 0
          ? ''
          : ` Of ${mayBeDone.length === 1 ? 'one task' : `${mayBeDone.length} tasks`} it looks as if it may be done: \`dk board\` says which.`;
      terminal.say(
        task === null
          ? `No task is left to pick: none is NEXT, and no ${backlog} is free.${left}`
          : `${task.state} ${task.title}`,
      );
    });
  verbs
    .command('lint')
    .description('Say what looks odd in plan.org. It repairs nothing, and always exits with 0.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board lint\n')
    .action(async (options: { readonly json?: boolean }) => {
      const { lint } = await boardLint(terminal.standpoint());
      if (options.json === true) return terminal.json({ lint });
      for (const { line, code, message } of lint)
        terminal.say(line === 0 ? 'plan.org  ' : `plan.org:${line}  `, paint('yellow', code), `  ${message}`);
      terminal.say(lint.length === 0 ? 'Nothing looks odd.' : `${lint.length} to look at.`);
    });
  addBoardChanges(verbs, terminal);
}

function list(
  { tasks, lint, next, looksDone, mayBeDone, all, plans, file }: ListedBoard,
  isFiltered: boolean,
  terminal: Terminal,
): void {
  const width = Math.max(4, ...tasks.map((task) => task.state.length));
  const mark = ({ title, isDone }: ShownTask): string =>
    isDone ? '' : looksDone.includes(title) ? ' (looks done)' : mayBeDone.includes(title) ? ' (may be done)' : '';
  for (const task of tasks) terminal.say(...lineOf(task, width, terminal.width, mark(task)));
  if (tasks.length === 0)
    terminal.say(all === 0 ? 'The board is empty. Add a task: `dk board add "…"`.' : 'No task fits.');
  if (next !== null && !isFiltered) terminal.say('\n', paint('bold', 'Next:'), ` ${oneLine(next, terminal.width - 8)}`);
  if (plans.length > 0 && !isFiltered) {
    terminal.say('\n', paint('bold', 'Beside the board:'));
    for (const plan of plans) terminal.say(...planLine(plan, terminal.width));
  }
  if (looksDone.length + mayBeDone.length > 0) terminal.hint(paint('dim', 'Looks done? Close it: dk board done "…"'));
  if (lint.length > 0) terminal.hint(paint('dim', `${lint.length} things look odd: dk board lint`));
  terminal.hint(paint('dim', file));
}

/** Read, and never written to. */
function planLine({ file, first, open, isTracked }: ShownPlan, width: number): (string | Painted)[] {
  const about = ` ${open} open${isTracked ? '' : ', not in git'}: `;
  const name = oneLine(file, 40);
  return [name, paint('dim', about), oneLine(first, Math.max(20, width - name.length - about.length))];
}

function lineOf(task: ShownTask, stateWidth: number, width: number, mark: string): (string | Painted)[] {
  const colours = { NEXT: 'blue', DOING: 'yellow', STARTED: 'yellow' } as const;
  const colour = task.isDone ? 'dim' : (colours[task.state as keyof typeof colours] ?? 'bold');
  const details = [
    ...(task.priority === null ? [] : [` [#${task.priority}]`]),
    ...(task.tags.length === 0 ? [] : [` :${task.tags.join(':')}:`]),
    ...(task.agent === null ? [] : [` @${oneLine(task.agent, 20)}`]),
    ...(mark === '' ? [] : [mark]),
  ].join('');
  // Deep boards keep a readable column for titles.
  const indent = '  '.repeat(Math.min(task.level - 1, 10));
  const room = Math.max(20, width - stateWidth - indent.length - details.length - 4);
  return [
    indent,
    paint(colour, task.state.padEnd(stateWidth)),
    `  ${oneLine(task.title, room)}`,
    ...(details === '' ? [] : [paint('dim', details)]),
  ];
}
