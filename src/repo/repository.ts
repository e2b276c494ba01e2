// One repository and the questions we ask of it. Refs are read in its own folder, objects only through the lens.
import { existsSync, lstatSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathBytes, pathText, readWhole, safePath, theirPath } from '../disk/disk.ts';
import { DreamkeeperError, ifPossible } from '../errors/errors.ts';
import type { HeadState } from '../refs/refs.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { mayTransform } from './attributes.ts';
import { askForPrograms, isPlainlyConfigured, objectFormatIn, programsOff } from './configured-programs.ts';
import { type GitCall, type GitOutcome, type GitProgram, isThere, runGit } from './git-process.ts';
import { headFile, readHead, readTip } from './head.ts';
import { type Lens, openLens } from './lens.ts';
import { safeObject, safeRef } from './names.ts';
import { objectName } from './objects.ts';

/** Where a repository lies; `home/git-place` finds it. */
export interface RepositoryPlace {
  readonly worktree: string | undefined;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** A file as a commit has it; by its mode it can also be a link, a folder or a submodule. */
export interface TreeEntry {
  readonly mode: string;
  readonly blob: string;
}

/** What a person is in the middle of; nothing is committed under them then. */
export type UnderWay = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am';

export interface Repository {
  readonly place: RepositoryPlace;
  readonly objectFormat: 'sha1' | 'sha256';
  /** A folder of ours for indexes and drafts. */
  readonly scratch: string;
  head(): Promise<HeadState>;
  /** Where a branch ends; undefined if there is none of that name. */
  tip(ref: string): Promise<string | undefined>;
  /** Whether HEAD still leads to this ref, asked of its file alone; undefined if that cannot tell. */
  isOn(ref: string): boolean | undefined;
  underWay(): UnderWay | undefined;
  /** The lock another git holds right now, on the index, on HEAD or on this branch. */
  lockOn(ref: string | undefined): string | undefined;
  /** Those of the paths that git keeps in another form than on disk (a filter, an encoding): a commit of ours would break them. */
  transformed(paths: readonly string[]): Promise<readonly string[]>;
  entries(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, TreeEntry>>;
  readBlob(blob: string): Promise<Uint8Array>;
  /** The name git gives to a file's content, whether it has it or not. */
  blobName(content: Uint8Array): string;
  /** Runs a command on objects alone. */
  throughLens(args: readonly string[], more?: Pick<GitCall, 'env' | 'input'>): Promise<Buffer>;
  /** Runs a command that needs the repository's own refs or index; no program it configures is run. */
  inside(args: readonly string[], more?: Pick<GitCall, 'env' | 'input' | 'cwd'>): Promise<GitOutcome>;
}

/** The oldest git whose options we use. */
const oldestGit = [2, 31] as const;

/** Opens a repository; `scratch` is made when objects are first asked for. */
export async function openRepository(
  program: GitProgram,
  place: RepositoryPlace,
  scratch: string,
): Promise<Repository> {
  for (const folder of [place.gitDir, place.commonDir, place.worktree ?? place.gitDir]) requireFolder(folder);
  // All are named: a repository could otherwise declare any other folder to be its worktree, or any other repository itself.
  const named = {
    GIT_COMMON_DIR: place.commonDir,
    ...(place.worktree === undefined ? {} : { GIT_WORK_TREE: place.worktree }),
  };
  const ask: Repository['inside'] = (args, more = {}) =>
    runGit(program, {
      cwd: place.worktree ?? place.gitDir,
      ...more,
      args,
      gitDir: place.gitDir,
      env: { ...named, ...more.env },
    });
  // Without git nothing is plain: that it is missing is said here, and not in the middle of something.
  const isPlain = isThere(program) && isPlainlyConfigured(place);
  const configured = isPlain ? Buffer.alloc(0) : foundOrNothing(await ask(askForPrograms()), 'read the configuration');
  const noPrograms = programsOff(configured);
  const inside: Repository['inside'] = (args, more = {}) => ask(args, { ...more, env: { ...noPrograms, ...more.env } });
  const objectFormat = objectFormatIn(configured);
  // Made when first needed: asking where HEAD is must not leave a trace.
  let made: Lens | undefined;
  const lensNow = (): Lens => {
    if (made !== undefined) return made;
    const isShallow = existsSync(join(place.commonDir, 'shallow'));
    made = openLens({ folder: scratch, commonDir: place.commonDir, objectFormat, isShallow });
    return made;
  };
  const throughLens: Repository['throughLens'] = async (args, more = {}) => {
    const lens = lensNow();
    const outcome = await runGit(program, {
      ...more,
      args: [...lens.args, ...args],
      gitDir: lens.gitDir,
      env: { ...lens.env, ...more.env },
    });
    return bytesOf(outcome, `${args[0] ?? 'git'}`);
  };
  return {
    place,
    objectFormat,
    scratch,
    inside,
    throughLens,
    head: () => readHead(inside, isPlain ? place : undefined),
    tip: (ref) => readTip(inside, safeRef(ref)),
    isOn: (ref) => {
      const said = headFile(place.gitDir);
      return said.kind === 'unclear' ? undefined : said.kind === 'ref' && said.ref === ref;
    },
    underWay: () => whatIsUnderWay(place.gitDir),
    lockOn: (ref) =>
      [
        join(place.gitDir, 'index.lock'),
        join(place.gitDir, 'HEAD.lock'),
        ...(ref === undefined ? [] : [join(place.commonDir, `${ref}.lock`)]),
      ].find((lock) => existsSync(lock)),
    transformed: async (paths) => {
      if (!mayTransform(place, paths)) return [];
      const asked = ['check-attr', '--stdin', '-z', 'filter', 'working-tree-encoding', 'ident'];
      const input = pathBytes(paths.map((path) => `${theirPath(path)}\0`).join(''));
      const fields = pathText(bytesOf(await inside(asked, { input }), 'read the attributes')).split('\0');
      const isSet = (at: number): boolean => !['unspecified', 'unset', ''].includes(fields[at + 2] ?? '');
      return fields.filter((_, at) => at % 3 === 0 && isSet(at));
    },
    entries: async (commit, paths) => {
      const args = ['ls-tree', '-z', '--full-tree', safeObject(commit), '--', ...paths.map(safePath)];
      const listed = await throughLens(args);
      return new Map(listed.toString('utf8').split('\0').flatMap(treeEntry));
    },
    blobName: (content) => objectName(objectFormat, { type: 'blob', content }),
    readBlob: (blob) => throughLens(['cat-file', 'blob', safeObject(blob)]),
  };
}

/** Makes a repository here: no template, so no hooks, and the branch the whole world expects. */
export async function createRepository(program: GitProgram, folder: string): Promise<void> {
  requireFolder(folder);
  const gitDir = join(folder, '.git');
  if (lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new DreamkeeperError('E_NOT_OURS', `${printSafe(gitDir)} is there, and it is not a repository`, {
      hint: 'Look at what is there, and move it away. Nothing was changed.',
    });
  }
  // What is left of a repository may still have a configuration, and git would honour it.
  const left = await runGit(program, { args: askForPrograms('--file', join(gitDir, 'config')), gitDir, cwd: folder });
  const outcome = await runGit(program, {
    args: ['init', '--quiet', '--template=', '--initial-branch=main'],
    gitDir,
    cwd: folder,
    env: programsOff(foundOrNothing(left, 'read the configuration')),
  });
  bytesOf(outcome, 'make a repository');
}

/** Says in good time that git is missing or too old to be used safely. */
export async function requireGit(program: GitProgram, folder: string): Promise<void> {
  requireFolder(folder);
  const outcome = await runGit(program, { args: ['version'], gitDir: folder, cwd: folder });
  const version = textOf(outcome, 'ask git for its version');
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/u.exec(version)?.slice(1).map(Number) ?? [];
  if (major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1])) {
    throw new DreamkeeperError('E_GIT_TOO_OLD', `this is ${oneLine(printSafe(version), 60)}`, {
      hint: `Dreamkeeper needs git ${oldestGit.join('.')} or later.`,
    });
  }
}

