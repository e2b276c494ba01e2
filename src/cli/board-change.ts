// The verbs that change the board. Each is one edit and one commit.
import type { Command } from 'commander';
import { oneLine } from '../text/text.ts';
import { boardAdd, boardDone, boardLog, boardMove, type Landed } from '../verbs/verbs.ts';
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
    .argument('<task>', 'its title, or the beginning of it: at least 12 characters that no other title begins with')
    .argument('<state>', 'a state of this board, such as NEXT, DOING or DONE')
    .description(
      'Move a task to another state. A task that is done cannot be reopened; a cancelled one needs a reason.',
    )
    .option('--why <reason>', 'the reason: kept in the commit, and in the title of a cancelled task')
    .option('--line <number>', 'which of several tasks with this title')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board move "honest faq" DONE\n')
    .action(async (task: string, state: string, { why, line, dryRun, json }: MoveOptions) => {
      const on = line === undefined ? undefined : wholeNumber('--line', line);
      const moved = await boardMove(terminal.standpoint(), { task, state, why, line: on, dryRun });
      if (json === true) return terminal.json(moved);
      const { from, to, reason } = moved;
      tell(terminal, reason === null ? `${from} → ${to}  ${moved.task}` : `Nothing to do: ${reason}.`, moved);
    });
  board
    .command('done')
    .argument('<task>', 'its title, or the beginning of it: at least 12 characters that no other title begins with')
    .argument('[why]', 'the proof, such as the commit that finished it; it is kept in the log and in the commit')
    .description(
      'Finish a task: moves it to DONE and adds a dated line to the log, in one commit. Tasks below it stay as they are.',
    )
    .option('--line <number>', 'which of several tasks with this title')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board done "honest faq" "1a2b3c4, with the last three answers"\n')
    .action(async (task: string, why: string | undefined, { line, dryRun, json }: MoveOptions) => {
      const on = line === undefined ? undefined : wholeNumber('--line', line);
      const done = await boardDone(terminal.standpoint(), { task, why, line: on, dryRun });
      if (json === true) return terminal.json(done);
      const { from, to, reason, openBelow } = done;
      tell(terminal, reason === null ? `${from} → ${to}  ${done.task}` : `Nothing to do: ${reason}.`, done);
      if (reason === null && openBelow.length > 0) {
        const titles = openBelow.map((title) => `"${oneLine(title, 60)}"`);
        const more = titles.length > 3 ? ` and ${titles.length - 3} more` : '';
        terminal.say(`Still open below it: ${titles.slice(0, 3).join(', ')}${more}.`);
      }
    });
  board
    .command('add')
    .argument('<title>')
    .description('Add a task, at the end of the board or under another heading.')
    .option('--under <title>', 'the task or heading it goes under')
    .option('--state <state>', 'its state (TODO, or the first state of the board)')
    .option('--priority <letter>', 'A, B, C …')
    .option('--again', 'add it even if an open task already has this title')
    .option('--tag <tag>', 'a tag; may be given more than once', (tag: string, tags: string[] = []) => [...tags, tag])
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board add "honest faq" --under "objective: page completeness" --tag copy\n')
    .action(async (title: string, { tag: tags, json, ...request }: AddOptions) => {
      const added = await boardAdd(terminal.standpoint(), { title, tags, ...request });
      if (json === true) return terminal.json(added);
      tell(terminal, `${added.state}  ${added.task}`, added);
    });
  board
    .command('log')
    .argument('<text>')
    .description('Add one dated line to the log.')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk board log "shipped the comparison section"\n')
    .action(async (text: string, { dryRun, json }: CommonOptions) => {
      const entry = await boardLog(terminal.standpoint(), { text, dryRun });
      if (json === true) return terminal.json(entry);
      tell(terminal, `- ${entry.date} (${entry.agent}): ${entry.logged}`, entry);
    });
}

function tell(terminal: Terminal, line: string, { dryRun, note }: Landed): void {
  terminal.say(dryRun === true ? `Would: ${line}` : line);
  if (note) terminal.say(`Note: ${note}.`);
}
