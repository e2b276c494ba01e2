// An outside program as a model: the prompt on its stdin, its stdout is the answer, and at the deadline it is gone with all it started.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { estimatedTokens } from '../config/config.ts';
import { errnoOf } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { callMark, killAll } from './kill-all.ts';
import type { FailureReason, Model, ModelOutcome, ModelRequest } from './model-types.ts';
import type { Trouble } from './told.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** So much of what a program complains of is kept. */
const complaint = 4096;
/** How long a program that has ended is waited for, if somebody else still holds its stdout. */
const lastWait = 500;
/** How long one that was killed is waited for. The system may be unable to end it right now, and we go on. */
const killWait = 2000;

export function commandModel(argv: readonly string[], env: Env, random: () => string): Model {
  return { ask: (request) => askProgram(argv, env, random(), request) };
}

/** What a program did. */
interface Ended {
  readonly code: number | null;
  readonly said: readonly Uint8Array[];
  readonly bytes: number;
  readonly complained: string;
  readonly trouble: Trouble | undefined;
}

async function askProgram(
  argv: readonly string[],
  env: Env,
  call: string,
  request: ModelRequest,
): Promise<ModelOutcome> {
  const started = performance.now();
  const input = `${request.system}\n\n${request.prompt}`;
  const program = argv[0] ?? '';
  const folder = emptyFolder(env);
  const begun = request.signal?.aborted === true ? undefined : start(argv, env, call, folder);
  const ended: Ended =
    begun === undefined || typeof begun === 'string'
      ? { ...{ code: null, said: [], bytes: 0, complained: '' }, trouble: notStarted(program, begun) }
      : await lifeOf(begun, program, call, input, request);
  removeFolder(folder);
  const { code, complained, trouble, bytes } = ended;
  const text = decoded(ended.said);
  const wasRead = typeof begun === 'object' && begun.pid !== undefined;
  const spent = {
    ...{
      input: wasRead ? estimatedTokens(input) : 0,
      output: estimatedTokens(text ?? ''),
      isEstimated: wasRead,
      bytes,
    },
    ...{ milliseconds: Math.round(performance.now() - started), usd: null },
  };
  const failed = (reason: FailureReason, message: string): ModelOutcome => ({
    ...{ kind: 'failed', reason, message: printSafe(oneLine(message, 300)), status: null, retryAfter: null, spent },
  });
  if (trouble !== undefined) return failed(trouble.reason, trouble.message);
  if (code !== 0) return failed('command', `\`${program}\` ended with ${code ?? 'a signal'}${lastWords(complained)}`);
  if (text === undefined) return failed('garbage', `what \`${program}\` said is no UTF-8 text`);
  if (text.trim() === '') return failed('garbage', `\`${program}\` said nothing${lastWords(complained)}`);
  return { kind: 'answer', text, spent };
}

/**
 * An empty folder of its own, below the person's: it gets its facts from us, and finds nothing there, nor above, that somebody else put for
 * it. Agents read instructions and settings from every folder above the one they are started in.
 */
function emptyFolder(env: Env): string {
  const isFull = (path: string | undefined): path is string => path !== undefined && isAbsolute(path);
  const own = isFull(env.XDG_STATE_HOME)
    ? env.XDG_STATE_HOME
    : isFull(env.HOME)
      ? join(env.HOME, '.local', 'state')
      : undefined;
  try {
    if (own === undefined) return mkdtempSync(join(tmpdir(), 'dreamkeeper-'));
    mkdirSync(join(own, 'dreamkeeper'), { recursive: true, mode: 0o700 });
    return mkdtempSync(join(own, 'dreamkeeper', 'call-'));
  } catch {
    // It cannot be written to; then where everybody may.
    return mkdtempSync(join(tmpdir(), 'dreamkeeper-'));
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What it left there cannot be removed by us; the system clears such folders.
  }
}

function notStarted(program: string, why: string | undefined): Trouble {
  return why === undefined
    ? { reason: 'stopped', message: 'it was asked to stop' }
    : { reason: 'command', message: `\`${program}\` could not be started (${why})` };
}

/** The program, running; or why not, where the system says so at once. */
function start(
  [program = '', ...args]: readonly string[],
  env: Env,
  call: string,
  cwd: string,
): ChildProcessWithoutNullStreams | string {
  try {
    return spawn(program, args, {
      cwd,
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      windowsHide: true,
      env: { ...env, DREAMKEEPER_INSIDE: '1', [callMark]: call },
    });
  } catch (error) {
    return errnoOf(error) ?? 'unknown';
  }
}

function lifeOf(
  child: ChildProcessWithoutNullStreams,
  program: string,
  call: string,
  input: string,
  { limits, signal }: ModelRequest,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const said: Uint8Array[] = [];
  let [bytes, complained] = [0, ''];
  let trouble: Trouble | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const fail = (reason: FailureReason, message: string): void => {
    if (trouble !== undefined) return;
    trouble = { reason, message };
    killAll(child.pid, call);
    clearTimeout(waiting);
    waiting = setTimeout(() => ended(null), killWait);
  };
  const late = setTimeout(
    () => fail('timeout', `\`${program}\` was not done within ${Math.round(limits.total / 100) / 10} s`),
    limits.total,
  );
  const stop = (): void => fail('stopped', 'it was asked to stop');
  signal?.addEventListener('abort', stop, { once: true });
  const ended = (code: number | null): void => {
    clearTimeout(late);
    clearTimeout(waiting);
    signal?.removeEventListener('abort', stop);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    // What it left behind has no business any more, either.
    killAll(child.pid, call);
    child.unref();
    resolve({ code, said, bytes, complained, trouble });
  };
  child.on('error', (error) => {
    trouble ??= notStarted(program, errnoOf(error) ?? error.message);
    ended(null);
  });
  // It may end without having read everything; what it says counts.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.stdout.on('data', (chunk: Uint8Array) => {
    if (trouble !== undefined) return;
    bytes += chunk.byteLength;
    if (bytes > limits.bytes) fail('too-big', `\`${program}\` said more than ${limits.bytes} bytes`);
    else said.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => (complained = (complained + chunk.toString()).slice(-complaint)));
  child.on('close', ended);
  // A grandchild may hold the pipe open for longer, and is not waited for then.
  child.on('exit', (code) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ended(code), trouble === undefined ? lastWait : 0);
  });
  return promise;
}

function decoded(chunks: readonly Uint8Array[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    // Bytes that are no text: the caller says so.
    return undefined;
  }
}

function lastWords(complained: string): string {
  const line = complained.trim().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${line}`;
}
