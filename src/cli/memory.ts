// `dk memory`: what is kept here, whole or one by one.
import type { Command } from 'commander';
import { memory } from '../verbs/verbs.ts';
import { addMemoryVerbs } from './memory-verbs.ts';
import { noVerb } from './no-verb.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addMemory(program: Command, terminal: Terminal): void {
  const verbs = program
    .command('memory')
    .summary('what is remembered: list, show, pin, unpin, forget, restore')
    .description(
      'Memory is what you or the agent remembered. Without one of the commands below this prints MEMORY.md and the newest notes as they are.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk memory --most 2               MEMORY.md and two files of notes\n  dk memory list                   each memory by its id, pinned first\n  dk memory pin m-3kq2m9x7         put it into every hand-over\n  dk memory forget m-3kq2m9x7      take it out; `dk undo f-…` brings it back\n',
    );
  verbs
    .command('files', { isDefault: true })
    .argument('[verb...]')
    .description('Prints MEMORY.md and the newest files in notes/ as they are on disk, and changes nothing.')
    .option('--most <files>', 'how many files of notes', '7')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory --most 2\n')
    .action(async ([verb]: string[], options: { readonly most: string; readonly json?: boolean }) => {
      if (verb !== undefined) throw noVerb(verb, verbs);
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
  addMemoryVerbs(verbs, terminal);
}