/** A relative path would mean something else in every process; a missing one looks to the system as if git were missing. */
function requireFolder(path: string): void {
  if (isAbsolute(path) && ifPossible(() => statSync(path).isDirectory()) === true) return;
  throw new DreamkeeperError('E_NOT_A_REPOSITORY', `${JSON.stringify(printSafe(path)).slice(0, 120)} is not a folder`, {
    hint: 'Give the full path of a folder that is there. Nothing was changed.',
  });
}

function whatIsUnderWay(gitDir: string): UnderWay | undefined {
  const signs: readonly (readonly [file: string, what: UnderWay])[] = [
    ['rebase-merge', 'rebase'],
    ['rebase-apply/applying', 'am'],
    ['rebase-apply', 'rebase'],
    ['MERGE_HEAD', 'merge'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ];
  return signs.find(([file]) => existsSync(join(gitDir, file)))?.[1] ?? nextOfMany(gitDir);
}

/** Of several picks or reverts, one is done and committed by hand, and the next has not begun: only the list of them tells. */
function nextOfMany(gitDir: string): UnderWay | undefined {
  const list = readWhole(gitDir, 'sequencer/todo');
  if (list === undefined) return undefined;
  return Buffer.from(list).toString().startsWith('revert') ? 'revert' : 'cherry-pick';
}

function treeEntry(line: string): [path: string, entry: TreeEntry][] {
  const match = /^(\d{6}) (?:blob|commit|tree) ([0-9a-f]+)\t([\s\S]+)$/u.exec(line);
  return match === null ? [] : [[match[3] ?? '', { mode: match[1] ?? '', blob: match[2] ?? '' }]];
}

/** The lines `git update-index --index-info` reads; mode 0 takes a path out. */
export function indexInfo(repository: Repository, after: ReadonlyMap<string, TreeEntry | undefined>): Buffer {
  const nothing = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40);
  const lines = [...after].map(([path, entry]) => `${entry?.mode ?? '0'} ${entry?.blob ?? nothing}\t${path}\0`);
  return pathBytes(lines.join(''));
}

