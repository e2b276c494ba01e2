// `dk report`: what the nights did, for people; on the terminal, as JSON, or as a page of its own.
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { report, reportPage, reportWeek } from '../verbs/verbs.ts';
import { writePage } from './page-file.ts';
import { tellMorning } from './tell-report.ts';
import { tellWeek } from './tell-week.ts';
import { paint, type Terminal } from './terminal.ts';

interface ReportOptions {
  readonly html?: string | true;
  readonly json?: boolean;
  readonly week?: boolean;
}

export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .summary('the morning report: what the nights did, what waits for you, how to undo it')
    .argument('[night]', 'only this night: by its id, a beginning of it, a file in rem/, a commit, or `last`')
    .description(
      'Tells what the nights since yesterday did: what was learned, promoted, merged and demoted, and why; the moves on the board and what became of earlier ones; the proof that nothing was harmed; what it cost; what waits for you; and how to take it back. It changes nothing.',
    )
    .option('--week', 'the last seven days, with small plots, and whether it helps')
    .option('--html [file]', 'make a page of it: one file that opens without a network; without a name it is printed')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk report\n  dk report last\n  dk report --week\n  dk report --html night.html   then open that file in a browser\n',
    )
    .action(async (night: string | undefined, { html, json, week }: ReportOptions) => {
      const at = terminal.standpoint();
      if (html !== undefined && json === true)
        throw new DreamkeeperError('E_USAGE', '--html and --json are two forms of one report', {
          hint: 'Ask for one of them at a time.',
        });
      if (html !== undefined) {
        const page = await reportPage(at, { night, week });
        if (html === true) return terminal.raw(page.html);
        const path = writePage(at.cwd, html, page);
        return terminal.say('The page is in ', paint('bold', path), '. Open it in a browser.');
      }
      if (week === true && night !== undefined)
        throw new DreamkeeperError('E_USAGE', 'a report is about a week, or about one night', {
          hint: 'Leave one of them out.',
        });
      if (week === true) {
        const whole = await reportWeek(at);
        return json === true ? terminal.json(whole) : tellWeek(whole, terminal);
      }
      const morning = await report(at, { night });
      if (json === true) return terminal.json(morning);
      tellMorning(morning, terminal);
    });
}
