// The verbs that change the board. Each is one edit and one commit.
import type { Command } from 'commander';
import {
  type Board,
  backlogOf,
  boardPath,
  findState,
  type Heading,
  matchTask,
  moveTask,
  parseBoard,
  sameTask,
  type Task,
  tasksOf,
  withLogLine,
  withTask,
} from '../board/board.ts';
import { type Changed, makeChange, netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { matchKey, nearest, oneLine, printSafe } from '../text/text.ts';
import { type OpenHome, openOwnHome } from '../wire/wire.ts';
import { noState, readBoard } from './read-board.ts';
import { changedJson } from './tell-change.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface CommonOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface MoveOptions extends CommonOptions {
  readonly why?: string;
  readonly line?: string;
}

interface AddOptions extends CommonOptions {
  readonly under?: string;
  readonly state?: string;
  readonly again?: boolean;
  readonly priority?: string;
  readonly tag?: string[];
}

export function addBoardChanges(board: Command, terminal: Terminal): void {
  board
    .command('move')
    .argument('<task>', 'its title, or a beginning of at least 12 characters that only it has')
    .argument('<state>', 'a state of this board, such as NEXT, DOING or DONE')
    .description('Move a task to another state. What is done does not reopen; a cancelled task needs a reason.')
    .option('--why <reason>', 'the reason: kept in the commit, and in the title of a cancelled task')
    .option('--line <number>', 'which of several tasks with this title')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board move "honest faq" DONE\n')
    .action(async (title: string, state: string, options: MoveOptions) => {
      const home = await openOwnHome(terminal.standpoint());
      const board = readBoard(home);
      const task = requireTask(
        board,
        title,
        options.line === undefined ? undefined : wholeNumber('--line', options.line),
      );
      netOf(home.settings).refuse(options.why ?? '');
      const wanted = moveTask(board, task, state, options.why);
      if (wanted.kind === 'refused') throw refusal(board, task, state, wanted.reason);
      const from = wanted.from;
      const to = wanted.to;
      const edit = (bytes: Uint8Array | undefined): Uint8Array => {
        const plan = parseBoard(bytes ?? new Uint8Array());
        const moved = moveTask(plan, stillThere(plan, board, task), state, options.why);
        return moved.kind === 'applied' ? moved.bytes : plan.bytes;
      };
      const changed = await carryOut(home, `board: ${from} → ${to} ${task.title}`, edit, options, options.why);
      if (options.json === true)
        return terminal.json({ task: task.title, from, to, result: wanted.kind, ...changedJson(changed) });
      tell(
        terminal,
        wanted.kind === 'noop' ? `Nothing to do: ${wanted.reason}.` : `${from} → ${to}  ${task.title}`,
        changed,
      );
    });
  board
    .command('add')
    .argument('<title>')
    .description('Add a task, at the end of the board or under another heading.')
    .option('--under <title>', 'the task or heading it goes under')
    .option('--state <state>', 'its state (TODO, or the first state of the board)')
    .option('--priority <letter>', 'A, B, C …')
    .option('--again', 'also if an open task has this title already')
    .option('--tag <tag>', 'a tag; may be given more than once', (tag: string, tags: string[] = []) => [...tags, tag])
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board add "honest faq" --under "objective: page completeness" --tag copy\n')
    .action(async (title: string, options: AddOptions) => {
      const home = await openOwnHome(terminal.standpoint());
      netOf(home.settings).refuse([title, ...(options.tag ?? [])].join('\n'));
      const board = readBoard(home);
      refuseTwin(board, title, options);
      const state = findState(board, options.state ?? backlogOf(board)) ?? '';
      const edit = (bytes: Uint8Array | undefined): Uint8Array =>
        addTo(parseBoard(bytes ?? new Uint8Array()), title, options);
      edit(board.bytes);
      const changed = await carryOut(home, `board: add ${oneLine(title)}`, edit, options);
      if (options.json === true) return terminal.json({ task: oneLine(title), state, ...changedJson(changed) });
      tell(terminal, `${state}  ${oneLine(title)}`, changed);
    });
  board
    .command('log')
    .argument('<text>')
    .description('Add one dated dash to the log.')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board log "shipped the comparison section"\n')
    .action(async (text: string, options: CommonOptions) => {
      if (oneLine(text) === '')
        throw new DreamkeeperError('E_USAGE', 'there is nothing to log', { hint: 'Give a line of text.' });
      const home = await openOwnHome(terminal.standpoint());
      netOf(home.settings).refuse(text);
      readBoard(home);
      const date = home.world.now().toISOString().slice(0, 10);
      const edit = (bytes: Uint8Array | undefined): Uint8Array =>
        withLogLine(parseBoard(bytes ?? new Uint8Array()), date, home.agent, text);
      const changed = await carryOut(home, `board: log ${oneLine(text)}`, edit, options);
      if (options.json === true) return terminal.json({ logged: oneLine(text), date, ...changedJson(changed) });
      tell(terminal, `- ${date} (${home.agent}): ${oneLine(text)}`, changed);
    });
}

