// `dk run`: one waking run now, with the operator's runner or with any program, and the sleep after it.
import { type Command, Option } from 'commander';
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { actsFor } from '../keeper/keeper.ts';
import { type Receipt, sleepOnce } from '../night/night.ts';
import { counted } from '../text/text.ts';
import { type OpenHome, openActs, openOwnHome, openRunners } from '../wire/wire.ts';
import { commandRunner, type RunDone, type Runner, workOnce } from '../work/work.ts';
import type { ProgramEnd, Standpoint } from '../world/world.ts';
import { type Heeded, heedSignals } from './heed-signals.ts';
import { whoDreams } from './kept-home.ts';
import { paint, type Terminal } from './terminal.ts';

interface RunOptions {
  readonly pack?: 'stdin' | 'file';
  readonly limit?: string;
  readonly sleep: boolean;
  readonly json?: boolean;
}

export function addRun(program: Command, terminal: Terminal): void {
  program
    .command('run', { hidden: true })
    .argument('[command...]', 'behind `--`: a program to run instead of the one that is set up')
    .description(
      'One waking run: wakes, claims a task, runs your agent with the pack, keeps what it left unsaved, and sleeps on it. Behind `--` any program can be wrapped; it has your terminal, and finds the pack in the file that DREAMKEEPER_PACK names ({pack} in an argument is that path).',
    )
    .addOption(new Option('--pack <how>', 'how a wrapped program gets the pack (in a file)').choices(['stdin', 'file']))
    .option('--limit <duration>', 'so long it may take, such as 30m; a wrapped program has no limit without this')
    .option('--no-sleep', 'do not sleep afterwards')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk run                                        your agent, as `runner` in your config.yaml says\n  dk run -- claude                              Claude Code in this terminal; Dreamkeeper sleeps when you leave it\n  dk run --pack stdin --limit 30m -- claude -p  unattended, with the pack as its prompt\n  dk run -- ./my-agent.sh {pack}                a program of your own\n',
    )
    .action((command: string[], options: RunOptions) => run(command, options, terminal));
}

async function run(command: readonly string[], options: RunOptions, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  const limit = durationOf(options.limit);
  const home = await openOwnHome(at);
  const heeded = heedSignals(command.length === 0 ? 'stop' : 'pass');
  let wrapped: ProgramEnd | undefined;
  let said = '';
  let done: RunDone;
  try {
    const chosen =
      command.length === 0
        ? (await openRunners()).chosenRunner(home, at)
        : await wrapping(home, at, command, options, heeded, (end) => (wrapped = end));
    const runner: Runner = {
      ...chosen.runner,
      run: async (...asked) => {
        const end = await chosen.runner.run(...asked);
        ({ said } = end);
        return end;
      },
    };
    const request = { runner, cadence: null, kind: 'work', prose: '', claims: true, limit: limit ?? chosen.limit };
    done = await workOnce(home, { ...request, signal: heeded.signal });
  } finally {
    heeded.end();
  }
  const receipt = options.sleep ? await sleepAfter(home, at) : undefined;
  if (options.json === true) terminal.json({ ...done, said, sleep: receipt === undefined ? null : told(receipt) });
  else tell(done, said, receipt, terminal);
  terminal.leaveWith(exitOf(done, wrapped));
  if (done.outcome === 'failed') await tellWithheld(home, at, terminal);
}

/** A program that lacks a key says so in its own words; why it lacks it, only we know. */
async function tellWithheld({ world }: OpenHome, at: Standpoint, terminal: Terminal): Promise<void> {
  const names = (await openRunners()).withheldVariables(world, at).filter((name) => at.env[name] !== undefined);
  if (names.length > 0)
    terminal.complain(
      `It was not given ${names.join(', ')}, where a model has its key. \`runner.env\` in your config.yaml lists those it may have.`,
    );
}

/** A program of somebody's: it has the terminal, unless what we print is for a program. */
async function wrapping(
  { world }: OpenHome,
  at: Standpoint,
  argv: readonly string[],
  options: RunOptions,
  heeded: Heeded,
  ended: (end: ProgramEnd) => void,
): Promise<{ readonly runner: Runner; readonly limit: number }> {
  const { withheldVariables } = await openRunners();
  const pack = options.pack ?? 'file';
  const runner = commandRunner({
    ...{ argv, pack, env: at.env, withheld: withheldVariables(world, at), ended, started: heeded.passTo },
    stdio: { input: pack === 'stdin' ? 'given' : 'ours', output: options.json === true ? 'stderr' : 'ours' },
  });
  return { runner, limit: Number.MAX_SAFE_INTEGER };
}

async function sleepAfter(home: OpenHome, at: Standpoint): Promise<Receipt> {
  const dreamer = await whoDreams(home, at);
  const acts = actsFor('after-run', await openActs());
  return (await sleepOnce(home, { env: at.env, dreamer, acts, trigger: 'after-run' })).receipt;
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^(?:\d{1,9}(?:ms|s|m|h|d))+$/u.test(text) ? milliseconds(text) : 0;
  if (limit > 0) return limit;
  throw new DreamkeeperError('E_USAGE', '--limit takes a duration', { hint: 'Such as 90s, 30m or 1h30m.' });
}

function told({ outcome, reason, message, entry, commit }: Receipt): object {
  return { outcome, reason, message, entry, commit };
}

function tell(done: RunDone, said: string, receipt: Receipt | undefined, terminal: Terminal): void {
  if (said !== '') for (const line of said.split('\n')) terminal.say(line);
  const commits = done.commits === 0 ? '' : ` (${counted(done.commits, 'commit')})`;
  terminal.say(paint('bold', done.outcome.replace('_', ' ')), `  ${done.task ?? 'no task'}${commits}: ${done.message}`);
  if (receipt !== undefined)
    terminal.say(paint('dim', `  ${receipt.entry ?? `no dream (${receipt.reason})`}: ${receipt.message}`));
}

/** The wrapped program's own, if it failed; whoever wrapped it asks for that. */
function exitOf({ outcome }: RunDone, wrapped: ProgramEnd | undefined): number {
  if (wrapped?.kind === 'not-started') return 2;
  if (wrapped?.kind === 'ended' && wrapped.code !== 0) return wrapped.code ?? signalExit(wrapped.signalName);
  return outcome === 'done' || outcome === 'no_work' ? 0 : 13;
}

/** As shells say it. */
function signalExit(name: string | null): number {
  const { signals } = process.getBuiltinModule('node:os').constants;
  return 128 + (Object.entries(signals).find(([each]) => each === name)?.[1] ?? 0);
}
