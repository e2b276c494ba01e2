// `dk steps`: the record of the day, told in few lines.
import type { Command } from 'commander';
import { parseSteps, tellSteps } from '../steps/steps.ts';
import { openHome } from '../wire/wire.ts';
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
  program
    .command('steps')
    .summary('what the agent did, told in few lines')
    .description(
      'Tells the recorded calls: failures are kept before anything else, then the newest; one line of totals.',
    )
    .option('--run <id>', 'only this run')
    .option('--agent <name>', 'only this agent')
    .option('--most <lines>', 'how many single lines', '25')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk steps --run 7f3a --most 10\n')
    .action(async (options: StepsOptions) => {
      const home = await openHome(terminal.standpoint());
      const day = await home.world.lines.day(home.home);
      const { records, torn, foreign } = parseSteps(day.newest());
      const wanted = records.filter(
        (record) =>
          (options.run === undefined || record.run === options.run) &&
          (options.agent === undefined || (record.agent ?? home.agent) === options.agent),
      );
      const told = tellSteps(wanted, wholeNumber('--most', options.most));
      if (options.json === true)
        return terminal.json({ ...told, records: wanted.length, skipped: { torn, foreign }, notRead: day.left });
      for (const line of told.lines) terminal.say(line);
      terminal.say(paint('dim', told.totals));
      if (day.problem !== undefined) terminal.say(`Not read: ${day.problem}. Run \`dk doctor\`.`);
      for (const { name, why } of day.left) terminal.say(`Not read: ${name} (${why}). Run \`dk doctor\`.`);
      if (torn + foreign > 0) terminal.say(paint('dim', `${torn} torn and ${foreign} foreign lines were skipped`));
    });
}
