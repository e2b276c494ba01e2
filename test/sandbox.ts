// A place for one test: a temporary folder, git with a cleared environment, and `dk`, in this process or in one of its own.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { builtBin } from './built.ts';
import { runInside } from './inside.ts';
import { madeOnce } from './made-once.ts';

export const root: string = dirname(dirname(fileURLToPath(import.meta.url)));
/** `dk`, as it is published. */
export const bin: string = builtBin(root);

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox {
  readonly folder: string;
  /** The environment every process of this test gets: nothing of the machine's, an empty HOME. */
  readonly env: Readonly<Record<string, string>>;
  path(...parts: readonly string[]): string;
  write(path: string, content: string | Uint8Array): string;
  read(path: string): string;
  git(cwd: string, ...args: readonly string[]): string;
  /** `dk`, as it is published, in this process: what a person types is the same, and nothing is loaded anew. Some verbs need one of their own. */
  dk(cwd: string, args: readonly string[], more?: More): Ran;
  /** `dk` as a real process. */
  process(cwd: string, args: readonly string[], more?: More): Ran;
  /** As `dk`, in a folder outside the sandbox. */
  dkAt(cwd: string, args: readonly string[]): Ran;
  dkAsync(cwd: string, args: readonly string[], more?: More): Promise<Ran>;
}

export interface More {
  readonly input?: string;
  readonly env?: Record<string, string>;
}

/**
 * Where sandboxes lie: in memory if there is a folder for that with room, because a sync to a disk is most of what many tests wait for. What a
 * disk forgets is tried on disks of their own (`crash/power`). `TMPDIR` names another place.
 */
function scratch(): string {
  const memory = '/dev/shm';
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir();
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  const flags = /^\S+ \/dev\/shm \S+ (\S+)/mu.exec(mounts)?.[1]?.split(',') ?? ['noexec'];
  const { bavail, bsize } = statfsSync(memory);
  const isFit = flags.includes('rw') && !flags.includes('noexec') && bavail * bsize > 2 * 1024 ** 3;
  return isFit ? memory : tmpdir();
}

/** Makes a sandbox that is gone when the test is. */
export function sandbox(test: TestContext): Sandbox {
  const folder = realpathSync(mkdtempSync(join(scratch(), 'dk-test-')));
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const home = join(folder, 'person');
  mkdirSync(home);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    NODE_NO_WARNINGS: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    // A person's git looks after each commit whether it should tidy up, in a process of its own; nothing of a test grows so old.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'maintenance.auto',
    GIT_CONFIG_VALUE_0: 'false',
    GIT_AUTHOR_NAME: 'Person',
    GIT_AUTHOR_EMAIL: 'person@example.org',
    GIT_AUTHOR_DATE: '2026-06-10T14:30:00Z',
    GIT_COMMITTER_NAME: 'Person',
    GIT_COMMITTER_EMAIL: 'person@example.org',
    GIT_COMMITTER_DATE: '2026-06-10T14:30:00Z',
  };
  const path = (...parts: readonly string[]): string => join(folder, ...parts);
  const started = (cwd: string, args: readonly string[], more: More): Ran => {
    const ran = spawnSync(process.execPath, [bin, ...args], {
      cwd,
      env: { ...env, ...more.env },
      input: more.input ?? '',
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };
  const dkAt = (cwd: string, args: readonly string[], more: More = {}): Ran =>
    needsProcess(args, more) ? started(cwd, args, more) : runInside(bin, { cwd, args, env: { ...env, ...more.env } });
  return {
    dkAt: (cwd, args) => dkAt(cwd, args),
    folder,
    env,
    path,
    write: (name, content) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    read: (name) => readFileSync(path(name), 'utf8'),
    git: (cwd, ...args) => {
      const ran = spawnSync('git', args, { cwd: path(cwd), env, encoding: 'utf8' });
      if (ran.status !== 0) throw new Error(`git ${args.join(' ')} in ${cwd}: ${ran.stderr}`);
      return ran.stdout;
    },
    dk: (cwd, args, more) => dkAt(path(cwd), args, more),
    process: (cwd, args, more = {}) => started(path(cwd), args, more),
    dkAsync: (cwd, args, more = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Ran>();
      const child = spawn(process.execPath, [bin, ...args], { cwd: path(cwd), env: { ...env, ...more.env } });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      child.stdin.on('error', () => undefined);
      child.stdin.end(more.input ?? '');
      return promise;
    },
  };
}

/** Verbs that hand their own input and output on, change what the whole process is, or are read from a door of their own. */
const apart = ['demo', 'hook', 'keep', 'run', 'step', 'tick'];

function needsProcess([verb = '']: readonly string[], { input, env }: More): boolean {
  // What is said of Node, and not of us, only a Node that starts can hear.
  return apart.includes(verb) || input !== undefined || Object.keys(env ?? {}).some((name) => name.startsWith('NODE_'));
}

const asItIs = { recursive: true, preserveTimestamps: true };

/** A repository with one commit, so that it is somebody's work. */
export function project(box: Sandbox, name = 'project'): string {
  const begin = (): void => {
    mkdirSync(box.path(name), { recursive: true });
    box.git(name, 'init', '-q', '-b', 'main');
    box.write(join(name, 'app.js'), 'console.log("work");\n');
    box.git(name, 'add', '-A');
    box.git(name, 'commit', '-q', '-m', 'first');
  };
  // What lies there already goes into the commit.
  if (existsSync(box.path(name))) begin();
  else {
    const template = madeOnce('project', (folder) => {
      begin();
      cpSync(box.path(name), folder, asItIs);
      rmSync(box.path(name), { recursive: true });
    });
    cpSync(template, box.path(name), asItIs);
    // The copies are other files to git: it looks at them once, and knows them again.
    box.git(name, 'update-index', '-q', '--refresh');
  }
  return name;
}

/** Everything below a folder, with content and kind, so that "nothing changed" can be a comparison. */
export function snapshot(folder: string, skip: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (skip(name)) continue;
    if (entry.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`;
    else if (entry.isFile())
      found[name] = `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path).toString('latin1')}`;
    else found[name] = entry.isDirectory() ? 'folder' : 'other';
  }
  return found;
}

/** Skips a test with a reason if a tool is missing; where skips could have been avoided (CI), fails instead. */
export function needs(test: TestContext, tool: string, how: string): boolean {
  const has = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  if (has) return true;
  if (process.env.DREAMKEEPER_NO_SKIP === '1') throw new Error(`${tool} is missing here: ${how}`);
  test.skip(`${tool} is not installed (${how})`);
  return false;
}

/** A home in an empty folder of the sandbox. Made by `dk init` once in a run and copied from then on. */
export function homeIn(box: Sandbox, name = 'home'): string {
  const template = madeOnce('init', (folder) => {
    const made = spawnSync(process.execPath, [bin, 'init'], { cwd: folder, env: box.env, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`dk init: ${made.stderr}`);
  });
  cpSync(template, box.path(name), asItIs);
  return name;
}
