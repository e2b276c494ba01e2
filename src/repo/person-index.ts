// The index belongs to the person. It is prepared aside, put in place under git's own lock, and touched only where it agreed with HEAD.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, copyFileSync, linkSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors/errors.ts';
import { bytesOf, indexInfo, type Repository, type TreeEntry } from './repository.ts';

/** The lock is held from `taken` until one of the two is called, which is the time of one ref update. */
export type TakenIndex =
  | { readonly kind: 'taken'; put(): void; letGo(): void }
  | { readonly kind: 'locked'; readonly file: string };

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
): Promise<TakenIndex> {
  const index = join(repository.place.gitDir, 'index');
  const lock = `${index}.lock`;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const next = join(repository.scratch, `index-${randomBytes(12).toString('hex')}`);
    const seen = contentOf(index);
    try {
      await prepare(repository, index, next, seen, before, after);
      if (!lockWith(next, lock)) return { kind: 'locked', file: lock };
      if (same(contentOf(index), seen)) {
        return { kind: 'taken', put: () => renameSync(lock, index), letGo: () => rmSync(lock, { force: true }) };
      }
      rmSync(lock, { force: true });
    } finally {
      rmSync(next, { force: true });
      rmSync(`${next}.lock`, { force: true });
    }
  }
  return { kind: 'locked', file: lock };
}

async function prepare(
  repository: Repository,
  index: string,
  next: string,
  seen: Buffer | undefined,
  before: ReadonlyMap<string, TreeEntry>,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): Promise<void> {
  if (seen !== undefined) copyFileSync(index, next);
  const env = { GIT_INDEX_FILE: next };
  const listed = bytesOf(
    await repository.inside(['ls-files', '--stage', '-z', '--', ...after.keys()], { env }),
    'read the index',
  );
  const staged = new Map(listed.toString('utf8').split('\0').flatMap(stagedEntry));
  const follows = new Map([...after].filter(([path]) => equal(staged.get(path), before.get(path))));
  // Also with nothing to follow: an index that is not there yet has to come into being with the first commit.
  bytesOf(
    await repository.inside(['update-index', '--add', '-z', '--index-info'], {
      env,
      input: indexInfo(repository, follows),
    }),
    'prepare the index',
  );
  if (contentOf(next) === undefined) closeSync(openSync(next, constants.O_CREAT | constants.O_WRONLY, 0o644));
}

/** Stage 0 only: a path in conflict has no single entry, and is left alone. */
function stagedEntry(line: string): [path: string, entry: TreeEntry][] {
  const match = /^(\d{6}) ([0-9a-f]+) 0\t([\s\S]+)$/u.exec(line);
  return match === null ? [] : [[match[3] ?? '', { mode: match[1] ?? '', blob: match[2] ?? '' }]];
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
  try {
    return readFileSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function same(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
