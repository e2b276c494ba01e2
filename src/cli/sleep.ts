// `dk sleep` and `dk dream`: one night, now.
import { type Command, Option } from 'commander';
import { DreamkeeperError, type ExitCode } from '../errors/errors.ts';
import { counted } from '../text/text.ts';
import { askedActs, nightActs, type Slept, sleep, sleepExplain, sleepInput, sleepPrompt } from '../verbs/verbs.ts';
import { billOf } from './bill.ts';
import { tellDrySweep, tellExplained } from './tell-sweep.ts';
import { paint, type Terminal } from './terminal.ts';

interface SleepOptions {
  readonly force?: boolean;
  readonly showInput?: boolean;
  readonly showPrompt?: boolean | string;
  readonly only?: string;
  readonly explain?: string;
  readonly model?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const exits: Readonly<Record<Slept['outcome'], ExitCode>> = {
  ran: 0,
  noop: 0,
  gated: 0,
  held: 11,
  rejected: 13,
  failed: 13,
};

export function addSleep(program: Command, terminal: Terminal): void {
  const common = (command: Command, only?: string): Command =>
    command
      .option('--force', 'sleep even if the last dream is too recent, or nothing is new')
      .option('--show-input', 'print what the dream would be made from, and do nothing')
      .addOption(
        new Option('--show-prompt [act]', 'print what a model would be told, and do nothing').choices(askedActs),
      )
      .option(
        '--model <name>',
        'use this model this once: `provider/model`, a program from your settings, or `builtin`',
      )
      .option('--dry-run', 'print the dream, and write nothing')
      .option('--json', 'print the result as JSON')
      .action((options: SleepOptions) => act({ ...(only === undefined ? {} : { only }), ...options }, terminal));
  common(
    program
      .command('sleep')
      .summary('sleep now: turn what happened into a journal entry')
      .description(
        'Gathers commits, tasks, recorded tool calls and uncommitted files, writes one dream (a journal entry) into rem/, and commits it. It writes at most one in 50 minutes, and none when nothing is new.',
      )
      .option('--only <acts>', `do only these acts, separated by commas; known: ${nightActs.join(', ')}`)
      .option(
        '--explain <memory>',
        'with `--only sweep`: say why this memory (its id) was promoted, or what it lacks, and do nothing',
      )
      .addHelpText(
        'after',
        '\nExamples:\n  dk sleep                              dream, if something is new\n  dk sleep --only dream --show-input    what it would be made from\n  dk sleep --only consolidate           keep what happened as observations\n  dk sleep --only curate --dry-run      what would be put in order in MEMORY.md\n  dk sleep --only sweep                 promote the memories that were recalled often\n  dk sleep --only sweep --explain m-3kq2m9x7   why this memory was promoted, or what it lacks\n  dk sleep --show-prompt                what a model would be told\n  dk sleep --dry-run --force            the dream, without writing it\n',
      ),
  );
  common(
    program
      .command('sweep', { hidden: true })
      .description('The same as `dk sleep --only sweep`: promotes the memories that were recalled often.')
      .option('--explain <memory>', 'say why this memory (its id) was promoted, or what it lacks, and do nothing')
      .addHelpText('after', '\nExample:\n  dk sweep --dry-run\n'),
    'sweep',
  );
  common(
    program
      .command('dream', { hidden: true })
      .description('The same as `dk sleep --only dream`.')
      .addHelpText('after', '\nExample:\n  dk dream --json\n'),
  );
}

/** What only a sweep knows is asked of a sweep. */
async function explain(memory: string, { only, json }: SleepOptions, terminal: Terminal): Promise<void> {
  if (only !== undefined && only.trim() !== 'sweep')
    throw new DreamkeeperError('E_USAGE', '`--explain` goes with `--only sweep`', {
      hint: 'For example: dk sleep --only sweep --explain m-3kq2m9x7',
    });
  const explained = await sleepExplain(terminal.standpoint(), { memory });
  if (json === true) terminal.json(explained);
  else tellExplained(explained, terminal);
}

async function act(options: SleepOptions, terminal: Terminal): Promise<void> {
  if (options.explain !== undefined) return explain(options.explain, options, terminal);
  const at = terminal.standpoint();
  const { json, model, force, dryRun } = options;
  const only = options.only?.split(',').map((name) => name.trim());
  if (options.showInput === true) {
    const seen = await sleepInput(at);
    return json === true ? terminal.json(seen) : terminal.lines(seen.input);
  }
  if (options.showPrompt !== undefined) {
    const asked = await sleepPrompt(at, {
      act: typeof options.showPrompt === 'string' ? options.showPrompt : undefined,
      model,
    });
    if (json === true) return terminal.json(asked);
    terminal.lines(`${asked.system}\n\n${asked.prompt}`);
    const withheld = `${counted(asked.withheld, 'line')} left out because they read like orders`;
    return terminal.hint(paint('dim', `\n(${asked.version}; ${withheld})`));
  }
  const slept = await sleep(at, { force, only, model, dryRun });
  if (json === true) terminal.json(slept);
  else tell(slept, terminal);
  // What somebody else wrote meanwhile is for a person to look at, and not for another try.
  const special: Partial<Record<string, ExitCode>> = { conflict: 12, 'ledger-broken': 14 };
  terminal.leaveWith(special[slept.reason] ?? exits[slept.outcome]);
}

function tell({ text, ...receipt }: Slept, terminal: Terminal): void {
  if (receipt.outcome !== 'ran') {
    // Also a night without acts is one in which nobody dreamt.
    const isDream = receipt.acts.every(({ kind }) => kind === 'rem');
    const nothing = isDream ? 'No dream' : 'Nothing done';
    const words = { noop: nothing, gated: nothing, held: 'Held', rejected: 'Rejected', failed: 'Failed' } as const;
    terminal.say(`${words[receipt.outcome]} (${receipt.reason}): ${receipt.message.replace(/\.$/u, '')}.`);
    if (isDream && ['interval', 'no-news'].includes(receipt.reason))
      terminal.hint(paint('dim', '`dk sleep --force` dreams all the same.'));
    return;
  }
  if (typeof text === 'string') return terminal.lines(text);
  if (receipt.reason === 'dry-run') {
    tellDrySweep(receipt, terminal);
    for (const { name, outcome, message } of receipt.acts)
      if (name !== 'sweep' && outcome === 'ran') terminal.say(`${name}: ${message}. Nothing was written.`);
    return;
  }
  // What a sweep did is one line, also in a log: with its commit.
  const swept = receipt.acts.some(({ name }) => name === 'sweep')
    ? `, commit ${receipt.commit?.slice(0, 7) ?? '(none)'}`
    : '';
  terminal.say(paint('bold', receipt.entry ?? receipt.reason), `  ${receipt.message}${swept}.`);
  if (receipt.acts.length > 1)
    for (const { name, outcome, message } of receipt.acts) terminal.say(`  ${name}: ${outcome}, ${message}`);
  for (const verdict of receipt.verdicts) terminal.say(`  ${verdict}`);
  const bill = billOf(receipt);
  const left = receipt.leftOut.length;
  const untaken =
    left === 0 ? '' : `; ${counted(left, 'line')} of its answer left out (\`dk nights show last\` says why)`;
  if (bill !== '') terminal.say(paint('dim', `  ${receipt.model}: ${bill}${untaken}`));
  const next =
    receipt.entry === null
      ? `\`dk undo ${receipt.id}\` takes it back.`
      : 'Read it with `dk journal`. The next `dk wake` carries out its verdicts.';
  terminal.hint(paint('dim', `${next} Commit ${receipt.commit?.slice(0, 7) ?? '(none)'}.`));
}
