// `dk journal`: the dreams, for people.
import type { Command } from 'commander';
import { afterwardsOf, type FoundEntry, findEntry, listEntries } from '../history/history.ts';
import { subjectOf } from '../journal/journal.ts';
import { daydreamsOf } from '../night/night.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface JournalOptions {
  readonly list?: boolean;
  readonly most: string;
  readonly raw?: boolean;
  readonly daydreams?: boolean;
  readonly json?: boolean;
}

export function addJournal(program: Command, terminal: Terminal): void {
  program
    .command('journal')
    .summary('read the dreams')
    .argument('[dream]', 'a night, a file in rem/, or `last`', 'last')
    .description('Prints a dream; with --list, the newest ones in a line each.')
    .option('--list', 'list them instead')
    .option('--daydreams', 'list what went through its mind between runs')
    .option('--most <dreams>', 'how many to list', '12')
    .option('--raw', 'the file as it is, with its receipts')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk journal\n  dk journal --list\n  dk journal 2026-06-10-1430\n')
    .action(async (wanted: string, options: JournalOptions) => {
      const { world, home, agent } = await openHomeAnyhow(terminal.standpoint());
      if (options.daydreams === true) {
        const musings = daydreamsOf(world, home, agent).slice(0, wholeNumber('--most', options.most));
        const told = musings.map(({ ts, ...rest }) => ({ time: new Date(ts).toISOString(), ...rest }));
        if (options.json === true) return terminal.json({ daydreams: told });
        if (told.length === 0) terminal.say('No daydream yet: `dk keep` has them between runs.');
        for (const { time, text } of told) terminal.say(`${time.slice(0, 16).replace('T', ' ')}  ${text}`);
        return;
      }
      if (options.list === true) {
        const most = wholeNumber('--most', options.most);
        const listed: FoundEntry[] = [];
        for (const each of listEntries(world, home)) if (listed.push(each) >= most) break;
        if (options.json === true) return terminal.json({ dreams: listed.map(asJson) });
        if (listed.length === 0) terminal.say('There is no dream yet. Run `dk sleep` for the first.');
        for (const each of listed) {
          const what =
            each.entry === undefined ? `cannot be read: ${each.problem ?? ''}` : subjectOf(each.entry.tale).slice(5);
          terminal.say(`${each.path}  ${what}`, paint('yellow', mark(each)));
        }
        return;
      }
      const one = findEntry(world, home, wanted);
      if (options.json === true) return terminal.json(asJson(one));
      if (one.whose !== 'ours') terminal.say(paint('yellow', `# ${one.path}${mark(one)}`));
      if (one.problem !== undefined) terminal.say(paint('yellow', `# It cannot be read as a dream: ${one.problem}.`));
      const text = options.raw === true ? one.text : one.text.replace(/^:RECEIPTS:\n[\s\S]*?^:END:\n?/mu, '');
      for (const line of text.trimEnd().split('\n')) terminal.say(line);
      if (one.id === null || options.raw === true) return;
      const { outcomes, wake, isUndone } = afterwardsOf(world, home, one.id);
      if (outcomes === null || wake === null) return;
      terminal.hint('');
      terminal.hint(paint('dim', `Afterwards (${wake}${isUndone ? ', taken back' : ''}):`));
      for (const { result, line, from, to } of outcomes)
        terminal.hint(paint('dim', `  ${result}${from !== null && to !== null ? ` ${from} → ${to}` : ''}: ${line}`));
    });
}

function mark({ whose }: FoundEntry): string {
  return whose === 'ours' ? '' : whose === 'foreign' ? '  (not ours)' : '  (changed since we wrote it)';
}

function asJson({ path, id, whose, entry, problem }: FoundEntry): object {
  return { path, id, whose, problem: problem ?? null, dream: entry ?? null };
}
