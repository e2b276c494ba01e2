// `dk sleep` and `dk dream`: one night, now.
import { type Command, Option } from 'commander';
import type { Act } from '../asking/asking.ts';
import { askedActs, nightActs } from '../config/config.ts';
import { DreamkeeperError, type ExitCode } from '../errors/errors.ts';
import { actsFor } from '../keeper/keeper.ts';
import { keepFailure, type Receipt, showInput, showPrompt, sleepOnce } from '../night/night.ts';
import { counted, oneLine, printSafe } from '../text/text.ts';
import { type OpenHome, openActs, openHomeAnyhow, openModels } from '../wire/wire.ts';
import { billOf } from './bill.ts';
import { paint, type Terminal } from './terminal.ts';
import { unusable } from './unusable.ts';

interface SleepOptions {
  readonly force?: boolean;
  readonly showInput?: boolean;
  readonly showPrompt?: boolean | string;
  readonly only?: string;
  readonly model?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const exits: Readonly<Record<Receipt['outcome'], ExitCode>> = {
  ran: 0,
  noop: 0,
  gated: 0,
  held: 11,
  rejected: 13,
  failed: 13,
};

export function addSleep(program: Command, terminal: Terminal): void {
  const common = (command: Command): Command =>
    command
      .option('--force', 'also if the gate is shut or nothing is new')
      .option('--show-input', 'print what the sleeper would see, and do nothing')
      .addOption(
        new Option('--show-prompt [act]', 'print what a model would be told, and do nothing').choices(askedActs),
      )
      .option('--model <name>', 'this model, this once: `provider/model`, a command, or `builtin`')
      .option('--dry-run', 'print the dream, and write nothing')
      .option('--json', 'print the result as JSON')
      .action((options: SleepOptions) => sleep(options, terminal));
  common(
    program
      .command('sleep')
      .summary('sleep now: turn what happened into a journal entry')
      .description(
        'Gathers commits, board, steps and files, writes one dream into rem/, and commits it. At most one in 50 minutes, and none when nothing is new.',
      )
      .option('--only <acts>', `only these acts, with commas between them: ${nightActs.join(', ')}`)
      .addHelpText(
        'after',
        '\nExamples:\n  dk sleep                              dream, if there is news\n  dk sleep --only dream --show-input    what it would see\n  dk sleep --show-prompt                what a model would be told\n  dk sleep --dry-run --force            the dream, without writing it\n',
      ),
  );
  common(
    program
      .command('dream', { hidden: true })
      .description('The same as `dk sleep --only dream`.')
      .addHelpText('after', '\nExample:\n  dk dream --json\n'),
  );
}

async function sleep(options: SleepOptions, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  const home = await openHomeAnyhow(at);
  const { stranger, error } = home;
  const acts = actsNamed(options.only, await openActs());
  const isLooking = options.dryRun === true || options.showInput === true || options.showPrompt !== undefined;
  if (stranger !== undefined && !isLooking) throw stranger;
  if (error !== undefined) {
    // Also a night that could not even begin leaves its reason.
    if (!isLooking) keepFailure(home, error);
    throw error;
  }
  if (options.showInput === true) {
    const input = await showInput(home);
    if (options.json === true) return terminal.json({ input });
    for (const line of input.trimEnd().split('\n')) terminal.say(line);
    return;
  }
  const isDry = options.dryRun === true || options.showPrompt !== undefined;
  const { chosenFor } = await openModels();
  let dreamer: ReturnType<typeof chosenFor>;
  try {
    dreamer = chosenFor('dream', home, at, options.model);
  } catch (problem) {
    if (problem instanceof DreamkeeperError && !isDry) keepFailure(home, unusable(problem));
    throw problem;
  }
  if (options.showPrompt !== undefined)
    return tellPrompt(home, dreamer.source.kind === 'command' ? 'text' : 'schema', options, terminal);
  const isForced = options.force === true;
  const { receipt, text } = await sleepOnce(home, { isForced, isDry, env: at.env, dreamer, acts });
  const { v: _, ...told } = receipt;
  if (options.json === true) terminal.json({ ...told, ...(isDry ? { text } : {}) });
  else tell(receipt, isDry ? text : null, terminal);
  // What somebody else wrote meanwhile is for a person to look at, and not for another try.
  const special: Partial<Record<string, ExitCode>> = { conflict: 12, 'ledger-broken': 14 };
  terminal.leaveWith(special[receipt.reason] ?? exits[receipt.outcome]);
}

async function tellPrompt(
  home: OpenHome,
  form: 'text' | 'schema',
  { showPrompt: act, json }: SleepOptions,
  terminal: Terminal,
): Promise<void> {
  const named = typeof act === 'string' ? act : 'dream';
  const meant = (await openActs()).find(({ name }) => name === named) ?? 'daydream';
  const { system, prompt, version, withheld } = await showPrompt(home, meant, form);
  if (json === true) return terminal.json({ version, system, prompt, withheld });
  for (const line of [...system.split('\n'), '', ...prompt.trimEnd().split('\n')]) terminal.say(line);
  terminal.hint(paint('dim', `\n(${version}; ${withheld} lines that read like orders are left out)`));
}

/** Those that are named, in the order of a night; without a name those that are due by hand. */
function actsNamed(only: string | undefined, acts: readonly Act[]): readonly Act[] {
  if (only === undefined) return actsFor('hand', acts);
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !acts.some((act) => act.name === name));
  if (unknown !== undefined)
    throw new DreamkeeperError('E_USAGE', `there is no act \`${printSafe(oneLine(unknown, 40))}\``, {
      hint: `Acts are: ${acts.map(({ name }) => name).join(', ')}.`,
    });
  return acts.filter(({ name }) => names.includes(name));
}

function tell(receipt: Receipt, text: string | null, terminal: Terminal): void {
  if (receipt.outcome !== 'ran') {
    const words = {
      noop: 'No dream',
      gated: 'No dream',
      held: 'Held',
      rejected: 'Rejected',
      failed: 'Failed',
    } as const;
    return terminal.say(`${words[receipt.outcome]} (${receipt.reason}): ${receipt.message.replace(/\.$/u, '')}.`);
  }
  if (text !== null) {
    for (const line of text.trimEnd().split('\n')) terminal.say(line);
    return;
  }
  terminal.say(paint('bold', receipt.entry ?? receipt.reason), `  ${receipt.message}.`);
  if (receipt.acts.length > 1)
    for (const { name, outcome, message } of receipt.acts) terminal.say(`  ${name}: ${outcome}, ${message}`);
  for (const verdict of receipt.verdicts) terminal.say(`  ${verdict}`);
  const bill = billOf(receipt);
  const left = receipt.leftOut.length;
  const untaken = left === 0 ? '' : `; ${counted(left, 'line')} not taken (\`dk nights show last\`)`;
  if (bill !== '') terminal.say(paint('dim', `  ${receipt.model}: ${bill}${untaken}`));
  terminal.hint(
    paint(
      'dim',
      `Read it with \`dk journal\`; \`dk wake\` applies the verdicts. Commit ${receipt.commit?.slice(0, 7) ?? '(none)'}.`,
    ),
  );
}
