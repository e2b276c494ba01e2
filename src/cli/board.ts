// `dk board`: the plan listed, filtered, moved, added to, logged in and looked over.
import type { Command } from 'commander';
import {
  type Board,
  backlogOf,
  boardPath,
  findState,
  lintBoard,
  lintDeleted,
  parseBoard,
  pickTask,
  type Task,
  tasksOf,
} from '../board/board.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { nearest, oneLine, printSafe } from '../text/text.ts';
import { type OpenHome, openHome } from '../wire/wire.ts';
import { addBoardChanges } from './board-change.ts';
import { noState, readBoard, taskJson } from './read-board.ts';
import { type Painted, paint, type Terminal } from './terminal.ts';

interface ListOptions {
  readonly state?: string;
  readonly tag?: string;
  readonly agent?: string;
  readonly open?: boolean;
  readonly json?: boolean;
}

export function addBoard(program: Command, terminal: Terminal): void {
  const board = program
    .command('board')
    .summary('the plan: list, move, add, log, lint')
    .description('The plan in plan.org. Without a verb it lists the tasks; the options of `list` work here too.')
    .addHelpText(
      'after',
      '\nExamples:\n  dk board                              all tasks, and what to do next\n  dk board list --state NEXT,DOING      some of them\n  dk board add "honest faq" --under "objective: page completeness"\n  dk board move "honest faq" DOING      by its title, or a beginning only it has\n  dk board move "honest faq" CANCELLED --why "nobody asks"\n  dk board log "audited the pricing page"\n  dk board lint                         what looks odd\n',
    );
  board
    .command('list', { isDefault: true })
    .argument('[verb]')
    .description('List tasks.')
    .option('--state <states>', 'only these states, separated by commas')
    .option('--tag <tag>', 'only tasks with this tag')
    .option('--agent <name>', 'only tasks claimed by this agent')
    .option('--open', 'only what is still to be done')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board list --open --tag urgent --json\n')
    .action(async (verb: string | undefined, options: ListOptions) => {
      if (verb !== undefined) throw noVerb(verb, board);
      const home = await openHome(terminal.standpoint());
      list(readBoard(home), options, home, terminal);
    });
  board
    .command('next')
    .description('The task to do next: the first NEXT, else the top TODO, and of either the first leaf.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board next --json\n')
    .action(async (options: { readonly json?: boolean }) => {
      const home = await openHome(terminal.standpoint());
      const plan = readBoard(home);
      const task = pickTask(plan, home.agent);
      if (options.json === true) terminal.json({ task: task === undefined ? null : taskJson(plan, task) });
      else
        terminal.say(
          task === undefined
            ? `Nothing is left to pick: no NEXT and no ${backlogOf(plan)} that is free.`
            : `${task.state} ${task.title}`,
        );
    });
  board
    .command('lint')
    .description('Say what looks odd about the plan. Exits 0: a board is never wrong, only odd.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board lint\n')
    .action(async (options: { readonly json?: boolean }) => {
      const home = await openHome(terminal.standpoint());
      const findings = [...lintBoard(readBoard(home)), ...(await deletedSinceCommit(home))];
      if (options.json === true) return terminal.json({ lint: findings });
      for (const { line, code, message } of findings)
        terminal.say(line === 0 ? 'plan.org  ' : `plan.org:${line}  `, paint('yellow', code), `  ${message}`);
      terminal.say(findings.length === 0 ? 'Nothing looks odd.' : `${findings.length} to look at.`);
    });
  addBoardChanges(board, terminal);
}

/** `dk board mvoe` reaches the default verb with a word too many. */
function noVerb(verb: string, board: Command): DreamkeeperError {
  const verbs = board.commands.map((command) => command.name());
  const guess = nearest(verb, verbs);
  return new DreamkeeperError('E_USAGE', `dk board has no verb "${printSafe(oneLine(verb, 40))}"`, {
    hint: guess === undefined ? `It has ${verbs.join(', ')}.` : `Did you mean \`dk board ${guess}\`?`,
  });
}

function list(board: Board, options: ListOptions, { home, agent }: OpenHome, terminal: Terminal): void {
  const states = options.state?.split(',').map((state) => state.trim().toUpperCase());
  const unknown = states?.find((state) => findState(board, state) === undefined);
  if (unknown !== undefined) throw noState(board, unknown);
  const shown = tasksOf(board).filter(
    (task) =>
      (states === undefined || states.includes(task.state.toUpperCase())) &&
      (options.tag === undefined || task.tags.includes(options.tag)) &&
      (options.agent === undefined || task.agent === options.agent) &&
      (options.open !== true || !task.isDone),
  );
  const findings = lintBoard(board);
  if (options.json === true)
    return terminal.json({ tasks: shown.map((task) => taskJson(board, task)), lint: findings });
  const width = Math.max(4, ...shown.map((task) => task.state.length));
  for (const task of shown) terminal.say(...lineOf(task, width, terminal.width));
  if (shown.length === 0)
    terminal.say(tasksOf(board).length === 0 ? 'The board is empty. Add a task: `dk board add "…"`.' : 'No task fits.');
  const isFiltered = states !== undefined || options.tag !== undefined || options.agent !== undefined;
  const next = isFiltered ? undefined : pickTask(board, agent);
  if (next !== undefined) terminal.say('\n', paint('bold', 'Next:'), ` ${oneLine(next.title, terminal.width - 8)}`);
  if (findings.length > 0) terminal.hint(paint('dim', `${findings.length} things look odd: dk board lint`));
  terminal.hint(paint('dim', `${home.home}/${boardPath}`));
}

function lineOf(task: Task, stateWidth: number, width: number): (string | Painted)[] {
  const colours = { NEXT: 'blue', DOING: 'yellow', STARTED: 'yellow' } as const;
  const colour = task.isDone ? 'dim' : (colours[task.state as keyof typeof colours] ?? 'bold');
  const details = [
    ...(task.priority === undefined ? [] : [` [#${task.priority}]`]),
    ...(task.tags.length === 0 ? [] : [` :${task.tags.join(':')}:`]),
    ...(task.agent === undefined ? [] : [` @${oneLine(task.agent, 20)}`]),
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

async function deletedSinceCommit({ world, home }: OpenHome): Promise<ReturnType<typeof lintDeleted>> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const entry = commit === undefined ? undefined : (await repository.entries(commit, [boardPath])).get(boardPath);
  const now = world.files.read(home.home, boardPath);
  if (entry === undefined || now === undefined) return [];
  return lintDeleted(parseBoard(await repository.readBlob(entry.blob)), parseBoard(now));
}
