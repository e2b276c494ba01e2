// The index belongs to the person. It is prepared aside, put in place under git's own lock, and touched only where it agreed with HEAD.
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { foldersOf, isPlainPath, pathBytes, pathText } from '../disk/disk.ts';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { drafts, heldIndex } from './reclaim.ts';
import { bytesOf, indexInfo, type Repository, type TreeEntry } from './repository.ts';

/** The lock is held from `taken` until one of the two is called, which is the time of one ref update. */
export type TakenIndex =
  | { readonly kind: 'taken'; put(): void; letGo(): void }
  | { readonly kind: 'locked'; readonly file: string }
  | { readonly kind: 'staged'; readonly path: string }
  | { readonly kind: 'busy'; readonly what: 'missing index' };

/** How the index is taken. */
export interface IndexOptions {
  /** The commit the change is made on; undefined on a branch that is not born, which needs no index. */
  readonly base: string | undefined;
  /** Not at all, if the person has staged something else at one of the paths. */
  readonly onlyUnstaged?: boolean;
  /** A missing one is made anew from the base. Else it may be somebody's wish, and one with our paths alone would remove all others. */
  readonly remakes?: boolean;
}

/**
 * Prepares the next index and takes git's lock on it.
 *
 * An entry follows our change only if it equalled the old commit's; what the person staged stays staged, byte for byte. If the index
 * changes while the next one is being prepared, preparing starts again.
 */
