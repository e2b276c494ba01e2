// `dk wake`: the pack for the next run. It always prints one, and exits 0.
import type { Command } from 'commander';
import { oneLine } from '../text/text.ts';
import { type ListedHandOver, smallestBudget, usualBudget, wake, wakeList, wakeShow } from '../verbs/verbs.ts';
import { localTime } from './local-time.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface WakeOptions {
  readonly budget?: string;
  readonly last?: boolean | string;
  readonly list?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addWake(program: Command, terminal: Terminal): void {
  program
    .command('wake')
    .summary('print the hand-over for a session, and carry out what the last dream suggests')
    .description(
      'Carries out the verdicts of the newest dream (its suggestions for tasks), once. Checks whether its facts still hold, and prints the pack: the hand-over for a session. It works without a dream, too.',
    )
    .option(
      '--budget <characters>',
      `how long the pack may be, from ${smallestBudget} up (default: the setting wake.chars, or ${usualBudget})`,
    )
    .option(
      '--last [which]',
      'print what the newest session began with, or what an earlier session or run was told: by its number in --list, or by its id; do nothing else',
    )
    .option('--list', 'list what the last ten sessions and runs were told, and when; do nothing else')
    .option('--dry-run', 'print the pack, and change nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk wake                 hand this to your agent before its first step\n  dk wake --json          the same as JSON\n  dk wake --last          the text that the newest session began with\n  dk wake --list          what the last sessions and runs were told, and when\n  dk wake --last 3        the third of that list\n  dk wake --last 7f3a9c   what the session or run with this id was told\n',
    )
    .action(async ({ budget, last, list, dryRun, json }: WakeOptions) => {
      if (list === true) return listed(await wakeList(terminal.standpoint()), json === true, terminal);
      if (typeof last === 'string') {
        const shown = await wakeShow(terminal.standpoint(), { which: last });
        return json === true ? terminal.json(shown) : terminal.lines(shown.pack);
      }
      const most = budget === undefined ? undefined : wholeNumber('--budget', budget);
      const woken = await wake(terminal.standpoint(), { budget: most, last, dryRun });
      if (json === true) return terminal.json(woken);
      terminal.lines(woken.pack);
    });
}

function listed({ handed }: { readonly handed: readonly ListedHandOver[] }, isJson: boolean, terminal: Terminal): void {
  if (isJson) return terminal.json({ handed });
  for (const each of handed)
    terminal.say(
      `${String(each.number).padStart(2)}  `,
      paint('dim', localTime(each.time)),
      `  ${whomOf(each)}, ${each.characters} characters${each.isOlder ? ' (an older one: the newest was not ready in time)' : ''}`,
    );
  if (handed.length === 0)
    terminal.say('Nothing has been handed over yet. The next session of your agent is given one.');
  else terminal.hint(paint('dim', 'Read one of them: dk wake --last 1'));
}

function whomOf({ how, run, why }: ListedHandOver): string {
  if (how === 'by hand') return 'asked for (dk wake, or the tool wake)';
  return `${how} ${oneLine(run ?? 'without a name', 60)}${why === '' ? '' : ` (${oneLine(why, 30)})`}`;
}