function carryOut(
  home: OpenHome,
  subject: string,
  edit: (bytes: Uint8Array | undefined) => Uint8Array,
  { dryRun }: CommonOptions,
  body?: string,
): Promise<Changed | undefined> {
  if (dryRun === true) return Promise.resolve(undefined);
  return makeChange(home.world, home.home, {
    files: [{ path: boardPath, edit }],
    ...{ subject, body, agent: home.agent, secrets: home.settings.secrets },
  });
}

function addTo(board: Board, title: string, options: AddOptions): Uint8Array {
  const wanted = options.state ?? backlogOf(board);
  const state = findState(board, wanted);
  if (state === undefined) throw noState(board, wanted);
  const under = options.under === undefined ? undefined : parentCalled(board, options.under);
  const priority = options.priority?.toUpperCase();
  if (priority !== undefined && !/^(?:[A-Z]|[0-9]{1,2})$/u.test(priority))
    throw badOption('--priority', 'one letter, such as A');
  const oddTag = options.tag?.find((tag) => !/^[\p{L}\p{N}_@#%]+$/u.test(tag));
  if (oddTag !== undefined) throw badOption('--tag', 'one word of letters, digits, _ @ # %');
  return withTask(board, { title, state, under, priority, tags: options.tag });
}

/** The heading somebody wants a task under: a section, or a task; of several with that title, the only open one. */
function parentCalled(board: Board, title: string): Heading {
  const sections = board.headings.filter((heading) => heading.title === title && heading.state === undefined);
  return sections.length === 1 && sections[0] !== undefined ? sections[0] : requireTask(board, title);
}

/** An agent that tries again must not make a second task of the same name: nobody could tell the two apart afterwards. */
function refuseTwin(board: Board, title: string, { again }: AddOptions): void {
  const match = matchTask(board, title);
  if (
    again === true ||
    match.kind === 'unresolved' ||
    (match.kind === 'found' && (match.task.isDone || match.why !== ''))
  )
    return;
  const lines =
    match.kind === 'found' ? `line ${match.task.line}` : `lines ${match.tasks.map((task) => task.line).join(', ')}`;
  throw new DreamkeeperError('E_TASK_EXISTS', `"${printSafe(oneLine(title, 80))}" is on the board already (${lines})`, {
    hint: 'Move that one, choose another title, or add --again if you mean it.',
  });
}

function badOption(option: string, expected: string): DreamkeeperError {
  return new DreamkeeperError('E_USAGE', `${option} takes ${expected}`, {
    hint: 'Nothing was changed. Run `dk board add --help` for the options.',
  });
}

/** The task somebody means; if its line is known and still has that title, exactly that one. */
function requireTask(board: Board, title: string, line?: number): Task {
  const there = line === undefined ? undefined : taskOnLine(board, title, line);
  if (there !== undefined) return there;
  const match = matchTask(board, title, { prefix: true });
  if (match.kind === 'found' && match.why === '') return match.task;
  const shown = printSafe(oneLine(title, 80));
  if (match.kind === 'ambiguous') {
    throw new DreamkeeperError('E_AMBIGUOUS_TASK', `"${shown}" could be more than one task: ${match.reason}`, {
      hint: `Say which with --line: ${match.tasks.map((task) => `${task.line} (${task.state})`).join(', ')}.`,
    });
  }
  const guess = nearest(
    title,
    tasksOf(board).map((task) => task.title),
  );
  const lookAlike = match.kind === 'unresolved' && match.reason !== 'no task has this title' ? match.reason : undefined;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `no task is called "${shown}"`, {
    hint:
      lookAlike ??
      (guess === undefined ? 'Run `dk board` to see the titles.' : `Did you mean "${printSafe(oneLine(guess, 80))}"?`),
  });
}

/** The task that was meant, in the version of the board that is changed. */
function stillThere(plan: Board, board: Board, task: Task): Task {
  const found = sameTask(plan, board, task);
  if (found !== undefined) return found;
  throw new DreamkeeperError('E_NO_SUCH_TASK', `"${printSafe(oneLine(task.title, 80))}" is not there any more`, {
    hint: 'Somebody changed the board. Look at it with `dk board`.',
  });
}

/** The task on a line, if its title is the one meant, however it is spelled. */
function taskOnLine(board: Board, title: string, line: number): Task | undefined {
  const heading = tasksOf(board).find((task) => task.line === line);
  return heading !== undefined && matchKey(heading.title).key === matchKey(title).key ? heading : undefined;
}

function refusal(board: Board, task: Task, state: string, reason: string): DreamkeeperError {
  if (reason.startsWith('this board has no state')) return noState(board, state);
  const hint = task.isDone
    ? 'Add a new task for what is left to do.'
    : 'Nothing was changed. For CANCELLED, give --why "the reason".';
  return new DreamkeeperError('E_MOVE_REFUSED', `"${printSafe(oneLine(task.title, 80))}" was not moved: ${reason}`, {
    hint,
  });
}

function tell(terminal: Terminal, line: string, changed: Changed | undefined): void {
  terminal.say(changed === undefined ? `Would: ${line}` : line);
  if (changed?.note !== undefined) terminal.say(`Note: ${changed.note}.`);
}