export async function takeIndex(
  repository: Repository,
  before: ReadonlyMap<string, TreeEntry>,
  after: ReadonlyMap<string, TreeEntry | undefined>,
  { base, onlyUnstaged = false, remakes = false }: IndexOptions,
): Promise<TakenIndex> {
  const index = join(repository.place.gitDir, 'index');
  const lock = `${index}.lock`;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const time = statSync(index, { throwIfNoEntry: false })?.mtimeMs;
    const seen = contentOf(index);
    const draft = mkdtempSync(join(repository.scratch, drafts.index));
    try {
      const { next, left } = await prepare(repository, draft, seen ?? (remakes ? base : undefined), before, after);
      if (seen === undefined && base !== undefined && !remakes) return { kind: 'busy', what: 'missing index' };
      if (onlyUnstaged && left !== undefined) return { kind: 'staged', path: left };
      // Kept under a second name as long as the lock is: if we die now, the next of us knows whose lock it is.
      const held = heldIndex(repository);
      renameSync(next, held);
      syncFile(held);
      if (!lockWith(held, lock)) {
        rmSync(held, { force: true });
        return { kind: 'locked', file: lock };
      }
      const letGo = (): void => {
        rmSync(lock, { force: true });
        rmSync(held, { force: true });
      };
      if (!same(contentOf(index), seen)) {
        letGo();
        continue;
      }
      keepTime(lock, time);
      let isPut = false;
      const put = (): void => {
        renameSync(lock, index);
        isPut = true;
        rmSync(held, { force: true });
      };
      return { kind: 'taken', put, letGo: () => (isPut ? undefined : letGo()) };
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return { kind: 'locked', file: lock };
}

/** From the index as it is, or a commit, or nothing. Gives the path of the next index, made in a folder of our own, and a path (if any) at which it does not follow us. */
async function prepare(
  repository: Repository,
  draft: string,
  from: Buffer | string | undefined,
  before: ReadonlyMap<string, TreeEntry>,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): Promise<{ readonly next: string; readonly left: string | undefined }> {
  const next = join(draft, 'index');
  // An empty worktree: git compares files it has doubts about, and for that runs the filters a repository configures.
  const cwd = join(draft, 'worktree');
  mkdirSync(cwd);
  const env = { GIT_INDEX_FILE: next, GIT_WORK_TREE: cwd };
  // No index means an empty one, but an empty file is a broken one: git writes it. By `-m` it keeps to a sparse checkout.
  if (typeof from === 'object') writeFileSync(next, from);
  else {
    const tree = from === undefined ? ['--empty'] : ['-m', from];
    bytesOf(await repository.inside(['read-tree', ...tree], { env, cwd }), 'make an index');
  }
  const paths = new Set([...after.keys()].flatMap((path) => [...foldersOf(path), path]));
  const lines = from === undefined ? [] : await indexLines(repository, paths, { env, cwd });
  const staged = new Map(lines.flatMap(stagedEntry));
  // What is staged below our path, or in place of a folder of it, would have to make room; it stays.
  const isFree = (path: string): boolean =>
    ![...staged.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  const follows = new Map([...after].filter(([path]) => equal(staged.get(path), before.get(path)) && isFree(path)));
  bytesOf(
    await repository.inside(['update-index', '--add', '-z', '--index-info'], {
      env,
      cwd,
      input: indexInfo(repository, follows),
    }),
    'prepare the index',
  );
  await keepFlags(repository, lines, follows, { env, cwd });
  return { next, left: [...after.keys()].find((path) => !follows.has(path)) };
}

async function indexLines(
  repository: Repository,
  paths: ReadonlySet<string>,
  where: Where,
): Promise<readonly string[]> {
  // Names of others are no arguments. Where there are such, it is asked for all, and what is not meant agrees with nothing.
  const args = ['ls-files', '--stage', '-v', '-z', ...([...paths].every(isPlainPath) ? ['--', ...paths] : [])];
  const outcome = await repository.inside(args, where);
  // It was read from a copy in a folder of ours: if git speaks of an index, it is the index itself that it cannot make out.
  if (outcome.kind === 'failed' && /\bindex\b|signature|checksum/iu.test(outcome.stderr))
    throw damaged(oneLine(printSafe(outcome.stderr), 200));
  return pathText(bytesOf(outcome, 'read the index')).split('\0');
}

interface Where {
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** What the person told git about a file (to look away from it) stays told: a new entry comes without. */
async function keepFlags(
  repository: Repository,
  lines: readonly string[],
  follows: ReadonlyMap<string, TreeEntry | undefined>,
  where: Where,
): Promise<void> {
  const marked = lines.flatMap((line) => {
    const [[path] = []] = stagedEntry(line);
    return path === undefined || follows.get(path) === undefined ? [] : [{ path, mark: line[0] ?? '' }];
  });
  const flags = [
    ['--assume-unchanged', marked.filter(({ mark }) => mark === mark.toLowerCase())],
    ['--skip-worktree', marked.filter(({ mark }) => mark.toUpperCase() === 'S')],
  ] as const;
  for (const [flag, those] of flags) {
    if (those.length === 0) continue;
    const input = pathBytes(those.map(({ path }) => `${path}\0`).join(''));
    const outcome = await repository.inside(['update-index', flag, '-z', '--stdin'], { ...where, input });
    bytesOf(outcome, 'keep the marks of the index');
  }
}

/**
 * The next index is as old as the one it replaces, or a little older.
 *
 * Git trusts what an index says of a file only if the file is older than the index; a younger index would hide what was edited in the
 * moment the old one was written.
 */
function keepTime(path: string, time: number | undefined): void {
  if (time !== undefined) utimesSync(path, Math.floor(time) / 1000 - 0.001, Math.floor(time) / 1000 - 0.001);
}

/**
 * Lets the index follow a commit that has landed already: its maker was killed before it could, or somebody removed the lock by hand. An
 * entry that is not what was there before the commit is the person's, or right already. `parent` is what the commit was made on.
 */
export async function settleIndex(
  repository: Repository,
  parent: string | undefined,
  before: ReadonlyMap<string, TreeEntry>,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): Promise<void> {
  const index = await takeIndex(repository, before, after, { base: parent });
  if (index.kind === 'taken') index.put();
}

function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A path in conflict has several entries at stages above 0; it equals nothing, and so is left alone. */
function stagedEntry(line: string): [path: string, entry: TreeEntry][] {
  const [, mode = '', blob = '', stage = '', path = ''] = /^\S (\d{6}) ([0-9a-f]+) ([0-3])\t(.+)$/su.exec(line) ?? [];
  return path === '' ? [] : [[path, stage === '0' ? { mode, blob } : { mode: 'in conflict', blob }]];
}

function equal(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode;
}

/** A link is made whole or not at all, and fails if somebody holds the lock: exactly what git's own lock file means. */
function lockWith(next: string, lock: string): boolean {
  try {
    linkSync(next, lock);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS'].includes(errnoOf(error) ?? '')) throw error;
  }
  // No hard links here: an exclusive copy is the next best.
  try {
    copyFileSync(next, lock, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function contentOf(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isFile()) return readFileSync(path);
  throw damaged(`${printSafe(path)} is not a file`);
}

function damaged(why: string): DreamkeeperError {
  return new DreamkeeperError('E_INDEX_DAMAGED', `git's index cannot be read (${why})`, {
    hint: 'Nothing was changed. `dk doctor --fix` moves it aside and makes a new one from the last commit; your files stay as they are.',
  });
}

function same(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
