// `dk steps`: the record of the day, told in few lines.
import type { Command } from 'commander';
import { oneLine } from '../text/text.ts';
import { steps, stepsDismiss } from '../verbs/verbs.ts';
import { localTime } from './local-time.ts';
import { noVerb } from './no-verb.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface StepsOptions {
  readonly run?: string;
  readonly agent?: string;
  readonly most: string;
  readonly json?: boolean;
}

export function addSteps(program: Command, terminal: Terminal): void {
  program
    .command('step')
    .summary('record one tool call of an agent')
    .description('Records one tool call; see `dk step --help`.')
    .allowUnknownOption();
  const verbs = program
    .command('steps')
    .summary('what the agent did, in a few lines')
    .description(
      'Shows what the agent did, as it was recorded. Without one of the commands below it lists the tool calls, with the same options as `list`.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk steps --run 7f3a --most 10\n  dk steps dismiss "npm run e2e"      this failure is known\n',
    );
  verbs
    .command('list', { isDefault: true })
    .argument('[verb...]')
    .description(
      'Lists the recorded tool calls, in your own time zone. If there are too many, it shows failures first, then the newest calls. The last line has the totals.',
    )
    .option('--run <id>', 'only this run')
    .option('--agent <name>', 'only this agent')
    .option('--most <lines>', 'how many lines', '25')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk steps --run 7f3a --most 10\n')
    .action(async ([verb]: string[], { run, agent, most, json }: StepsOptions) => {
      if (verb !== undefined) throw noVerb(verb, verbs);
      const cycle = await steps(terminal.standpoint(), { run, agent, most: wholeNumber('--most', most) });
      if (json === true) return terminal.json(cycle);
      const areSeveral = new Set(cycle.told.map((each) => each.run)).size > 1;
      for (const [at, line] of cycle.lines.entries()) {
        const { time, first, run: session } = cycle.told[at] ?? { time: '', run: null };
        if (areSeveral && (at === 0 || session !== cycle.told[at - 1]?.run))
          terminal.say(paint('bold', session === null ? 'Without a session' : `Session ${oneLine(session, 60)}`));
        // What was done in between stands elsewhere in the list.
        const since = first === undefined ? '' : `, the first at ${localTime(first)}`;
        terminal.say(paint('dim', localTime(time)), `  ${line}${since}`);
      }
      terminal.say(paint('dim', cycle.totals));
      if (cycle.problem !== null) terminal.say(`Not read: ${cycle.problem}. Run \`dk doctor\`.`);
      for (const { name, why } of cycle.notRead) terminal.say(`Not read: ${name} (${why}). Run \`dk doctor\`.`);
      const { torn, foreign } = cycle.skipped;
      if (torn + foreign > 0) terminal.say(paint('dim', `${torn} torn and ${foreign} foreign lines were skipped`));
    });
  verbs
    .command('dismiss')
    .argument(
      '<command...>',
      'the command that failed, as the hand-over or the journal names it; in quotes if it has flags',
    )
    .description(
      'Say that you know of a failure. Dreamkeeper does not mention it to your agent any more, until the command fails again.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk steps dismiss "npm run e2e -- --slow"\n')
    .action(async (words: readonly string[], { json }: { readonly json?: boolean }) => {
      const dismissed = await stepsDismiss(terminal.standpoint(), { command: words.join(' ') });
      if (json === true) return terminal.json(dismissed);
      terminal.say(
        `Your agent is not told of this any more: ${dismissed.command} (${dismissed.failed.slice(0, 16).replace('T', ' ')} UTC).`,
      );
      for (const other of dismissed.others) terminal.say(paint('dim', `Still open: ${other}`));
    });
}
