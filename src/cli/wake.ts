// `dk wake`: the pack for the next run. It always prints one, and exits 0.
import type { Command } from 'commander';
import { smallestBudget, usualBudget, wake } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface WakeOptions {
  readonly budget: string;
  readonly last?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addWake(program: Command, terminal: Terminal): void {
  program
    .command('wake')
    .summary('wake: apply the verdicts once, and print what the run needs')
    .description(
      "Applies the newest dream's verdicts to the board (once), checks what the dream called verified, and prints the wake pack. Works without a dream, too.",
    )
    .option('--budget <characters>', `how long the pack may be, from ${smallestBudget} up`, String(usualBudget))
    .option('--last', 'show what was handed over the last time, and do nothing')
    .option('--dry-run', 'print the pack, and apply nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk wake                 hand this to your agent before its first step\n  dk wake --json          the same as typed parts\n  dk wake --last          what the last run was given\n',
    )
    .action(async ({ budget, last, dryRun, json }: WakeOptions) => {
      const woken = await wake(terminal.standpoint(), { budget: wholeNumber('--budget', budget), last, dryRun });
      if (json === true) return terminal.json(woken);
      terminal.lines(woken.pack);
    });
}
