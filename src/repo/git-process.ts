// Starts git and nothing but git: own environment, no configured program, a deadline, a limit on what it may print.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { ifPossible } from '../errors/errors.ts';

/** How a git command ended. Failing is a value here; only a bug throws. */
export type GitOutcome =
  | { readonly kind: 'ok'; readonly stdout: Buffer }
  | { readonly kind: 'failed'; readonly exit: number | null; readonly stderr: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too-big' };

export interface GitCall {
  readonly args: readonly string[];
  /** Where git looks; always given, so that it never searches upwards. */
  readonly gitDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array | string;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly largestOutput?: number;
  readonly signal?: AbortSignal | undefined;
}

/** How git is started on this machine. Handed in, so that a test can take it away. */
export interface GitProgram {
  readonly path: string;
  readonly searchPath: string;
}

// Whatever a repository's own configuration says about programs, the command line says otherwise, and wins.
const overrides: readonly (readonly [key: string, value: string])[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.attributesFile', devNull],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['core.fsync', 'loose-object,reference,index,pack'],
  ['core.fsyncMethod', 'fsync'],
];

/** Runs one command and waits for it. */
export function runGit(program: GitProgram, call: GitCall): Promise<GitOutcome> {
  const { promise, resolve } = Promise.withResolvers<GitOutcome>();
  if (call.signal?.aborted === true) return Promise.resolve({ kind: 'aborted' });
  const file = locate(program);
  if (file === undefined) return Promise.resolve({ kind: 'missing' });
  const cwd = call.cwd ?? call.gitDir;
  let child: ReturnType<typeof spawnPiped>;
  try {
    child = spawnPiped(
      file,
      ['--no-pager', ...overrides.flatMap(([key, value]) => ['-c', `${key}=${value}`]), ...call.args],
      cwd,
      environment(program, call),
    );
  } catch (error) {
    // More arguments or settings than the system takes, for example.
    return Promise.resolve(notStarted(error instanceof Error ? error.message : 'git could not be started'));
  }
  // No descriptor or process left: the streams are missing, and the error comes by itself.
  if (child.stdout === null || child.stdout === undefined || child.stdin === undefined) {
    child.on('error', () => undefined);
    return Promise.resolve(notStarted('git could not be started: too many files or processes'));
  }
  const stdout: Buffer[] = [];
  let stderr = '';
  let size = 0;
  let ended: GitOutcome | undefined;
  const end = (outcome: GitOutcome): void => {
    if (ended !== undefined) return;
    ended = outcome;
    killGroup(child.pid);
    // Whoever left the group may still hold the other ends of these; nobody waits for that.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => end({ kind: 'timeout' }), call.timeoutMs ?? 60_000);
  const abort = (): void => end({ kind: 'aborted' });
  call.signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > (call.largestOutput ?? 64 * 1024 * 1024)) end({ kind: 'too-big' });
    else stdout.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < 16_384) stderr += chunk.toString('utf8');
  });
  const settle = (outcome: GitOutcome): void => {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', abort);
    resolve(ended ?? outcome);
  };
  child.on('error', (error: NodeJS.ErrnoException) => {
    // The same error is given for a missing folder, and that says nothing about git.
    const isMissing = error.code === 'ENOENT' && existsSync(cwd);
    settle(isMissing ? { kind: 'missing' } : notStarted(error.message));
  });
  child.on('close', (exit) =>
    settle(exit === 0 ? { kind: 'ok', stdout: Buffer.concat(stdout) } : { kind: 'failed', exit, stderr }),
  );
  // A command that ends without reading its input is judged by its exit code, not by the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(call.input ?? '');
  return promise;
}

function notStarted(stderr: string): GitOutcome {
  return { kind: 'failed', exit: null, stderr };
}

function spawnPiped(file: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  return spawn(file, args, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that whatever it may have started ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Whether there is a git to be started; what it is, only starting it tells. */
export function isThere(program: GitProgram): boolean {
  const file = locate(program);
  return file !== undefined && isProgram(file);
}

/** Looked for by ourselves: systems also look in the current folder, which is somebody's repository. */
function locate(program: GitProgram): string | undefined {
  if (isAbsolute(program.path)) return program.path;
  const name = process.platform === 'win32' ? `${program.path}.exe` : program.path;
  return searched(program)
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A part that is empty or relative means the current folder. */
function searched({ searchPath }: GitProgram): string[] {
  return searchPath.split(delimiter).filter(isAbsolute);
}

/** Nothing is inherited: a `GIT_*` variable of whoever called us must not redirect what we do. */
function environment(program: GitProgram, call: GitCall): Record<string, string> {
  const folders = searched(program);
  return {
    // An empty list would again mean the current folder; without one, the system's own is taken.
    ...(folders.length === 0 ? {} : { PATH: folders.join(delimiter) }),
    ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    LC_ALL: 'C',
    // Without a home git gives up on every setting that begins with `~/`; below this one nothing is ever found.
    HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    // There is no such protocol: nothing we ask for comes over a network, whatever a partial clone promises.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_FLUSH: '1',
    ...call.env,
    GIT_DIR: call.gitDir,
  };
}

/** It may have ended by itself in the meantime. */
function killGroup(pid: number | undefined): void {
  if (pid !== undefined) ifPossible(() => process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL'));
}
