// `dk journal`: the dreams, for people.
import type { Command } from 'commander';
import { printSafe } from '../text/text.ts';
import { type Dream, daydreams, journal, journalList, type ReadDream } from '../verbs/verbs.ts';
import { localTime } from './local-time.ts';
import { tellDream } from './tell-dream.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';
import { wrapped } from './wrap.ts';

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
    .summary('read the journal: one dream for each sleep')
    .argument('[dream]', 'a night (n-…), a file in rem/, or `last`', 'last')
    .description(
      'Prints a dream (a journal entry). In a terminal it also says what became of each verdict (a suggestion for a task). With --list it prints one line for each of the newest dreams.',
    )
    .option('--list', 'list the newest dreams instead')
    .option('--daydreams', 'list the daydreams instead: short thoughts between two dreams')
    .option('--most <dreams>', 'how many to list', '12')
    .option('--raw', 'print the file as it is, with its receipts (the proofs of what passed)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk journal\n  dk journal --list\n  dk journal 2026-06-10-1430\n')
    .action(async (wanted: string, options: JournalOptions) => {
      const at = terminal.standpoint();
      const isJson = options.json === true;
      const most = wholeNumber('--most', options.most);
      if (options.daydreams === true) {
        const listed = await daydreams(at, { most });
        return isJson ? terminal.json(listed) : tellDaydreams(listed.daydreams, terminal);
      }
      if (options.list === true) {
        const listed = await journalList(at, { most });
        return isJson ? terminal.json(listed) : tellList(listed.dreams, terminal);
      }
      const one = await journal(at, { dream: wanted });
      return isJson ? terminal.json(one) : tellOne(one, options.raw === true, terminal);
    });
}

function tellDaydreams(listed: readonly { readonly time: string; readonly text: string }[], terminal: Terminal): void {
  if (listed.length === 0)
    terminal.say('There is no daydream yet. One may come after a run of `dk keep`, `dk tick` or `dk run`.');
  for (const { time, text } of listed) {
    if (terminal.isTerminal) beside(localTime(time), text, terminal);
    else terminal.say(`${time.slice(0, 16).replace('T', ' ')}  ${text}`);
  }
}

function tellList(listed: readonly Dream[], terminal: Terminal): void {
  if (listed.length === 0) terminal.say('There is no dream here. `dk sleep` writes one.');
  for (const each of listed) {
    const what = each.headline ?? `cannot be read: ${each.problem ?? ''}`;
    const time = each.dream?.header.time ?? null;
    if (terminal.isTerminal && time !== null) beside(localTime(time), `${what}${mark(each)}`, terminal, each.path);
    else terminal.say(`${each.path}  ${what}`, paint('yellow', mark(each)));
  }
}

/** A time, and behind it a text that fits; by which name it is asked for stands below it. */
function beside(time: string, text: string, terminal: Terminal, name?: string): void {
  const [first = '', ...more] = wrapped(text, terminal.width - time.length - 2);
  const margin = ' '.repeat(time.length + 2);
  terminal.say(paint('bold', time), `  ${first}`);
  for (const line of more) terminal.say(`${margin}${line}`);
  if (name !== undefined) terminal.say(margin, paint('dim', name));
}

function tellOne(one: ReadDream, isRaw: boolean, terminal: Terminal): void {
  if (one.whose !== 'ours') terminal.say(paint('yellow', `# ${one.path}${mark(one)}`));
  if (one.problem !== null) terminal.say(paint('yellow', `# It cannot be read as a dream: ${one.problem}.`));
  if (one.dream !== null && !isRaw && terminal.isTerminal) {
    tellDream({ ...one, dream: one.dream }, terminal);
    return tellPromoted(one, terminal);
  }
  terminal.lines(isRaw ? one.text : one.text.replace(/^:RECEIPTS:\n[\s\S]*?^:END:\n?/mu, ''));
  if (!isRaw) tellPromoted(one, terminal);
}

/** Beside the dream: a file of the journal stays what it is. */
function tellPromoted({ promoted }: ReadDream, terminal: Terminal): void {
  if (promoted.length === 0) return;
  terminal.say('');
  terminal.say(paint('bold', 'Promoted into MEMORY.md'));
  for (const { memory, text, score } of promoted)
    terminal.say(`  ${score.toFixed(2)}  ${text === null ? `${memory} (gone since)` : printSafe(text)}`);
}

function mark({ whose }: Dream): string {
  return whose === 'ours'
    ? ''
    : whose === 'foreign'
      ? '  (not written on this machine)'
      : '  (changed since it was written)';
}
