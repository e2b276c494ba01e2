// What a program did to files, read from `strace -f -y`: whole calls in the order they ended, paths resolved, each with its program.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** One call that succeeded. Calls of several threads and processes overlap: it began at one line of the trace and ended at another. */
export interface Call {
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  /** The first thread of the process. */
  readonly process: number;
  /** `git`, `node`. */
  readonly program: string;
  /** What it was done to: the file, or the name that was renamed, linked or removed. */
  readonly path: string;
  /** The new name, of a rename or link. */
  readonly to: string;
  /** The flags of an open; '' for other calls. */
  readonly flags: string;
  readonly result: number;
}

const fileCalls = [
  ...['open', 'openat', 'openat2', 'creat', 'close'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'mkdir', 'mkdirat'],
  ...['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'copy_file_range', 'sendfile', 'fallocate'],
  ...['fsync', 'fdatasync', 'truncate', 'ftruncate'],
];
/** Not about files, but without them nobody knows whose descriptor 21 is. */
const processCalls = ['clone', 'clone3', 'fork', 'vfork', 'execve', 'chdir', 'fchdir', 'dup', 'dup2', 'dup3'];
const traced = [...fileCalls, ...processCalls];

/** The arguments before the program's own; undefined if tracing is not possible here. A filter in the kernel is faster where there is one. */
export function straceArguments(): readonly string[] | undefined {
  // A question mark: some machines have no `open`.
  const what = ['-y', '-s', '0', '-e', `trace=${traced.map((name) => `?${name}`).join(',')}`, '-e', 'signal=none'];
  return [['-f', '--seccomp-bpf'], ['-f']]
    .map((follow) => [...follow, ...what])
    .find((args) => spawnSync('strace', [...args, '-o', '/dev/null', 'true']).status === 0);
}

/** Threads of one process share these. */
interface Process {
  readonly id: number;
  program: string;
  cwd: string;
  readonly descriptors: Map<number, string>;
}

interface Line {
  readonly thread: number;
  readonly began: number;
  readonly ended: number;
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

export function readTrace(path: string): Call[] {
  return parseTrace(readFileSync(path, 'utf8'));
}

export function parseTrace(text: string): Call[] {
  const threads = new Map<number, Process>();
  const calls: Call[] = [];
  for (const line of wholeLines(text, threads)) {
    const own = threads.get(line.thread);
    if (own === undefined) throw new Error(`a thread nobody knows: ${line.thread}`);
    learn(own, line);
    const result = Number.parseInt(line.result, 10);
    if (/^(?:clone3?|v?fork)$/u.test(line.name) && result > 0) begin(threads, result, own, line.args);
    else if (result >= 0 && fileCalls.includes(line.name)) calls.push(callOf(own, line, result));
  }
  return calls;
}

/** A call that another thread interrupted stands on two lines. */
function wholeLines(text: string, threads: Map<number, Process>): Line[] {
  const lines: Line[] = [];
  const open = new Map<number, { readonly began: number; readonly start: string }>();
  for (const [began, each] of text.split('\n').entries()) {
    const [, pid = '', said = ''] = /^(\d+)\s+(.*)$/su.exec(each) ?? [];
    if (pid === '' || /^(?:\+\+\+|---)/u.test(said)) continue;
    const thread = Number(pid);
    if (!threads.has(thread)) begin(threads, thread, ...parentOf(open, threads));
    if (said.endsWith('<unfinished ...>')) {
      open.set(thread, { began, start: said.slice(0, -'<unfinished ...>'.length) });
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/su.exec(said)?.[1];
    const before = rest === undefined ? undefined : open.get(thread);
    if (rest !== undefined) open.delete(thread);
    const whole = `${before?.start ?? ''}${rest ?? said}`;
    const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\)\s+= (.*)$/su.exec(whole) ?? [];
    // The rest of a call that was under way when its thread was taken over by an `execve`.
    if (name === '') continue;
    const line = { thread, began: before?.began ?? began, ended: began, name, args, result };
    lines.push(line);
    // Threads must be known in time: whoever comes next may be a child of this one.
    if (/^(?:clone3?|v?fork)$/u.test(name) && Number.parseInt(result, 10) > 0 && threads.has(thread))
      begin(threads, Number.parseInt(result, 10), threads.get(thread), args);
  }
  return lines;
}

/** A child may act before the call that made it has returned. */
function parentOf(
  open: ReadonlyMap<number, { readonly start: string }>,
  threads: ReadonlyMap<number, Process>,
): [Process | undefined, string] {
  const [thread, making] = [...open].findLast(([, { start }]) => /^(?:clone3?|v?fork)\(/u.test(start)) ?? [];
  return [thread === undefined ? undefined : threads.get(thread), making?.start ?? ''];
}

function begin(threads: Map<number, Process>, thread: number, parent: Process | undefined, flags: string): void {
  const known = threads.get(thread);
  const isThread = parent !== undefined && flags.includes('CLONE_THREAD');
  if (known !== undefined && known.id === thread && !isThread) return inherit(known, parent);
  if (isThread) threads.set(thread, parent);
  else {
    const fresh: Process = { id: thread, program: '', cwd: '', descriptors: new Map() };
    inherit(fresh, parent);
    threads.set(thread, fresh);
  }
}

function inherit(child: Process, parent: Process | undefined): void {
  if (parent === undefined) return;
  if (child.program === '') child.program = parent.program;
  if (child.cwd === '') child.cwd = parent.cwd;
  for (const [descriptor, path] of parent.descriptors)
    if (!child.descriptors.has(descriptor)) child.descriptors.set(descriptor, path);
}

/** `21</path>`, also `AT_FDCWD</path>`: what the kernel says a descriptor is at this moment. */
const described = /(\d+|AT_FDCWD)<((?:[^<>\\]|\\.)*)>/u;
const quoted = /"((?:[^"\\]|\\.)*)"/gu;

