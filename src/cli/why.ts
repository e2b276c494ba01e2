// `dk why`: where a line comes from, and on what evidence.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { explain, type Why } from '../history/history.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import { paint, type Terminal } from './terminal.ts';

export function addWhy(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .summary('where a line comes from, and on what evidence')
    .argument('<place>', 'a line of a file in the home (plan.org:12), or a change by any of its names')
    .description('Says which night wrote a line, by which operation and on what evidence; or that somebody else did.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk why plan.org:12\n  dk why rem/2026-06-10-1430.org:3\n  dk why last\n')
    .action(async (place: string, options: { readonly json?: boolean }) => {
      const at = terminal.standpoint();
      const { world, home } = await openHomeAnyhow(at);
      const why = await explain(world, home, inHome(place, at.cwd, home.home));
      if (options.json === true) return terminal.json(why);
      tell(why, terminal);
    });
}

/** A path as somebody types it where they stand, as one below the home. */
function inHome(place: string, cwd: string, home: string): string {
  const [, path, line] = /^(.+):(\d{1,7})$/u.exec(place) ?? [];
  if (path === undefined) return place;
  const below = relative(home, resolve(cwd, path));
  const isBelow = below !== '' && !below.startsWith('..') && !resolve(below).startsWith('\\\\');
  return isBelow && resolve(cwd, path).startsWith(home) ? `${below.replaceAll('\\', '/')}:${line}` : place;
}

function tell(why: Why, terminal: Terminal): void {
  if (why.line !== null) terminal.say(why.line);
  const who =
    why.by === 'dreamkeeper'
      ? `${why.change ?? ''}, ${why.time?.slice(0, 16).replace('T', ' ') ?? 'not committed'} UTC${why.isUndone ? ' (taken back)' : ''}`
      : why.by === 'somebody else'
        ? `not ours: ${why.author ?? ''}, ${why.time?.slice(0, 16).replace('T', ' ') ?? ''} UTC`
        : 'not committed';
  terminal.say(paint('bold', who), why.subject === null ? '' : `  ${why.subject}`);
  for (const line of why.operation) terminal.say(`  ${line}`);
  for (const line of why.evidence) terminal.say(paint('dim', `  seen: ${line}`));
}
