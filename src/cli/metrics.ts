// `dk metrics`: figures for Prometheus, or as JSON.
import type { Command } from 'commander';
import { metrics } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

export function addMetrics(program: Command, terminal: Terminal): void {
  program
    .command('metrics', { hidden: true })
    .description(
      'Prints figures of this home as Prometheus reads them: dreams, nights, sweeps, promotions, recalls, runs, calls to models. It changes nothing, and sends nothing anywhere.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  dk metrics > /var/lib/node_exporter/dreamkeeper.prom   (in a timer, for the textfile collector)\n',
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      const told = await metrics(terminal.standpoint());
      if (json === true) return terminal.json(told);
      terminal.lines(told.text);
    });
}
