// One program from its start to its end: heard within limits, asked to end at its limit, then ended, with all it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { isMainThread } from 'node:worker_threads';
import { errnoOf } from '../errors/errors.ts';
import { hearing } from './hearing.ts';
import { callMark, killAll, signalAll } from './kill-all.ts';
import type { ProgramCall, ProgramEnd } from './program-types.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { startGuard } from './start-guard.ts';

/** So much of what a program complains of is kept. */
const complaint = 4096;
/** How long a program that has ended is waited for, if somebody else still holds its stdout. */
const lastWait = 500;
/** How long one that was killed is waited for. The system may be unable to end it right now, and we go on. */
const killWait = 2000;
/** How long one that was asked to end has for that, if nobody says otherwise. */
const usualGrace = 2000;
/** Longer than this no clock of Node's can wait; it would ring at once. */
const longest = 2 ** 31 - 1;

const nothing = { said: new Uint8Array(), bytes: 0, complained: '' };

/** Runs it. Never rejects for anything that a program or the system can do. If we die meanwhile, it is ended all the same. */
export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (call.signal?.aborted === true) return { kind: 'stopped', ...nothing };
  const scratch = call.cwd === undefined ? scratchFor(call) : undefined;
  if (scratch?.kind === 'none') return { kind: 'not-started', why: scratch.why, ...nothing };
  // One that shares our input is in front of a person, who sees it and can end it.
  const guard =
    call.stdio?.input !== 'ours' ? startGuard(call.mark, call.grace ?? usualGrace, scratch?.folder) : undefined;
  try {
    const child = start(call, scratch?.folder);
    if (typeof child === 'string') return { kind: 'not-started', why: child, ...nothing };
    guard?.watch(child.pid);
    return await lifeOf(child, call);
  } finally {
    guard?.dismiss();
    if (scratch !== undefined) removeScratch(scratch.folder);
  }
}

type Scratch = { readonly kind: 'folder'; readonly folder: string } | { readonly kind: 'none'; readonly why: string };

function scratchFor({ env }: ProgramCall): Scratch {
  try {
    return { kind: 'folder', folder: makeScratch(env) };
  } catch (error) {
    return { kind: 'none', why: errnoOf(error) ?? 'unknown' };
  }
}

/** Whoever shares our terminal shares our group: else the person's Ctrl-C would not reach it. */
function isApart({ stdio }: ProgramCall): boolean {
  return stdio?.input !== 'ours' && (stdio?.output ?? 'kept') === 'kept';
}

/** The program, running; or why not, where the system says so at once. */
function start(call: ProgramCall, scratch: string | undefined): ChildProcess | string {
  const { argv, cwd = scratch, env, mark, stdio } = call;
  const [program = '', ...args] = argv;
  const output = stdio?.output ?? 'kept';
  const out = output === 'kept' ? 'pipe' : output === 'ours' ? 'inherit' : 2;
  try {
    return privately(scratch !== undefined, () =>
      spawn(program, args, {
        cwd,
        detached: isApart(call) && process.platform !== 'win32',
        stdio: [stdio?.input === 'ours' ? 'inherit' : 'pipe', out, output === 'kept' ? 'pipe' : 'inherit'],
        windowsHide: isApart(call),
        env: { ...env, [callMark]: mark },
      }),
    );
  } catch (error) {
    return errnoOf(error) ?? 'unknown';
  }
}

/** What a program writes down in a folder of its own is for nobody else, from the first moment. Only the main thread may say so. */
function privately<Result>(isPrivate: boolean, act: () => Result): Result {
  if (!isPrivate || !isMainThread) return act();
  const before = process.umask(0o077);
  try {
    return act();
  } finally {
    process.umask(before);
  }
}

type Cause = 'late' | 'stopped' | 'too-big';

function lifeOf(child: ChildProcess, call: ProgramCall): Promise<ProgramEnd> {
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const { mark, signal, limit, grace = usualGrace } = call;
  const ear = hearing(call.mostBytes, call.ifMore ?? 'end');
  let complained = '';
  let cause: Cause | undefined;
  let notStarted: string | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const kill = (): void => {
    killAll(child.pid, mark);
    clearTimeout(waiting);
    waiting = setTimeout(() => ended(null, null), killWait);
  };
  const end = (why: Cause): void => {
    if (cause !== undefined) return;
    cause = why;
    if (grace <= 0 || why === 'too-big') return kill();
    signalAll(child.pid, mark, 'SIGTERM');
    clearTimeout(waiting);
    waiting = setTimeout(kill, grace);
  };
  const late = setTimeout(() => end('late'), Math.min(limit, longest));
  const stop = (): void => end('stopped');
  signal?.addEventListener('abort', stop, { once: true });
  const ended = (code: number | null, signalName: string | null): void => {
    clearTimeout(late);
    clearTimeout(waiting);
    signal?.removeEventListener('abort', stop);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    // What it left behind has no business any more, either.
    killAll(child.pid, mark);
    child.unref();
    const heard = { ...ear.heard(), complained };
    if (notStarted !== undefined) return resolve({ kind: 'not-started', why: notStarted, ...heard });
    resolve(cause === undefined ? { kind: 'ended', code, signalName, ...heard } : { kind: cause, ...heard });
  };
  child.on('error', (error) => {
    // One that runs may complain, too, such as about a signal that it was not allowed to get; its end comes by itself.
    if (child.pid !== undefined) return;
    notStarted = errnoOf(error) ?? error.message;
    ended(null, null);
  });
  // It may end without having read everything; what it says counts.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(call.input ?? '');
  child.stdout?.on('data', (chunk: Uint8Array) => {
    if (cause !== 'too-big' && !ear.take(chunk)) end('too-big');
  });
  child.stderr?.on('data', (chunk: Buffer) => (complained = (complained + chunk.toString()).slice(-complaint)));
  child.on('close', ended);
  // A grandchild may hold the pipe open for longer, and is not waited for then.
  child.on('exit', (code, name) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ended(code, name), cause === undefined ? lastWait : 0);
  });
  if (child.pid !== undefined) call.started?.((name) => child.kill(name));
  return promise;
}
