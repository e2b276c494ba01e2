// Somebody else's program as a runner: the pack on its standard input or in a file, its exit and its first word are the outcome.
import { join } from 'node:path';
import { redactSecrets } from '../secrets/secrets.ts';
import { handedByHook } from '../steps/steps.ts';
import { decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import type { AgentHome, ProgramCall, ProgramEnd } from '../world/world.ts';
import { packFile } from './run-lines.ts';
import type { RunEnd, Runner, RunRequest } from './work-types.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface CommandOptions {
  readonly argv: readonly string[];
  /** On its standard input, or in a file: one that it is told of, or one that a hook of the agent hands over. */
  readonly pack: 'stdin' | 'file' | 'hook';
  /** What our own process has. */
  readonly env: Env;
  /** Names of variables it does not get: keys of our models. */
  readonly withheld: readonly string[];
  readonly stdio?: ProgramCall['stdio'];
  /** Called once it runs, with a way to pass signals on. */
  readonly started?: ProgramCall['started'];
  readonly ended?: ((end: ProgramEnd) => void) | undefined;
}

/** The beginning and the end of what it says are kept, together so much. */
const mostBytes = 256 * 1024;
const mostSaid = 4000;
/** Between asking it to end and ending it; no longer than the run itself. */
const longestGrace = 2000;

export function commandRunner(options: CommandOptions): Runner {
  return { name: options.argv[0] ?? '', run: (worker, request) => runCommand(worker, request, options) };
}

async function runCommand(worker: AgentHome, request: RunRequest, options: CommandOptions): Promise<RunEnd> {
  const { world, home } = worker;
  const file = options.pack === 'stdin' ? undefined : join(home.privateDir, packFile(request.run));
  if (file !== undefined) {
    world.files.makeFolder(home.privateDir, true);
    world.files.write(home.privateDir, packFile(request.run), Buffer.from(request.pack), { mode: 0o600 });
  }
  try {
    const end = await world.programs.run({
      argv: file === undefined ? options.argv : options.argv.map((arg) => arg.replaceAll('{pack}', () => file)),
      cwd: home.project.worktree ?? home.home,
      env: environment(worker, request, options, file),
      input: file === undefined ? request.pack : '',
      limit: request.limit,
      grace: Math.min(longestGrace, request.limit),
      mostBytes,
      ifMore: 'forget',
      signal: request.signal,
      stdio: options.stdio,
      started: (pass) => {
        if (options.pack !== 'hook') request.given();
        options.started?.(pass);
      },
    });
    options.ended?.(end);
    return outcomeOf(end, options.argv[0] ?? '', request.limit);
  } finally {
    if (file !== undefined) world.files.remove(home.privateDir, packFile(request.run));
  }
}

/** Ours, without what costs money and without what we say to ourselves; an agent that wants a key is given it by name. */
function environment(
  { home, agent }: AgentHome,
  { run, alone }: RunRequest,
  { env, withheld, pack }: CommandOptions,
  file: string | undefined,
): Env {
  const out = new Set(withheld);
  const left = Object.entries(env).filter(([name]) => !out.has(name) && !name.startsWith('DREAMKEEPER_'));
  return {
    ...Object.fromEntries(left),
    DREAMKEEPER_RUN: run,
    DREAMKEEPER_KEPT: pack === 'hook' ? handedByHook : '1',
    ...(alone === true && { DREAMKEEPER_ALONE: '1' }),
    DREAMKEEPER_HOME: home.home,
    DREAMKEEPER_AGENT: agent,
    ...(file === undefined ? {} : { DREAMKEEPER_PACK: file }),
  };
}

function outcomeOf(end: ProgramEnd, program: string, limit: number): RunEnd {
  const text = decodeUtf8(end.said);
  const said = printSafe(redactSecrets(text.slice(-mostSaid * 2)))
    .trim()
    .slice(-mostSaid);
  const ended = (outcome: RunEnd['outcome'], message: string): RunEnd => {
    return { outcome, message: printSafe(redactSecrets(oneLine(message, 300))), said };
  };
  const name = `\`${program}\``;
  switch (end.kind) {
    case 'not-started':
      return ended('failed', `${name} could not be started (${end.why})`);
    case 'late':
      return ended('killed', `${name} was not done within ${Math.round(limit / 100) / 10} s, and was ended`);
    case 'stopped':
      return ended('stopped', 'it was asked to stop');
    case 'too-big':
      return ended('failed', `${name} said too much`);
    default:
  }
  const last = end.complained.trim().split('\n').at(-1) ?? '';
  if (end.code !== 0)
    return ended(
      'failed',
      `${name} ended with ${end.code ?? end.signalName ?? 'a signal'}${last === '' ? '' : `: ${last}`}`,
    );
  return /^\s*NO-WORK/iu.test(text)
    ? ended('no_work', 'it found nothing to do')
    : ended('done', `${name} ended well (exit 0)`);
}
