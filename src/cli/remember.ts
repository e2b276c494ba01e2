// `dk remember`: one thing worth knowing tomorrow, as a bullet in today's note.
import type { Command } from 'commander';
import { makeChange } from '../change/change.ts';
import { noteChange, worthNoting } from '../memory/memory.ts';
import { openOwnHome } from '../wire/wire.ts';
import { changedJson } from './tell-change.ts';
import type { Terminal } from './terminal.ts';

interface RememberOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addRemember(program: Command, terminal: Terminal): void {
  program
    .command('remember')
    .argument('<text>', 'one thing, in one line')
    .summary('keep one thing for later, as a bullet in notes/')
    .description(
      "Adds one bullet to today's file in notes/, in a commit of its own. Credentials are refused: say where one is kept, not what it is.",
    )
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk remember "the staging database is reset every Sunday"\n')
    .action(async (given: string, options: RememberOptions) => {
      const { world, home, settings, agent } = await openOwnHome(terminal.standpoint());
      const text = worthNoting(given, settings.secrets?.allow ?? []);
      const { path, files, subject } = noteChange(world.now(), text);
      if (options.dryRun === true) {
        if (options.json === true) return terminal.json({ dryRun: true, path, text });
        return terminal.say(`Would add to ${path}: - ${text}`);
      }
      const changed = await makeChange(world, home, { files, subject, agent, secrets: settings.secrets });
      if (options.json === true) return terminal.json({ path, text, ...changedJson(changed) });
      if (changed.kind === 'unchanged') return terminal.say(`It stands in ${path} already.`);
      terminal.say(`${path}: - ${text}`);
      if (changed.note !== undefined) terminal.say(changed.note);
    });
}