function learn(own: Process, { name, args, result }: Line): void {
  for (const text of [result, args.slice(0, args.search(/"|$/u))]) {
    const [, descriptor = '', path = ''] = described.exec(text) ?? [];
    if (descriptor === 'AT_FDCWD') own.cwd = plain(path);
    else if (descriptor !== '') own.descriptors.set(Number(descriptor), plain(path));
  }
  if (!result.startsWith('0')) return;
  if (name === 'execve') own.program = basename(stringsIn(args)[0] ?? '');
  if (name === 'chdir') own.cwd = at(own, own.cwd, stringsIn(args)[0] ?? '');
  if (name === 'fchdir') own.cwd = plain(described.exec(args)?.[2] ?? own.cwd);
}

function callOf(own: Process, { name, args, began, ended, result: said }: Line, result: number): Call {
  const call = { name, began, ended, process: own.id, program: own.program, to: '', flags: '', result };
  const names = stringsIn(args);
  if (/^(?:open|openat|openat2|creat)$/u.test(name)) {
    const flags = name === 'creat' ? 'O_WRONLY|O_CREAT|O_TRUNC' : (/O_[A-Z_|O]+/u.exec(args)?.[0] ?? '');
    return { ...call, path: plain(described.exec(said)?.[2] ?? ''), flags };
  }
  if (/^(?:rename|link|unlink|mkdir|truncate)/u.test(name)) {
    const folders = [...args.matchAll(new RegExp(described, 'gu'))].map(([, , path = '']) => plain(path));
    const [path = '', to = ''] = names.map((each, index) => at(own, folders[index] ?? own.cwd, each));
    return { ...call, path, to: /^(?:rename|link)/u.test(name) ? to : '' };
  }
  const targets = [...args.matchAll(new RegExp(described, 'gu'))].map(([, , path = '']) => plain(path));
  // The second descriptor is the one that is written to.
  return { ...call, path: (name === 'copy_file_range' ? targets[1] : targets[0]) ?? '' };
}

function stringsIn(args: string): string[] {
  return [...args.matchAll(quoted)].map(([, text = '']) => plain(text));
}

/** A name as the kernel took it: from a folder, and through `/proc/self/fd`, by which the product holds its folders. */
function at(own: Process, folder: string, name: string): string {
  const [, descriptor = '', rest = ''] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/su.exec(name) ?? [];
  if (descriptor === '') return resolve(folder === '' ? '/' : folder, name);
  const held = own.descriptors.get(Number(descriptor));
  if (held === undefined) throw new Error(`nobody knows descriptor ${descriptor} of ${own.program}`);
  return resolve(held, `.${rest}`);
}

/** As it is on disk: strace writes unusual bytes as C does. */
function plain(text: string): string {
  if (!text.includes('\\')) return text;
  const named: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, '"': 34, '\\': 92 };
  const bytes: Buffer[] = text
    .split(/(\\(?:[0-7]{1,3}|.))/su)
    .map((part) =>
      part.startsWith('\\')
        ? Buffer.from([named[part.slice(1)] ?? Number.parseInt(part.slice(1), 8)])
        : Buffer.from(part),
    );
  return Buffer.concat(bytes).toString('utf8');
}

/** Whether a path is a folder or lies below it. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
