// `dk nights`: every attempt to sleep with its reason, and the chain that shows nobody changed them. `dk sessions list` spells it the seed's way.
import type { Command } from 'commander';
import type { ListedNight } from '../history/history.ts';
import { counted, oneLine } from '../text/text.ts';
import { night, nights, prove, sessions, verify } from '../verbs/verbs.ts';
import { billOf } from './bill.ts';
import { localTime } from './local-time.ts';
import { noVerb } from './no-verb.ts';
import { tellChange } from './tell-change.ts';
import { tellProven } from './tell-proven.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface ListOptions {
  readonly most: string;
  readonly prefix?: string;
  readonly kind?: string;
  readonly json?: boolean;
}

export function addNights(program: Command, terminal: Terminal): void {
  const verbs = program
    .command('nights')
    .summary('every attempt to sleep, and how it ended: list, show, verify, prove')
    .description('A night is one attempt to sleep, with or without a dream.')
    .addHelpText(
      'after',
      '\nExamples:\n  dk nights list\n  dk nights show last\n  dk nights verify\n  dk nights prove last\n',
    );
  const listing = (command: Command, isSessions: boolean): Command =>
    command
      .option('--most <nights>', 'how many', '20')
      .option('--json', 'print the result as JSON')
      .argument('[verb...]')
      .action(([verb]: string[], options: ListOptions) => {
        if (verb !== undefined) throw noVerb(verb, isSessions ? rows : verbs);
        return list(options, terminal, isSessions);
      });
  listing(
    verbs
      .command('list', { isDefault: true })
      .description(
        'List every night and how it ended, the newest first. Equal ones in a row are one line with a count.',
      )
      .addHelpText('after', '\nExample:\n  dk nights list --most 5\n'),
    false,
  );
  const showing = (command: Command): Command =>
    command
      .option('--json', 'print the result as JSON')
      .action(async (wanted: string, options: { readonly json?: boolean }) => {
        const shown = await night(terminal.standpoint(), { night: wanted });
        if (options.json === true) return terminal.json(shown);
        tellChange(shown, terminal);
        if (shown.proof !== null) tellProven(shown.proof, terminal, false);
      });
  showing(
    verbs
      .command('show')
      .argument('<night>', 'by its id, a beginning of it, a file in rem/, a commit, a session, or `last`')
      .description(
        'Show one night or other change in full: its receipt (how it ended, and why), what became of it, and every file before and after.',
      )
      .addHelpText('after', '\nExample:\n  dk nights show last\n'),
  );
  verbs
    .command('prove')
    .argument('[night]', 'by its id, a beginning of it, a file in rem/, a commit, or `last`', 'last')
    .description(
      'Prove again that a night did memory no harm, from git alone, on any clone: each check by name. Exit 14 if one fails.',
    )
    .option('--all', 'every night of this branch')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk nights prove last\n  dk nights prove --all\n')
    .action(async (wanted: string, { all, json }: { readonly all?: boolean; readonly json?: boolean }) => {
      const proven = await prove(terminal.standpoint(), { night: wanted, all });
      if (json === true) terminal.json(proven);
      else for (const each of proven.nights) tellProven(each, terminal, all === true);
      if (proven.nights.some(({ result }) => result === 'refused')) terminal.leaveWith(14);
    });
  verbs
    .command('verify')
    .description('Check that nobody changed the journal, and name the first thing that was changed, dropped or added.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk nights verify\n')
    .action(async (options: { readonly json?: boolean }) => {
      const verified = await verify(terminal.standpoint());
      if (verified.broken !== null) terminal.leaveWith(14);
      if (options.json === true) return terminal.json(verified);
      if (verified.broken === null)
        terminal.say(
          `${counted(verified.nights, 'night')}, unbroken.${verified.head === null ? '' : ` The chain ends in ${verified.head.slice(0, 16)}.`}`,
        );
      else terminal.say(paint('red', `Broken at ${verified.broken.where}: ${verified.broken.reason}.`));
      for (const id of verified.uncommitted)
        terminal.say(paint('yellow', `${id} is in the ledger and in no commit yet.`));
      for (const path of verified.foreign) terminal.say(paint('yellow', `${path} was not written by a sleep of ours.`));
    });
  const rows = program
    .command('sessions', { hidden: true })
    .description('A sleeping session is one act of a night. `dk nights` lists the nights themselves.')
    .addHelpText('after', '\nExample:\n  dk sessions list --prefix dream:\n');
  listing(
    rows
      .command('list', { isDefault: true })
      .option('--prefix <text>', 'only sessions whose name begins with this')
      .option('--kind <kind>', 'only acts of this kind; `rem` means dreams')
      .description('List the sleeping sessions, the newest first, with one row for each act of a night.')
      .addHelpText('after', '\nExample:\n  dk sessions list --prefix dream:\n'),
    true,
  );
  showing(
    rows
      .command('show')
      .argument('<session>', 'as the list calls it: dream:<agent>:<time>')
      .description('Show the night of a sleeping session in full, with every file before and after.')
      .addHelpText('after', '\nExample:\n  dk sessions show dream:agent:2026-06-10T14:30:00.000Z\n'),
  );
}

async function list(options: ListOptions, terminal: Terminal, isSessions: boolean): Promise<void> {
  const { json, prefix, kind } = options;
  const most = wholeNumber('--most', options.most);
  const listed = await (isSessions ? sessions : nights)(terminal.standpoint(), { most, prefix, kind });
  if (json === true) return terminal.json(listed);
  if (listed.nights.length === 0)
    terminal.say(listed.all === 0 ? 'No night yet. `dk sleep` is the first.' : 'No night fits that.');
  for (const each of listed.nights) terminal.say(...lineOf(each, isSessions));
}

function lineOf(night: ListedNight, asSession: boolean): (string | ReturnType<typeof paint>)[] {
  const colour =
    night.outcome === 'ran' ? 'green' : night.outcome === 'failed' || night.outcome === 'rejected' ? 'red' : 'dim';
  const when = asSession ? night.session : `${localTime(night.startedAt)}  ${night.id}`;
  return [
    `${when}  `,
    paint(
      colour,
      `${asSession ? `${oneLine(night.kind, 20)} ` : kindOf(night)}${night.outcome}:${night.reason}${night.count > 1 ? ` ×${night.count}` : ''}`,
    ),
    `  ${night.message}${night.isUndone ? '  (taken back)' : ''}${modelInShort(night)}${fatesInShort(night)}`,
  ];
}

/** Nights need no word for it; what a later version did besides has its own. */
function kindOf({ kind }: ListedNight): string {
  return kind === 'rem' || kind === 'night' ? '' : `${oneLine(kind, 20)} `;
}

/** `· openrouter/…, 1 call, 1020 tokens, $0.0004`; nothing for a night by rules. */
function modelInShort(night: ListedNight): string {
  const bill = billOf(night);
  return bill === '' ? '' : `  · ${night.model}, ${bill}`;
}

/** `· its suggestions: 2 right, 1 wrong`; nothing for a night that gave no verdict, or none that can be judged. */
function fatesInShort({ fates }: ListedNight): string {
  const parts = (['right', 'wrong', 'open'] as const).flatMap((wanted) => {
    const count = fates.filter(({ judgement }) => judgement === wanted).length;
    return count === 0 ? [] : [`${count} ${wanted}`];
  });
  return parts.length === 0 ? '' : `  · its suggestions: ${parts.join(', ')}`;
}
