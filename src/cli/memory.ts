// `dk memory`: what is kept here.
import type { Command } from 'commander';
import { memory } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addMemory(program: Command, terminal: Terminal): void {
  program
    .command('memory')
    .summary('what is kept here: MEMORY.md and the newest notes')
    .description('Prints MEMORY.md and the newest files in notes/ as they are on disk, and changes nothing.')
    .option('--most <files>', 'how many files of notes', '7')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory --most 2\n')
    .action(async (options: { readonly most: string; readonly json?: boolean }) => {
      const kept = await memory(terminal.standpoint(), { most: wholeNumber('--most', options.most) });
      if (options.json === true) return terminal.json(kept);
      if (kept.memory !== null) {
        terminal.say(paint('bold', kept.memory.path));
        terminal.lines(kept.memory.text);
      }
      for (const { path, bullets } of kept.notes) {
        terminal.say(paint('bold', path));
        for (const bullet of bullets) terminal.say(`- ${bullet}`);
      }
      if (kept.memory === null && kept.all === 0)
        terminal.say('Nothing is kept yet. `dk remember "…"` keeps one thing.');
      const older = kept.all - kept.notes.length;
      if (older > 0) terminal.hint(paint('dim', `${older} older in notes/`));
    });
}
