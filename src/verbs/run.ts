// Run: one waking run now, with the operator's runner or with any program, and the sleep after it.
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { actsAtEnd, knownOf, nightGateOf } from '../keeper/keeper.ts';
import { daydreamOnce, type Receipt, sleepOnce } from '../night/night.ts';
import { type OpenHome, openActs, openOwnHome, openRunners } from '../wire/wire.ts';
import { commandRunner, type RunDone, type Runner, workOnce } from '../work/work.ts';
import type { ProgramEnd, Standpoint } from '../world/world.ts';
import { whoDreams } from './who-dreams.ts';

export interface RunRequest {
  /** A program to run instead of the one that is set up. */
  readonly command?: readonly string[] | undefined;
  /** How that program gets the pack; if nobody says, it lies in a file, which `{pack}` in an argument or a hook of the program hands over. */
  readonly pack?: 'stdin' | 'file' | undefined;
  /** Where what that program prints goes: where ours goes, or beside it. */
  readonly output?: 'ours' | 'stderr' | undefined;
  /** So long it may take, such as `30m`; a wrapped program has no limit without this. */
  readonly limit?: string | undefined;
  /** Whether to sleep afterwards; yes if nobody says. */
  readonly sleep?: boolean | undefined;
  /** Ends the run, and keeps the sleep after it from asking anybody. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the run only; it is slept on all the same. */
  readonly runSignal?: AbortSignal | undefined;
  /** Called when that program runs, with how it is sent a signal. */
  onStarted?(pass: (name: NodeJS.Signals) => void): void;
  /** Called when the run is over, and only the sleep is left. */
  onWorked?(): void;
}

export interface Ran extends RunDone {
  /** The last words of our own tool loop. */
  readonly said: string;
  readonly sleep: Pick<Receipt, 'outcome' | 'reason' | 'message' | 'entry' | 'commit'> | null;
  /** What came of the daydream after a run that no dream followed; null if none was tried. */
  readonly daydream: 'written' | 'gated' | 'failed' | null;
  /** How the wrapped program ended; null if none was. */
  readonly program: {
    readonly kind: ProgramEnd['kind'];
    readonly code: number | null;
    readonly signalName: string | null;
  } | null;
  /** Variables that were kept from a run that failed: a program that lacks a key says so in its own words, but not why it lacks it. */
  readonly withheld: readonly string[];
}

export async function run(at: Standpoint, request: RunRequest = {}): Promise<Ran> {
  const limit = durationOf(request.limit);
  const home = await openOwnHome(at);
  const { command = [], signal, runSignal } = request;
  const signals = [signal, runSignal].filter((each) => each !== undefined);
  let program: Ran['program'] = null;
  let said = '';
  const chosen =
    command.length === 0
      ? (await openRunners()).chosenRunner(home, at)
      : await wrapping(home, at, command, request, (end) => {
          const { code = null, signalName = null } = end.kind === 'ended' ? end : {};
          program = { kind: end.kind, code, signalName };
        });
  const runner: Runner = {
    ...chosen.runner,
    run: async (...asked) => {
      const end = await chosen.runner.run(...asked);
      ({ said } = end);
      return end;
    },
  };
  const wanted = { cadence: null, kind: 'work', prose: '', claims: true, limit: limit ?? chosen.limit };
  const done = await workOnce(home, { ...wanted, runner, signal: AbortSignal.any(signals) });
  request.onWorked?.();
  const sleep = request.sleep === false ? null : await sleepAfter(home, at, signal);
  const isAwake = sleep === null || sleep.outcome === 'ran' || done.outcome === 'stopped';
  const daydream = isAwake ? null : await daydreamAfter(home, at, signal);
  const withheld = done.outcome === 'failed' ? await withheldFrom(home, at) : [];
  return { ...done, said, sleep, daydream, program, withheld };
}

async function withheldFrom({ world }: OpenHome, at: Standpoint): Promise<string[]> {
  return (await openRunners()).withheldVariables(world, at).filter((name) => at.env[name] !== undefined);
}

/** A program of somebody's: it has the terminal, unless what we print is for a program. */
async function wrapping(
  { world }: OpenHome,
  at: Standpoint,
  argv: readonly string[],
  { pack: wanted, output = 'ours', onStarted }: RunRequest,
  ended: (end: ProgramEnd) => void,
): Promise<{ readonly runner: Runner; readonly limit: number }> {
  const { withheldVariables } = await openRunners();
  const pack = wanted ?? (argv.some((arg) => /\{pack\}|DREAMKEEPER_PACK/u.test(arg)) ? 'file' : 'hook');
  const runner = commandRunner({
    argv,
    pack,
    env: at.env,
    withheld: withheldVariables(world, at),
    ended,
    ...(onStarted === undefined ? {} : { started: onStarted }),
    stdio: { input: pack === 'stdin' ? 'given' : 'ours', output },
  });
  return { runner, limit: Number.MAX_SAFE_INTEGER };
}

async function sleepAfter(home: OpenHome, at: Standpoint, signal: AbortSignal | undefined): Promise<Ran['sleep']> {
  const dreamer = await whoDreams(home, at);
  const acts = actsAtEnd(home, 'after-run', await openActs());
  const interval = declaredGate(home, at.env);
  const { receipt } = await sleepOnce(home, { env: at.env, dreamer, acts, interval, trigger: 'after-run', signal });
  const { outcome, reason, message, entry, commit } = receipt;
  return { outcome, reason, message, entry, commit };
}

/** Where a lifecycle says how long there is between nights, that holds here, too. */
function declaredGate(home: OpenHome, env: Standpoint['env']): number | undefined {
  const { lifecycle } = knownOf({ ...home, env }, false);
  return lifecycle.kind === 'cadence' ? nightGateOf({ ...home, env }, lifecycle.cadence) : undefined;
}

async function daydreamAfter(
  home: OpenHome,
  at: Standpoint,
  signal: AbortSignal | undefined,
): Promise<Ran['daydream']> {
  return (await daydreamOnce(home, await whoDreams(home, at, 'daydream'), signal)).kind;
}

function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^(?:\d{1,9}(?:ms|s|m|h|d))+$/u.test(text) ? milliseconds(text) : 0;
  if (limit > 0) return limit;
  throw new DreamkeeperError('E_USAGE', '--limit takes a duration', { hint: 'For example 90s, 30m or 1h30m.' });
}
