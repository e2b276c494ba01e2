// `dk why`: where a line comes from, and on what evidence.
import type { Command } from 'commander';
import { type Why, why } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

export function addWhy(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .summary('who wrote a line, and on what evidence')
    .argument('<place>', 'a line of a file (plan.org:12), or a change by its id, its file in rem/ or its commit')
    .description('Says who wrote a line. If it was Dreamkeeper, it names the change, the command and the evidence.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk why plan.org:12\n  dk why rem/2026-06-10-1430.org:3\n  dk why last\n')
    .action(async (place: string, options: { readonly json?: boolean }) => {
      const found = await why(terminal.standpoint(), { place });
      if (options.json === true) return terminal.json(found);
      tell(found, terminal);
    });
}

function tell(found: Why, terminal: Terminal): void {
  if (found.line !== null) terminal.say(found.line);
  const who =
    found.by === 'dreamkeeper'
      ? `${found.change ?? ''}, ${found.time?.slice(0, 16).replace('T', ' ') ?? 'not committed'} UTC${found.isUndone ? ' (taken back)' : ''}`
      : found.by === 'somebody else'
        ? `not ours: ${found.author ?? ''}, ${found.time?.slice(0, 16).replace('T', ' ') ?? ''} UTC`
        : 'not committed';
  terminal.say(paint('bold', who), found.subject === null ? '' : `  ${found.subject}`);
  for (const line of found.operation) terminal.say(`  ${line}`);
  for (const line of found.evidence) terminal.say(paint('dim', `  seen: ${line}`));
}