/** The output of a search, which ends with 1 if it found nothing. */
function foundOrNothing(outcome: GitOutcome, what: string): Buffer {
  return outcome.kind === 'failed' && outcome.exit === 1 ? Buffer.alloc(0) : bytesOf(outcome, what);
}

/** The output of a command that has to work, or the error that says why it did not. */
export function bytesOf(outcome: GitOutcome, what: string): Buffer {
  if (outcome.kind === 'ok') return outcome.stdout;
  if (outcome.kind === 'missing') {
    throw new DreamkeeperError('E_NO_GIT', 'git was not found', {
      hint: 'Install git (https://git-scm.com) and make sure it is on your PATH.',
    });
  }
  if (outcome.kind === 'timeout') {
    throw new DreamkeeperError('E_GIT_TIMEOUT', `git did not answer in time (${what})`, {
      hint: 'Nothing was changed. Try again. If it happens again, run git in that folder yourself.',
    });
  }
  const detail =
    outcome.kind === 'failed'
      ? `exit ${outcome.exit ?? '?'}: ${oneLine(printSafe(outcome.stderr), 300)}`
      : outcome.kind;
  throw new DreamkeeperError('E_GIT', `git could not ${what} (${detail})`, {
    hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
  });
}

export function textOf(outcome: GitOutcome, what: string): string {
  return bytesOf(outcome, what).toString('utf8');
}

/** What git lists, one on each line or between zeros. */
export function linesOf(output: Buffer, end: '\n' | '\0' = '\n'): string[] {
  const lines = output.toString('utf8').split(end);
  return lines.filter((line) => line !== '');
}
