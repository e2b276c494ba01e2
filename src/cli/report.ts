// `dk report`: what the nights did, for people; on the terminal, as JSON, or as a page of its own.
import type { Command } from 'commander';
import { report } from '../verbs/verbs.ts';
import { tellMorning } from './tell-report.ts';
import type { Terminal } from './terminal.ts';

export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .summary('the morning report: what the nights did, what waits for you, how to undo it')
    .argument('[night]', 'only this night: by its id, a beginning of it, a file in rem/, a commit, or `last`')
    .description(
      'Tells what the nights since yesterday did: what was learned, promoted, merged and demoted, and why; the moves on the board and what became of earlier ones; the proof that nothing was harmed; what it cost; what waits for you; and how to take it back. It changes nothing.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk report\n  dk report last\n')
    .action(async (night: string | undefined, { json }: { readonly json?: boolean }) => {
      const morning = await report(terminal.standpoint(), { night });
      if (json === true) return terminal.json(morning);
      tellMorning(morning, terminal);
    });
}
