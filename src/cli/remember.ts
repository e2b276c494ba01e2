// `dk remember`: one thing worth knowing tomorrow, as a bullet in today's note.
import type { Command } from 'commander';
import { remember } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

interface RememberOptions {
  readonly pin?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addRemember(program: Command, terminal: Terminal): void {
  program
    .command('remember')
    .argument('<text>', 'one thing, in one line')
    .summary('keep one thing for later, as a bullet in notes/')
    .description(
      "Adds one bullet to today's file in notes/, in a commit of its own. It refuses a credential: write down where the credential is kept instead.",
    )
    .option('--pin', 'put it into every hand-over, before newer notes')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk remember "the staging database is reset every Sunday"\n  dk remember --pin "never force-push to main"\n',
    )
    .action(async (given: string, options: RememberOptions) => {
      const { json, dryRun, pin } = options;
      const remembered = await remember(terminal.standpoint(), { text: given, pin, dryRun });
      if (json === true) return terminal.json(remembered);
      const { id, path, text, isNew, note } = remembered;
      const pinned = pin === true ? ', pinned' : '';
      if (dryRun === true)
        return terminal.say(isNew ? `Would add to ${path}${pinned}: - ${text}` : `Would pin ${id} in ${path}.`);
      if (!isNew) return terminal.say(`It is in ${path} already${pinned} (${id}).`);
      terminal.say(`${path}${pinned}: - ${text} (${id})`);
      if (note) terminal.say(note);
    });
}
