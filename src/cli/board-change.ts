// The verbs that change the board. Each is one edit and one commit.
import type { Command } from 'commander';
import { type Board, matchTask, moveTask, parseBoard, type Task, withLogLine, withTask } from '../board/board.ts';
import { type Changed, makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { type OpenHome, openHome, standpoint } from '../wire/wire.ts';
import { readBoard } from './read-board.ts';
import type { Terminal } from './terminal.ts';

interface CommonOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface AddOptions extends CommonOptions {
  readonly under?: string;
  readonly state: string;
  readonly priority?: string;
  readonly tag?: string[];
}

export function addBoardChanges(board: Command, terminal: Terminal): void {
  board
    .command('move')
    .argument('<task>', 'its title, or a beginning of at least 12 characters that only it has')
    .argument('<state>', 'a state of this board, such as NEXT, DOING or DONE')
    .description('Move a task to another state. What is done does not reopen; a cancelled task needs a reason.')
    .option('--why <reason>', 'the reason, kept in the title of a cancelled task')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board move "honest faq" DONE\n')
    .action(async (title: string, state: string, options: CommonOptions & { readonly why?: string }) => {
      const home = await openHome(standpoint());
      const task = requireTask(readBoard(home), title);
      const wanted = moveTask(readBoard(home), task, state, options.why);
      if (wanted.kind === 'refused') throw refusal(readBoard(home), task, state, wanted.reason);
      const from = wanted.from;
      const to = wanted.to;
      const edit = (bytes: Uint8Array | undefined): Uint8Array => {
        const plan = parseBoard(bytes ?? new Uint8Array());
        const found = requireTask(plan, task.title, task.line);
        const moved = moveTask(plan, found, state, options.why);
        if (moved.kind === 'refused') throw refusal(plan, found, state, moved.reason);
        return moved.kind === 'applied' ? moved.bytes : plan.bytes;
      };
      const changed = await carryOut(home, `board: ${from} → ${to} ${task.title}`, edit, options);
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
    .option('--state <state>', 'its state', 'TODO')
    .option('--priority <letter>', 'A, B, C …')
    .option('--tag <tag>', 'a tag; may be given more than once', (tag: string, tags: string[] = []) => [...tags, tag])
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board add "honest faq" --under "page completeness" --tag copy\n')
    .action(async (title: string, options: AddOptions) => {
      const home = await openHome(standpoint());
      const edit = (bytes: Uint8Array | undefined): Uint8Array =>
        addTo(parseBoard(bytes ?? new Uint8Array()), title, options);
      edit(readBoard(home).bytes);
      const changed = await carryOut(home, `board: add ${oneLine(title)}`, edit, options);
      if (options.json === true)
        return terminal.json({ task: oneLine(title), state: options.state.toUpperCase(), ...changedJson(changed) });
      tell(terminal, `${options.state.toUpperCase()}  ${oneLine(title)}`, changed);
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
      const home = await openHome(standpoint());
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
): Promise<Changed | undefined> {
  if (dryRun === true) return Promise.resolve(undefined);
  return makeChange(home.world, home.found, { path: 'plan.org', edit, subject, agent: home.agent });
}

function addTo(board: Board, title: string, options: AddOptions): Uint8Array {
  const state = [...board.keywords.open, ...board.keywords.done].find(
    (word) => word === options.state.toUpperCase() || word === options.state,
  );
  if (state === undefined) throw noState(board, options.state);
  const under =
    options.under === undefined
      ? undefined
      : (board.headings.find((heading) => heading.title === options.under) ?? requireTask(board, options.under));
  const priority = options.priority?.toUpperCase();
  return withTask(board, { title, state, under, priority, tags: options.tag });
}

/** The task somebody means; if its line is known and still has that title, exactly that one. */
function requireTask(board: Board, title: string, line?: number): Task {
  const there = board.headings.find(
    (heading) => heading.line === line && heading.title === title && heading.state !== undefined,
  );
  if (there !== undefined) return there as Task;
  const match = matchTask(board, title, { prefix: true });
  if (match.kind === 'found' && match.why === '') return match.task;
  if (match.kind === 'ambiguous') {
    throw new DreamkeeperError(
      'E_AMBIGUOUS_TASK',
      `"${printSafe(oneLine(title, 80))}" could be more than one task: ${match.reason}`,
      {
        hint: `Lines ${match.tasks.map((task) => task.line).join(', ')} of plan.org. Give one of them another title first.`,
      },
    );
  }
  throw new DreamkeeperError('E_NO_SUCH_TASK', `no task is called "${printSafe(oneLine(title, 80))}"`, {
    hint:
      match.kind === 'unresolved' && match.reason !== 'no task has this title'
        ? match.reason
        : 'Run `dk board` to see the titles.',
  });
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

function noState(board: Board, state: string): DreamkeeperError {
  return new DreamkeeperError('E_NO_SUCH_STATE', `this board has no state "${printSafe(oneLine(state, 40))}"`, {
    hint: `It has ${[...board.keywords.open, '|', ...board.keywords.done].join(' ')} (the #+TODO: line of plan.org).`,
  });
}

function changedJson(changed: Changed | undefined): object {
  if (changed === undefined) return { dryRun: true, commit: null };
  return {
    commit: changed.kind === 'changed' ? (changed.commit ?? null) : null,
    note: changed.kind === 'changed' ? (changed.note ?? null) : null,
  };
}

function tell(terminal: Terminal, line: string, changed: Changed | undefined): void {
  terminal.say(changed === undefined ? `Would: ${line}` : line);
  if (changed?.kind === 'changed' && changed.note !== undefined) terminal.say(`Note: ${changed.note}.`);
}
