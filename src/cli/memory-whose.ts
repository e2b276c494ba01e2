// `dk memory whose`: lets sleeps put entries in order, or not.
import { Argument, type Command } from 'commander';
import { memoryWhose } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

export function addMemoryWhose(memory: Command, terminal: Terminal): void {
  memory
    .command('whose')
    .addArgument(
      new Argument('<whose>', '`agent`: sleeps may put these entries in order; `mine`: they stay as they are').choices([
        'agent',
        'mine',
      ]),
    )
    .argument('[ids...]', 'entries by their ids (m-…); without one, all of MEMORY.md')
    .description(
      'Says whose the entries of MEMORY.md are. What nobody knows to be the agent’s counts as yours, and no sleep changes it. This changes no byte of the file; what is pinned stays out of reach all the same.',
    )
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk memory whose agent             sleeps may put MEMORY.md in order\n  dk memory whose mine m-3kq2m9x7   this entry stays as it is\n',
    )
    .action(
      async (
        whose: 'agent' | 'mine',
        ids: string[],
        { dryRun, json }: { readonly dryRun?: boolean; readonly json?: boolean },
      ) => {
        const done = await memoryWhose(terminal.standpoint(), { whose, ids, dryRun });
        if (json === true) return terminal.json(done);
        const many = done.memories.length;
        const entries = many === 1 ? '1 memory' : `${many} memories`;
        if (done.result === 'noop') return terminal.say('Nothing changes: they are already.');
        const what = whose === 'agent' ? 'may be put in order by sleeps' : 'stay as they are';
        terminal.say(`${dryRun === true ? 'Would say: ' : ''}${entries} ${what}.`);
        if (done.note) terminal.say(`Note: ${done.note}.`);
        if (done.change !== null) terminal.say(paint('dim', `\`dk undo ${done.change}\` takes it back.`));
      },
    );
}
