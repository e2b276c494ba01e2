// `dk status`: how this home is, and why it did not dream.
import type { Command } from 'commander';
import { daydreamsOf } from '../night/night.ts';
import { statusOf } from '../report/report.ts';
import { counted } from '../text/text.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import { billWords } from './bill.ts';
import { cadenceLine } from './cadence-line.ts';
import { paint, type Terminal } from './terminal.ts';

export function addStatus(program: Command, terminal: Terminal): void {
  program
    .command('status')
    .summary('how this home is, and why it did not dream')
    .description('The last dream, what is new since, and whether a sleep is overdue (then it exits with 13).')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk status || echo "a sleep is overdue"\n')
    .action(async (options: { readonly json?: boolean }) => {
      const at = terminal.standpoint();
      const opened = await openHomeAnyhow(at);
      const { world, home, agent, error, waiting, stranger } = opened;
      const known = await statusOf(opened, at.env);
      const broken = [stranger, error].flatMap((each) =>
        each === undefined ? [] : [{ code: each.code, message: each.message, hint: each.hint }],
      );
      const left =
        waiting === undefined
          ? []
          : [
              {
                code: 'change-waits',
                message: `a change is not finished: ${waiting}`,
                hint: 'The next dk finishes it.',
              },
            ];
      const cadence = cadenceLine(opened, at.env) ?? null;
      const [daydream] = daydreamsOf(world, home, agent);
      const status = {
        ...known,
        cadence,
        thought: daydream?.text ?? null,
        problems: [...broken, ...left, ...known.problems],
      };
      if (status.overdue) terminal.leaveWith(13);
      if (options.json === true) return terminal.json(status);
      const { counts, lastNight } = status;
      terminal.say(paint(status.overdue ? 'yellow' : 'bold', status.answer));
      if (lastNight !== null) terminal.say(`Last dream: ${lastNight.entry} (${lastNight.id}, ${lastNight.model})`);
      terminal.say(
        `Board: ${counts.openTasks} open, ${counts.doing} DOING · New: ${counted(counts.newCommits, 'commit')}, ${counted(counts.newSteps, 'recorded step')} · Uncommitted: ${counted(counts.uncommitted, 'file')} · Dreams: ${counts.dreams}, gaps: ${counts.gaps}`,
      );
      if (cadence !== null) terminal.say(cadence);
      if (daydream !== undefined) terminal.say(paint('dim', `Daydream: ${daydream.text}`));
      const { today } = status.models;
      if (today.calls > 0)
        terminal.say(`Models today: ${billWords(today)}${today.failed === 0 ? '' : ` (${today.failed} failed)`}`);
      for (const { model, right, wrong, open, isDemoted } of status.records)
        terminal.say(
          `Record: ${model} ${right} of ${counted(right + wrong, 'verdict')} right${open > 0 ? `, ${open} open` : ''}`,
          paint('yellow', isDemoted ? ' (its verdicts are advice: dreamer.min_record)' : ''),
        );
      terminal.say(paint('dim', `Home ${status.home}, agent ${status.agent}`));
      for (const { code, message, hint } of status.problems) {
        terminal.say(paint('yellow', code), ` ${message}`);
        terminal.say(`  ${hint}`);
      }
    });
}
