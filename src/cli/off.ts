// `dk off` and `dk on`: the switch, here or everywhere, for good or until a time.
import type { Command } from 'commander';
import { off, on, type Switched } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

interface OffOptions {
  readonly everywhere?: boolean;
  readonly until?: string;
  readonly json?: boolean;
}

export function addOff(program: Command, terminal: Terminal): void {
  program
    .command('off')
    .summary('switch Dreamkeeper off: here, everywhere, until a time')
    .description(
      'While Dreamkeeper is off, it records nothing, does not sleep and moves no task by itself, and sessions get no hand-over. What you ask for yourself (wake, board, undo, doctor) still works.',
    )
    .option('--everywhere', 'in all your homes, not only here')
    .option('--until <time>', 'switch on again by itself: 2h, 3d, 18:30, 2026-06-11, 2026-06-11T08:00')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk off --until 2h\n  dk off --everywhere\n')
    .action(async ({ everywhere, until, json }: OffOptions) =>
      tell(await off(terminal.standpoint(), { everywhere, until }), json === true, terminal),
    );
  program
    .command('on')
    .summary('switch it on again')
    .description('Switches Dreamkeeper on again. If you switched it off with --everywhere, use --everywhere here, too.')
    .option('--everywhere', 'in all your homes')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk on\n')
    .action(async ({ everywhere, json }: OffOptions) =>
      tell(await on(terminal.standpoint(), { everywhere }), json === true, terminal),
    );
}

function tell({ off: state }: Switched, asJson: boolean, terminal: Terminal): void {
  if (asJson) return terminal.json({ off: state });
  if (state === null) return terminal.say('Dreamkeeper is on.');
  const until = state.until === null ? '' : ` until ${state.until.slice(0, 16).replace('T', ' ')} UTC`;
  const how = state.where === 'everywhere' ? '`dk on --everywhere`' : '`dk on`';
  terminal.say(`Dreamkeeper is off ${state.where}${until}. ${how} switches it on again.`);
}
